import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const debianFolder = '/usr/lib/postgresql';
const longestStartMs = 120_000;
const lookEveryMs = 100;
/** Port of the socket. Nothing listens on the network. */
const port = 5432;

/** The folder of `initdb` and `postgres`, on the path or where Debian installs them; undefined if there is none. */
export function postgresFolder(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(debianFolder, version, 'bin'))];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root, so root starts it as its own user. */
function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL that a test can kill and restart. */
export class Cluster {
  readonly #folder: string;
  readonly #dir = mkdtempSync(join(tmpdir(), 'hakbang-pg-'));
  readonly #user = runAs();
  #postmaster: ChildProcess | undefined;

  /** @param folder of `postgresFolder()` */
  constructor(folder: string) {
    this.#folder = folder;
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) chownSync(this.#dir, uid, gid);
    execFileSync(join(folder, 'initdb'), ['-D', this.#data, '-A', 'trust', '-U', 'hakbang', '-E', 'UTF8', '--no-sync'], {
      ...this.#user,
      cwd: this.#dir,
      stdio: 'ignore',
    });
  }

  get #data(): string {
    return join(this.#dir, 'data');
  }

  get url(): string {
    return `postgres://hakbang@localhost:${port}/postgres?host=${this.#dir}`;
  }

  /** Retries the start until it is ready. The leftovers of a killed one disappear within moments. */
  async start(): Promise<void> {
    const deadline = Date.now() + longestStartMs;
    while (!(await this.#isReady())) {
      if (Date.now() > deadline) throw new Error('PostgreSQL was not ready within two minutes');
      if (!this.#isRunning()) this.#postmaster = this.#spawn();
      await wait(lookEveryMs);
    }
  }

  #spawn(): ChildProcess {
    const args = ['-D', this.#data, '-k', this.#dir, '-p', String(port), '-c', 'listen_addresses='];
    return spawn(join(this.#folder, 'postgres'), args, { ...this.#user, cwd: this.#dir, stdio: 'ignore' });
  }

  #isRunning(): boolean {
    return this.#postmaster?.exitCode === null && this.#postmaster.signalCode === null;
  }

  async #isReady(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    // Ignore a connection that breaks later.
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Kills it as the OOM killer would: nothing is finished or closed. Its children notice and exit. */
  async kill(): Promise<void> {
    if (!this.#postmaster || !this.#isRunning()) return;
    const ended = once(this.#postmaster, 'exit');
    this.#postmaster.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
