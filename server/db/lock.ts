import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

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
const settleMs = 100;

/**
 * Takes an exclusive lock on a directory by a file that names our process. Two processes on one embedded database lose
 * rows silently (measured, safety.md). The lock of a process that was killed is taken over.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'lock');
  const mark = `${process.pid} ${randomUUID()}`;
  if (heldHere.has(file)) throw new DirectoryLocked(directory, String(process.pid));
  heldHere.add(file);
  try {
    if (!(await create(file, mark))) await takeOver(file, mark, directory);
  } catch (error) {
    heldHere.delete(file);
    throw error;
  }
  return {
    release: async () => {
      heldHere.delete(file);
      if ((await ownerOf(file)) === mark) await rm(file, { force: true });
    },
  };
}

async function create(file: string, mark: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(mark);
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const ownerOf = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Two that take over at once: the mark of the later one stands, and the earlier one sees it and gives way. */
async function takeOver(file: string, mark: string, directory: string): Promise<void> {
  const owner = (await ownerOf(file)).split(' ')[0] ?? '';
  if (isAlive(Number(owner))) throw new DirectoryLocked(directory, owner);
  await rm(file, { force: true });
  const created = await create(file, mark);
  await wait(settleMs);
  const now = await ownerOf(file);
  if (!created || now !== mark) throw new DirectoryLocked(directory, now.split(' ')[0] ?? '');
}

/** Our own number belongs to a process before us: in a container each start has the same one. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
