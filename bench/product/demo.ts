import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/setup.mjs';
import type { Usage } from '../server/usagePreload.ts';
import { sleep } from '../statistics.ts';

/** A server of the built application in demo mode, with its own data folder. */
export interface Demo {
  origin: string;
  stop(): Promise<void>;
  /** Simulates a power failure. */
  kill(): Promise<void>;
  /** Resources used since the start. */
  usage(): Promise<Usage>;
}

const startTimeoutMs = 180_000;
const preload = new URL('../server/usagePreload.ts', import.meta.url).href;

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/health/ready`)).ok;
  } catch {
    return false;
  }
}

async function stopChild(child: ChildProcess, dataDir: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await Promise.race([ended, sleep(10_000).then(() => child.kill('SIGKILL'))]);
  rmSync(dataDir, { recursive: true, force: true });
}

const usageOf = (child: ChildProcess) =>
  new Promise<Usage>((resolve) => {
    child.once('message', (usage) => resolve(usage as Usage));
    child.send('usage');
  });

/** Starts `server/main.ts` and waits until it is ready. Throws with its output if it fails. */
export async function startDemo(port: number, more: Record<string, string> = {}): Promise<Demo> {
  const origin = `http://127.0.0.1:${port}`;
  // Otherwise the demo would use the next free port, and the figures would measure the other process.
  if (await answers(origin)) throw new Error(`Something else is at ${origin}; end it first.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-bench-'));
  const env = {
    ...process.env,
    HAKBANG_MODE: 'demo',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_CUSTOMERS: 'false',
    ...more,
  };
  const args = ['--import', preload, 'server/main.ts'];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.off('exit', orphaned));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed = (printed + chunk).slice(-4000)));
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stopChild(child, dataDir);
      throw new Error(`The demo server did not start:\n${printed}`);
    }
    await sleep(200);
  }
  return { origin, stop: () => stopChild(child, dataDir), kill: () => stopChild(child, dataDir, 'SIGKILL'), usage: () => usageOf(child) };
}
