import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
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

/** Starts the real thing and waits until it says where it is, or ends. */
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

const ended = ({ child }: Started) =>
  new Promise<number | null>((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)));

test('a demo starts, shows codes in the terminal, and stops on a signal without leaving its lock', async () => {
  const demo = await start();
  expect(demo.address).toMatch(/^http:\/\/localhost:53/);
  expect(await (await fetch(`${demo.address}/health/ready`)).json()).toEqual({ status: 'ok', problems: [] });
  const answer = await fetch(`${demo.address}/api/auth/codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '9171234567', privacyAccepted: true }),
  });
  expect(answer.status).toBe(200);
  expect(demo.output()).toMatch(/\+639171234567 {2}\d{4} /);
  demo.child.kill('SIGTERM');
  expect(await ended(demo)).toBe(0);
  expect(existsSync(join(dataDir, 'db', 'lock'))).toBe(false);
});

test('a second one on the same data says what to do and ends', async () => {
  await start();
  const second = await start();
  expect(await ended(second)).toBe(1);
  expect(second.output()).toMatch(/already open .*Stop that process, or set another DATA_DIR/);
});

test('a taken port is no hindrance to a demo', async () => {
  const taken = await new Promise<Server>((resolve) => {
    const server: Server = createServer().listen(5350, '127.0.0.1', () => resolve(server));
  });
  const demo = await start({ PORT: '5350' });
  expect(demo.address).toBe('http://localhost:5351');
  taken.close();
});

test('--lan serves HTTPS', async () => {
  const demo = await start({ PORT: '5360' }, ['--lan']);
  expect(demo.output()).toContain('https://');
  expect(demo.output()).toContain('the phone warns once');
});

test('settings that are wrong are said in words, without a stack', async () => {
  const refused = await start({ HAKBANG_MODE: 'production' });
  expect(await ended(refused)).toBe(1);
  expect(refused.output()).toContain('MASTER_KEY is missing');
  expect(refused.output()).not.toMatch(/^\s+at /m);
});
