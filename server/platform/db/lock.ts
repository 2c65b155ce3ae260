import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errorCode.ts';

/** Another process has the embedded database open. */
export class DirectoryLocked extends Error {
  override name = 'DirectoryLocked';
  constructor(directory: string, owner: string) {
    super(`The embedded database in ${directory} is already open (process ${owner}). Stop that process, or set another DATA_DIR.`);
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

const heldHere = new Set<string>();
const released = 'released';
/** Single lock file of earlier builds. */
const fileBefore = 'lock';

/**
 * Takes an exclusive lock on a directory. Two processes on one embedded database lose rows silently (measured, safety.md). The lock of a
 * killed process is taken over.
 *
 * The lock is a file `lock.N`. N increases each time the lock changes hands. Linking a finished file to that name is atomic and fails if
 * the name exists, so exactly one process can succeed a killed one. The highest file is never removed, not even on release, so a process
 * that read the directory earlier finds it and gives way.
 *
 * @throws DirectoryLocked when a living process holds the lock.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (heldHere.has(directory)) throw new DirectoryLocked(directory, String(process.pid));
  heldHere.add(directory);
  try {
    const generation = await take(directory);
    return {
      release: async () => {
        // If the folder is gone or read-only, no mark is needed: this process ends, and its lock with it.
        await place(directory, released, (finished) => rename(finished, fileOf(directory, generation))).catch(() => undefined);
        heldHere.delete(directory);
      },
    };
  } catch (error) {
    heldHere.delete(directory);
    throw error;
  }
}

/** Returns the generation that this process now owns. */
async function take(directory: string): Promise<number> {
  const generations = await generationsIn(directory);
  const last = Math.max(0, ...generations);
  for (const file of [fileOf(directory, last), join(directory, fileBefore)]) await refuseLiving(directory, file);
  const ours = last + 1;
  const isFirst = await place(directory, String(process.pid), (finished) => linkNew(finished, fileOf(directory, ours)));
  if (!isFirst) throw new DirectoryLocked(directory, await ownerOf(fileOf(directory, ours)));
  const newest = Math.max(...(await generationsIn(directory)));
  const outdated =
    newest > ours ? [fileOf(directory, ours)] : [...generations.map((one) => fileOf(directory, one)), join(directory, fileBefore)];
  await Promise.all(outdated.map((file) => rm(file, { force: true })));
  if (newest > ours) throw new DirectoryLocked(directory, await ownerOf(fileOf(directory, newest)));
  return ours;
}

const fileOf = (directory: string, generation: number) => join(directory, `lock.${generation}`);

async function generationsIn(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => (/^lock\.\d+$/.test(name) ? [Number(name.slice('lock.'.length))] : []));
}

/** Writes a temporary file, then passes it to `settle`, so that nobody reads a half-written lock. */
async function place<Result>(directory: string, text: string, settle: (finished: string) => Promise<Result>): Promise<Result> {
  const finished = join(directory, `lock-${randomUUID()}`);
  await writeFile(finished, text, { mode: 0o600 });
  try {
    return await settle(finished);
  } finally {
    await rm(finished, { force: true });
  }
}

async function linkNew(finished: string, file: string): Promise<boolean> {
  try {
    await link(finished, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

const ownerOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split(' ')[0] ?? '';

async function refuseLiving(directory: string, file: string): Promise<void> {
  const owner = await ownerOf(file);
  if (isAlive(Number(owner))) throw new DirectoryLocked(directory, owner);
}

/** Our own pid means an earlier process: in a container, each start gets the same pid. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
