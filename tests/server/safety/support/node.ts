import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../../support/root.ts';

export interface Node {
  origin: string;
  pid: number | undefined;
  /** Time from the start of the process until it is ready. */
  startedInMs: number;
  /** Simulates a power failure: nothing is finished or closed. */
  kill(): Promise<void>;
  /** Stops it as an operator would. Returns the exit code. */
  stop(): Promise<number | null>;
}

const longestStartMs = 60_000;
const lookEveryMs = 20;

/** Starts the real server as a separate process, and waits until it is ready. */
export async function startNode(env: Record<string, string>): Promise<Node> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HAKBANG_MODE: 'test', PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const origin = await readyAt(child, () => output);
  const startedInMs = performance.now() - startedAt;
  const kill = async () => void (await end(child, 'SIGKILL'));
  return { origin, pid: child.pid, startedInMs, kill, stop: () => end(child, 'SIGTERM') };
}

async function readyAt(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + longestStartMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended at once:\n${output()}`);
    const origin = /http:\/\/localhost:\d+/.exec(output())?.[0];
    if (origin !== undefined && (await isReady(origin))) return origin;
    await wait(lookEveryMs);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within a minute:\n${output()}`);
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
