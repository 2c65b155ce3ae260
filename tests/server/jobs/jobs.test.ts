import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import { retryAfterSeconds, runDueJobs, runNextJob } from '../../../server/platform/jobs/run.ts';
import type { JobData, JobHandler } from '../../../server/platform/jobs/types.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import { fail } from '../../../server/platform/problem.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let deps: Deps;
let done: JobData[];
let failures = 0;

const note: JobHandler = { kind: 'note', run: async (_deps, data) => void done.push(data) };
const shaky: JobHandler = {
  kind: 'shaky',
  maxAttempts: 3,
  run: async (_deps, data) => {
    if (failures > 0) {
      failures -= 1;
      fail('unavailable');
    }
    done.push(data);
  },
};

beforeEach(async () => {
  server = await startTestApp();
  deps = { ...server.deps, jobs: createJobs(server.clock, [note, shaky]) };
  done = [];
  failures = 0;
});
afterEach(() => server.close());

const enqueue = (kind: string, data: JobData, options?: { runAt?: Date; key?: string }) =>
  deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, kind, data, options));
const rows = () => deps.db.selectFrom('jobs').selectAll().orderBy('id').execute();
const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000);

test('a job exists once its transaction commits', async () => {
  const undone = deps.db.transaction().execute(async (tx) => {
    await deps.jobs.enqueue(tx, 'note', { n: 1 });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await runDueJobs(deps)).toBe(0);
  await enqueue('note', { n: 2, nested: { list: [1, 'a', true] } });
  expect(await runDueJobs(deps)).toBe(1);
  expect(done).toEqual([{ n: 2, nested: { list: [1, 'a', true] } }]);
  expect(await runDueJobs(deps)).toBe(0);
});

test('a key makes one job, even after it is done', async () => {
  expect([await enqueue('note', { n: 1 }, { key: 'k' }), await enqueue('note', { n: 2 }, { key: 'k' })]).toEqual([true, false]);
  await runDueJobs(deps);
  expect(await enqueue('note', { n: 3 }, { key: 'k' })).toBe(false);
  await runDueJobs(deps);
  expect(done).toEqual([{ n: 1 }]);
});

test('a job waits for its time on the injected clock; the longest overdue one runs first', async () => {
  await enqueue('note', { n: 'later' }, { runAt: inSeconds(120) });
  await enqueue('note', { n: 'soon' }, { runAt: inSeconds(60) });
  expect(await runDueJobs(deps)).toBe(0);
  server.clock.advance(120);
  await runDueJobs(deps);
  expect(done).toEqual([{ n: 'soon' }, { n: 'later' }]);
});

test('a failed job is retried with growing delays and keeps its error code', async () => {
  failures = 2;
  await enqueue('shaky', { n: 1 });
  await runDueJobs(deps);
  expect(await rows()).toMatchObject([{ attempts: 1, run_at: inSeconds(5), last_error: 'unavailable', leased_by: null, done_at: null }]);
  server.clock.advance(5);
  await runDueJobs(deps);
  server.clock.advance(9);
  expect(await runDueJobs(deps)).toBe(0);
  server.clock.advance(1);
  await runDueJobs(deps);
  expect(done).toEqual([{ n: 1 }]);
  expect(await rows()).toMatchObject([{ attempts: 3, done_at: server.clock.now(), last_error: null }]);
});

test('the wait between attempts doubles up to an hour', () => {
  expect([1, 2, 3, 9, 10, 11, 30].map(retryAfterSeconds)).toEqual([5, 10, 20, 1280, 2560, 3600, 3600]);
});

test('a job that fails permanently is kept, raises an alarm, and /health counts it', async () => {
  failures = 99;
  await enqueue('shaky', { n: 1 });
  for (let attempt = 0; attempt < 4; attempt++) {
    await runDueJobs(deps);
    server.clock.advance(3600);
  }
  expect(await rows()).toMatchObject([{ attempts: 3, done_at: null, last_error: 'unavailable', failed_at: expect.any(Date) as Date }]);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'jobFailed', job: 'shaky', error: 'unavailable' }));
  expect((await server.app.inject('/health/ready')).json()).toMatchObject({ status: 'ok', failedJobs: 1 });
});

test('jobs of a lost node are taken over when their lease expires, and fail after the maximum of attempts', async () => {
  await enqueue('shaky', { n: 1 });
  const begin = () =>
    deps.db
      .updateTable('jobs')
      .set({ leased_by: 'lost', leased_until: new Date(Date.now() + 60_000) })
      .execute();
  const runOut = () =>
    deps.db
      .updateTable('jobs')
      .set({ leased_until: new Date(Date.now() - 1000) })
      .execute();
  await begin();
  expect(await runNextJob(deps)).toBe(false);
  await deps.db.updateTable('jobs').set({ attempts: 3 }).execute();
  await runOut();
  expect(await runNextJob(deps)).toBe(true);
  expect(done).toEqual([]);
  expect(await rows()).toMatchObject([{ failed_at: server.clock.now(), last_error: 'leaseRanOut' }]);
});

test('a worker without the lease cannot set the result', async () => {
  const slow: JobHandler = {
    kind: 'slow',
    run: async () => void (await deps.db.updateTable('jobs').set({ leased_by: 'another node' }).execute()),
  };
  deps = { ...deps, jobs: createJobs(server.clock, [slow]) };
  await enqueue('slow', {});
  await runDueJobs(deps);
  expect(await rows()).toMatchObject([{ done_at: null, leased_by: 'another node' }]);
});

test('a node leaves the kinds of another build alone and enqueues no unknown kind', async () => {
  await enqueue('note', { n: 1 });
  expect(await runDueJobs({ ...deps, jobs: createJobs(server.clock, [shaky]) })).toBe(0);
  expect(await runDueJobs(deps)).toBe(1);
  await expect(enqueue('nope', {})).rejects.toThrow('No handler for job kind nope. Known kinds: note, shaky.');
});

test('refuses two handlers for one kind', () => {
  expect(() => createJobs(server.clock, [note, note])).toThrow('Two handlers for job kind note.');
});

test('a build without a handler runs nothing', async () => {
  expect(await runDueJobs({ ...deps, jobs: createJobs(server.clock, []) })).toBe(0);
});
