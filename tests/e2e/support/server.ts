import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationRoot, root } from '../../support/root.ts';

export interface RunningServer {
  url: string;
  /** Text of the newest SMS to a number (national digits). */
  lastSms(phone: string): Promise<string>;
  /** The code in that SMS. */
  lastCode(phone: string): Promise<string>;
  /** Stops the server, changes its configuration, and restarts it at the same address with the same data and a new release. */
  restart(change: (copy: ConfigurationCopy) => void): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A copy of the shipped configuration for a test to edit. */
export interface ConfigurationCopy {
  dir: string;
  /** Changes a JSON file in place. */
  edit: <T = Record<string, never>>(path: string, change: (value: T) => void) => void;
  /** Writes a new file. */
  add: (path: string, value: unknown) => void;
}

function copyConfiguration(from: string): ConfigurationCopy {
  const dir = mkdtempSync(join(tmpdir(), 'hakbang-config-'));
  const folders = ['schemas', 'flows', 'locales', 'desk', 'studio'].filter((folder) => existsSync(join(from, folder)));
  for (const folder of folders) cpSync(join(from, folder), join(dir, folder), { recursive: true });
  const add = (path: string, value: unknown) =>
    writeFileSync(join(dir, path), typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return {
    dir,
    add,
    edit: (path, change) => {
      const value = JSON.parse(readFileSync(join(dir, path), 'utf8'));
      change(value);
      add(path, value);
    },
  };
}

interface LoginLimits {
  imageCodeAfterSendsPerAddress: number;
  sendsPerAddressPerHour: number;
  sendsPerPrefixPerHour: number;
}

/**
 * Raises the per-address limits. All tests call from one address, which the shipped limits would soon treat as a bot (safety.md, Login).
 */
export function manyFromOneAddress({ edit }: ConfigurationCopy): void {
  edit<LoginLimits>('flows/login.json', (login) => {
    login.imageCodeAfterSendsPerAddress = 10_000;
    login.sendsPerAddressPerHour = 10_000;
    login.sendsPerPrefixPerHour = 10_000;
  });
}

/** A running server to use while writing tests: `E2E_URL=http://localhost:4711`. Tests that change JSON start their own. */
const runningUrl = process.env['E2E_URL'];

/**
 * A folder with the data of a server that was started once and stopped (tests/e2e/support/prepare.ts), because creating an embedded
 * database, its tables and the release takes seconds. A demo server compiles its files at each start, so a test's changes to them still
 * apply. A production server does not, so it starts empty.
 */
export const templateVariable = 'E2E_TEMPLATE';

/** Starts the real server in a separate process, on its own embedded database, with the shipped configuration as `change` leaves it. */
export async function startServer({
  change = manyFromOneAddress,
  project,
  env = {},
  keepIn,
  port,
}: {
  change?: (copy: ConfigurationCopy) => void;
  /** The folder of another product. */
  project?: string;
  env?: Record<string, string>;
  /** An empty folder for its data, which is kept when the server stops. */
  keepIn?: string;
  /** For callers that need to know the address beforehand. */
  port?: number;
} = {}): Promise<RunningServer> {
  if (runningUrl && change === manyFromOneAddress && !keepIn && !project)
    return {
      ...clientOf(runningUrl),
      stop: () => Promise.resolve(),
      restart: () => Promise.reject(new Error('This server is shared by all tests.')),
    };
  const copy = copyConfiguration(project ?? configurationRoot);
  change(copy);
  const at = port ?? (await freePort());
  const dataDir = keepIn ?? mkdtempSync(join(tmpdir(), 'hakbang-data-'));
  const template = process.env[templateVariable];
  if (template && !project && !env['HAKBANG_MODE']) cpSync(template, dataDir, { recursive: true });
  const url = `http://localhost:${at}`;
  const begin = async () => {
    const log: string[] = [];
    // Optimising the embedded database's WebAssembly costs more CPU time than most of these servers live to gain from it.
    const child = spawn(process.execPath, ['--liftoff-only', 'server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        HAKBANG_MODE: 'demo',
        PORT: String(at),
        DATA_DIR: dataDir,
        CONFIG_DIR: copy.dir,
        DEMO_CUSTOMERS: 'false',
        ...(project && { HAKBANG_PROJECT: project }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    await ready(url, child, log);
    return child;
  };
  let child = await begin();
  const end = async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
  };
  return {
    ...clientOf(url),
    restart: async (next) => {
      await end();
      next(copy);
      child = await begin();
    },
    stop: async () => {
      await end();
      for (const folder of [copy.dir, ...(keepIn ? [] : [dataDir])]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function clientOf(url: string): Omit<RunningServer, 'stop' | 'restart'> {
  const outbox = async () => (await (await fetch(`${url}/dev/outbox.json`)).json()) as { to: string; text: string }[];
  const lastSms = async (phone: string) => {
    const messages = await outbox();
    const found = messages.find(({ to }) => to.endsWith(phone));
    if (!found) throw new Error(`No SMS to ${phone} among ${messages.length}.`);
    return found.text;
  };
  return { url, lastSms, lastCode: async (phone) => /\b\d{4,8}\b/.exec(await lastSms(phone))?.[0] ?? '' };
}

/** Starting takes a second or two, or a minute on a machine that also builds and tests a lot. */
const readyWithinMs = 150_000;

async function ready(url: string, child: ChildProcess, log: string[]): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${log.join('')}`);
    const answered = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready in time:\n${log.join('')}`);
}
