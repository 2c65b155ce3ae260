import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Deps } from '../../../server/platform/deps.ts';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import type { JobHandler } from '../../../server/platform/jobs/types.ts';
import { startWorker, type Worker } from '../../../server/platform/jobs/worker.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let deps: Deps;
let worker: Worker | undefined;
let done: number;

const note: JobHandler = { kind: 'note', run: async () => void (done += 1) };
const hourly: JobHandler = { kind: 'hourly', everySeconds: 3600, run: async () => void (done += 1) };

beforeEach(async () => {
  server = await startTestApp();
  deps = { ...server.deps, jobs: createJobs(server.clock, [note]) };
  done = 0;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await server.close();
});

const enqueue = () => deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, 'note', {}));
/** Far less than the longest poll interval below, and long enough for a busy machine. */
const longestMs = 20_000;
const isSoon = async (isSo: () => boolean) => {
  const end = Date.now() + longestMs;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  return isSo();
};

test('jobs of the same node run long before the next poll', async () => {
  worker = startWorker(deps, { pollMs: 600_000 });
  // Wait until the worker polls rarely.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await enqueue();
  expect(await isSoon(() => done === 1)).toBe(true);
});

test('polling finds the jobs of another node', async () => {
  worker = startWorker(deps, { pollMs: 100 });
  const other = createJobs(server.clock, [note]);
  await deps.db.transaction().execute((tx) => other.enqueue(tx, 'note', {}));
  expect(await isSoon(() => done === 1)).toBe(true);
});

test('stopping finishes running jobs and starts no more', async () => {
  let release = () => {};
  let begun = 0;
  const slow: JobHandler = {
    kind: 'note',
    run: async () => {
      begun += 1;
      await new Promise<void>((resolve) => (release = resolve));
      done += 1;
    },
  };
  deps = { ...deps, jobs: createJobs(server.clock, [slow]) };
  await enqueue();
  await enqueue();
  worker = startWorker(deps, { lanes: 1 });
  expect(await isSoon(() => begun === 1)).toBe(true);
  const stopped = worker.stop();
  release();
  await stopped;
  expect({ begun, done }).toEqual({ begun: 1, done: 1 });
});

test('a tick is one job per slot, however many nodes poll', async () => {
  const nodes = [1, 2].map(() => ({ ...deps, jobs: createJobs(server.clock, [hourly]) }));
  for (const node of [...nodes, ...nodes]) await enqueueTicks(node);
  for (const node of nodes) await runDueJobs(node);
  expect(done).toBe(1);
  server.clock.advance(3600);
  await Promise.all(nodes.map((node) => enqueueTicks(node)));
  for (const node of nodes) await runDueJobs(node);
  expect(done).toBe(2);
});

test('missed ticks are not repeated', async () => {
  deps = { ...deps, jobs: createJobs(server.clock, [hourly]) };
  await enqueueTicks(deps);
  server.clock.advance(30 * 24 * 3600);
  await enqueueTicks(deps);
  await runDueJobs(deps);
  expect(done).toBe(2);
});
