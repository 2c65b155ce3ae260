// A node that only runs jobs, as a separate process: node.ts <database url> <schema>
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPostgres } from '../../../server/platform/db/connect.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import type { JobHandler } from '../../../server/platform/jobs/types.ts';
import { startWorker } from '../../../server/platform/jobs/worker.ts';
import { createLog } from '../../../server/platform/log.ts';
import { systemRandom } from '../../../server/platform/random.ts';
import { systemClock } from '../../../server/platform/time.ts';

const [url = '', schema = ''] = process.argv.slice(2);
const { db, close } = connectPostgres(url, 4, schema);

/** Leaves a trace of each run, even of repeated ones. */
const trace: JobHandler = {
  kind: 'trace',
  run: async (_deps, { n }) => {
    await wait(3);
    await sql`insert into traces (n, pid) values (${n}, ${process.pid})`.execute(db);
    await wait(3);
  },
};

const deps = {
  db,
  clock: systemClock,
  random: systemRandom,
  jobs: createJobs(systemClock, [trace]),
  log: createLog('silent'),
} as unknown as Deps;
const worker = startWorker(deps, { lanes: 2, pollMs: 100, leaseSeconds: 2 });
process.once('SIGTERM', () => void worker.stop().then(close));
process.stdout.write('ready\n');
