import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase, onPostgres } from '../support/testDatabase.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import type { JobHandler } from '../../../server/platform/jobs/types.ts';
import { startWorker } from '../../../server/platform/jobs/worker.ts';
import { createLog } from '../../../server/platform/log.ts';
import { systemRandom } from '../../../server/platform/random.ts';
import { systemClock } from '../../../server/platform/time.ts';

vi.setConfig({ testTimeout: 120_000 });

/** An embedded database is slower, and cannot show races. */
const count = onPostgres ? 500 : 100;
let connection: Connection;
const nodes: ChildProcess[] = [];

beforeEach(async () => {
  connection = await createTestDatabase();
  await sql`create table traces (n integer not null, pid integer not null)`.execute(connection.db);
});
afterEach(async () => {
  for (const node of nodes.splice(0)) node.kill('SIGKILL');
  await connection.close();
});

const trace: JobHandler = {
  kind: 'trace',
  run: async ({ db }, { n }) => void (await sql`insert into traces (n, pid) values (${n}, 0)`.execute(db)),
};

async function enqueueAll(): Promise<void> {
  const jobs = createJobs(systemClock, [trace]);
  await connection.db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) await jobs.enqueue(tx, 'trace', { n });
  });
}

async function startNode(): Promise<ChildProcess> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(connection.db);
  const script = fileURLToPath(new URL('node.ts', import.meta.url));
  const node = spawn(process.execPath, [script, process.env['TEST_DATABASE_URL'] ?? '', rows[0]?.schema ?? '']);
  nodes.push(node);
  await once(node.stdout, 'data');
  return node;
}

const doneCount = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from jobs where done_at is not null`.execute(connection.db)).rows[0]?.n);

async function untilDone(target: number): Promise<void> {
  while ((await doneCount()) < target) await wait(20);
}

/** How often jobs ran, how many different ones, and on how many nodes. */
async function traces() {
  const { rows } = await sql<{ n: number; pid: number }>`select n, pid from traces`.execute(connection.db);
  return { total: rows.length, different: new Set(rows.map(({ n }) => n)).size, nodes: new Set(rows.map(({ pid }) => pid)).size };
}

/** An embedded database allows one process, so two workers in it share the jobs. */
const [real, embedded] = onPostgres ? [['PostgreSQL'], []] : [[], ['embedded']];

test.each(real)('two nodes share 500 jobs and run each once: %s', async () => {
  await Promise.all([startNode(), startNode()]);
  await enqueueAll();
  await untilDone(count);
  expect(await traces()).toEqual({ total: count, different: count, nodes: 2 });
});

test.each(real)('when one node is killed, the other runs the rest and repeats the interrupted job: %s', async () => {
  const [killed] = await Promise.all([startNode(), startNode()]);
  await enqueueAll();
  await untilDone(count / 5);
  killed?.kill('SIGKILL');
  await untilDone(count);
  const { total, different } = await traces();
  expect(different).toBe(count);
  // The killed node runs two jobs in parallel. Each may have had its effect without being marked as done.
  expect(total).toBeLessThanOrEqual(count + 2);
});

test.each(embedded)('two workers share jobs and run each once: %s', async () => {
  const node = { db: connection.db, clock: systemClock, random: systemRandom, log: createLog('silent') };
  const workers = [1, 2].map(() => startWorker({ ...node, jobs: createJobs(systemClock, [trace]) } as unknown as Deps, { pollMs: 100 }));
  await enqueueAll();
  await untilDone(count);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await traces()).toEqual({ total: count, different: count, nodes: 1 });
});
