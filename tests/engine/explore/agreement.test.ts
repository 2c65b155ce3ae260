import { expect, test } from 'vitest';
import { createCompiler, openRelease } from '../../../engine/compiler/index.ts';
import type { Diagnostic } from '../../../engine/compiler/types.ts';
import { createExplorer } from '../../../engine/explore/index.ts';
import { createRandom } from '../../../engine/fake/index.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { bruteForce, type Tried } from './support/bruteForce.ts';
import { smallFlow } from './support/smallFlow.ts';

const wantedFlows = 200;
/** The same flows each time, so that a failure is caused by the change. `EXPLORE_SEED=…` tries others. */
const firstSeed = Number(process.env['EXPLORE_SEED'] ?? 1);
/** Faults of a form that only exploring reports. Brute force finds them at fields and rules. */
const beyondBruteForce = new Set(['form-never-satisfied', 'case-never-accepted']);

const files = ['one', 'two', 'three'].map((form) => `schemas/forms/${form}.schema.json`);

/** Exploring continues after a form that nobody can answer, because that is a separate fault. */
function isWithin({ file, pointer }: Diagnostic, furthest: number): boolean {
  const step = file.endsWith('.flow.json') ? Number(pointer.split('/')[2]) : files.indexOf(file);
  return step <= furthest;
}

const provable = [
  'always-true',
  'never-true',
  'row-never-holds',
  'row-shadowed',
  'rule-never-fails',
  'rule-never-holds',
  'step-never-reached',
];
/** Downgrades findings that check proves to warnings, so that exploring finds them too. */
const lenient = {
  path: 'hakbang.config.json',
  text: JSON.stringify({
    $schema: './schemas/meta/config.schema.json',
    rules: Object.fromEntries(provable.map((code) => [code, 'warning'])),
  }),
};
/**
 * Findings that only brute force shows: a row that others cover may also never hold, and a rule or condition may be unreachable. Brute
 * force does not ask whether a row always holds.
 */
const isTried = (proved: string, { verdicts, unasked }: Tried): boolean =>
  verdicts.includes(proved) ||
  verdicts.includes(`${proved.replace('row-shadowed', 'row-never-holds')}/when`) ||
  unasked.some((place) => proved.endsWith(place)) ||
  /^always-true .*\/rows\//.test(proved);
const wordsOf = ({ code, file, pointer }: Diagnostic) => `${code} ${file} ${pointer}`;

test(
  `exploring agrees with trying everything, on ${wantedFlows} generated flows from seed ${firstSeed}`,
  { timeout: 120_000 },
  async () => {
    const compiler = createCompiler(registry);
    const explorer = createExplorer(registry);
    const found = new Map<string, number>();
    const refusals: string[] = [];
    let flows = 0;
    let proofs = 0;
    for (let seed = firstSeed; flows < wantedFlows; seed++) {
      const flow = smallFlow(createRandom(seed));
      const { release, diagnostics } = await compiler.compile([...flow.files, lenient]);
      // The compiler itself rejects some flows: comparisons that are never equal, unguarded reads.
      if (!release) {
        refusals.push(...diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
        continue;
      }
      flows += 1;
      const tried = bruteForce(flow, await openRelease(release));
      const explored = (await explorer.explore(release)).filter(
        (each) => !beyondBruteForce.has(each.code) && isWithin(each, tried.furthest),
      );
      expect([seed, explored.map(wordsOf).sort()]).toEqual([seed, tried.verdicts]);
      const proved = diagnostics.filter((each) => provable.includes(each.code) && isWithin(each, tried.furthest)).map(wordsOf);
      proofs += proved.length;
      expect([seed, proved.filter((each) => !isTried(each, tried))]).toEqual([seed, []]);
      for (const { code } of explored) found.set(code, (found.get(code) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual(provable);
    expect(proofs).toBeGreaterThan(20);
    expect(refusals.filter((code) => !['unguarded-optional', 'never-equal'].includes(code))).toEqual([]);
  },
);
