import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../support/root.ts';

interface Started {
  child: ChildProcess;
  output: () => string;
  address: string;
}

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'hakbang-main-'))));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the real server and waits until it prints its address or exits. */
async function start(env: Record<string, string> = {}, args: string[] = []): Promise<Started> {
  const child = spawn(process.execPath, ['server/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HAKBANG_MODE: 'demo', DATA_DIR: dataDir, PORT: '5331', ...env },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output.includes('Ctrl-C') && resolve());
    child.on('exit', () => resolve());
  });
  return { child, output: () => output, address: /https?:\/\/\S+:\d+/.exec(output)?.[0] ?? '' };
}

/** A new database and a compilation, on a machine that also runs other tests. */
const startsMs = 120_000;

const occupyPort = () =>
  new Promise<Server>((resolve) => {
    const server: Server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });

const ended = ({ child }: Started) =>
  new Promise<number | null>((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)));

test(
  'a demo finds a free port, shows codes in the terminal, keeps others off its data and stops on a signal',
  async () => {
    const taken = await occupyPort();
    const { port } = taken.address() as AddressInfo;
    const demo = await start({ PORT: String(port) });
    taken.close();
    expect(demo.address).toMatch(/^http:\/\/localhost:\d+$/);
    expect(demo.address).not.toBe(`http://localhost:${port}`);
    expect(await (await fetch(`${demo.address}/health/ready`)).json()).toEqual({ status: 'ok', problems: [], failedJobs: 0 });
    const answer = await fetch(`${demo.address}/api/auth/codes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone: '9171234567', privacyAccepted: true }),
    });
    expect(answer.status).toBe(200);
    expect(demo.output()).toMatch(/\+639171234567 {2}\d{4} /);

    const second = await start();
    expect(await ended(second)).toBe(1);
    expect(second.output()).toMatch(/already open .*Stop that process, or set another DATA_DIR/);

    demo.child.kill('SIGTERM');
    expect(await ended(demo)).toBe(0);
    expect(readFileSync(join(dataDir, 'db', 'lock.1'), 'utf8')).toBe('released');

    const stranger = await start({ MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(await ended(stranger)).toBe(1);
    expect(stranger.output()).toContain('MASTER_KEY is not the key of this database');
    expect(stranger.output()).not.toMatch(/^\s+at /m);

    rmSync(join(dataDir, 'master.key'));
    const keyless = await start();
    expect(await ended(keyless)).toBe(1);
    expect(keyless.output()).toMatch(/master\.key is missing, but the database in/);
  },
  startsMs,
);

test(
  '--lan serves HTTPS',
  async () => {
    const demo = await start({}, ['--lan']);
    expect(demo.output()).toContain('https://');
    expect(demo.output()).toContain('The phone warns once');
  },
  startsMs,
);

test('invalid settings are reported without a stack trace', async () => {
  const refused = await start({ HAKBANG_MODE: 'production' });
  expect(await ended(refused)).toBe(1);
  expect(refused.output()).toContain('MASTER_KEY is missing');
  expect(refused.output()).not.toMatch(/^\s+at /m);
});
