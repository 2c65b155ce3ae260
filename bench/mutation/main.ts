import { parseArgs } from 'node:util';
import { readScenarios, readSources } from '../../engine/cli/index.ts';
import { createRandom } from '../../engine/fake/index.ts';
import { scenarioQuestions } from '../../server/cli/scenarioQuestions.ts';
import { registry } from '../../server/registry.ts';
import { root } from '../../tools/setup.mjs';
import { createJudge, type Verdict } from './judge.ts';
import { legitimateEdits } from './legitimate.ts';
import { mutantsOf, type Mutant } from './mutants.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string' }, survivors: { type: 'boolean', default: false } },
});
const count = Number(values.count);
/** A new seed each run; printed, so that a run can be done again. */
const seed = values.seed === undefined ? Date.now() % 2_147_483_647 : Number(values.seed);

const clean = readSources(root);
const judge = await createJudge({ registry, clean, scenarios: readScenarios(root, []), questions: scenarioQuestions, seed });
const results: { mutant: Mutant; verdict: Verdict }[] = [];
for (const mutant of mutantsOf(clean, createRandom(seed))) {
  results.push({ mutant: { ...mutant, files: [] }, verdict: await judge.judge(mutant.files) });
  if (results.length === count) break;
}
const alarms: string[] = [];
const edits = legitimateEdits(clean);
for (const { name, files } of edits) alarms.push(...(await judge.complaints(files)).map((complaint) => `- ${name}: ${complaint}`));
console.log(report(results, { seed, survivors: values.survivors }));
console.log([`False alarms on ${edits.length} legitimate edits: ${alarms.length}.`, ...alarms].join('\n'));
