import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { missed } from './gate.ts';
import { report, type Result } from './report.ts';
import type { Done, Task } from './worker.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    /** Judges by check, explore and the written scenarios alone. */
    'without-recording': { type: 'boolean', default: false },
    /** Exits with an error if the rates are below the gate. */
    gate: { type: 'boolean', default: false },
    processes: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});
const [count, of] = [Number(values.count), Number(values.processes)];
/** A new seed per run. It is printed, so that a run can be repeated. */
const seed = values.seed === undefined ? Date.now() % 2_147_483_647 : Number(values.seed);

/** Treats a fault that only the recording found as not found. */
function unrecorded({ mutant, verdict }: Result): Result {
  return verdict.foundBy === 'recording' ? { mutant, verdict: { ...verdict, foundBy: undefined } } : { mutant, verdict };
}

function run(task: Task): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)));
    child.once('message', (done) => resolve(done as Done));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`A share of the faults ended with code ${code}`)));
    child.send(task);
  });
}

const began = performance.now();
const shares = await Promise.all(Array.from({ length: of }, (_, share) => run({ count, seed, share, of })));
const results = shares.flatMap((share) => (values['without-recording'] ? share.results.map(unrecorded) : share.results));
const alarms = shares.flatMap((share) => share.alarms);
const edits = shares.reduce((sum, share) => sum + share.edits, 0);
console.log(report(results, { seed, survivors: values.survivors }));
console.log([`False alarms on ${edits} legitimate edits: ${alarms.length}.`, ...alarms].join('\n'));
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s in ${of} processes.`);
const outdated = shares[0]?.outdated ?? [];
if (outdated.length > 0) console.log(['The recording is out of date. Run hakbang renew:', ...outdated].join('\n'));
if (values.gate) {
  const reasons = [...missed(results), ...(alarms.length > 0 ? ['False alarms.'] : [])];
  for (const reason of reasons) console.log(reason);
  process.exitCode = reasons.length > 0 ? 1 : 0;
}
