import { expect, test } from 'vitest';
import { createCompiler, openRelease } from '../../../engine/compiler/index.ts';
import type { Diagnostic } from '../../../engine/compiler/types.ts';
import { createExplorer } from '../../../engine/explore/index.ts';
import { createRandom } from '../../../engine/fake/index.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { bruteForce } from './support/bruteForce.ts';
import { smallFlow } from './support/smallFlow.ts';

const wantedFlows = 200;
/** Always the same flows, so that a failure is the change's; `EXPLORE_SEED=…` tries others. */
const firstSeed = Number(process.env['EXPLORE_SEED'] ?? 1);
/** Faults of a form that exploring tells beside; trying everything asks the same of fields and rules. */
const beyondBruteForce = new Set(['form-never-satisfied', 'case-never-accepted']);

const files = ['one', 'two', 'three'].map((form) => `schemas/forms/${form}.schema.json`);

/** Exploring goes on behind a form that nobody can answer, for that is another fault. */
function isWithin({ file, pointer }: Diagnostic, furthest: number): boolean {
  const step = file.endsWith('.flow.json') ? Number(pointer.split('/')[2]) : files.indexOf(file);
  return step <= furthest;
}

test(
  `exploring agrees with trying everything, on ${wantedFlows} generated flows from seed ${firstSeed}`,
  { timeout: 120_000 },
  async () => {
    const compiler = createCompiler(registry);
    const explorer = createExplorer(registry);
    const found = new Map<string, number>();
    const refusals: string[] = [];
    let flows = 0;
    for (let seed = firstSeed; flows < wantedFlows; seed++) {
      const flow = smallFlow(createRandom(seed));
      const { release, diagnostics } = await compiler.compile(flow.files);
      // The compiler itself refuses some: comparisons that are never equal, unguarded reads.
      if (!release) {
        refusals.push(...diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
        continue;
      }
      flows += 1;
      const tried = bruteForce(flow, await openRelease(release));
      const explored = (await explorer.explore(release)).filter(
        (each) => !beyondBruteForce.has(each.code) && isWithin(each, tried.furthest),
      );
      const findings = explored.map(({ code, file, pointer }) => `${code} ${file} ${pointer}`).sort();
      expect([seed, findings]).toEqual([seed, tried.verdicts]);
      for (const { code } of explored) found.set(code, (found.get(code) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual([
      'always-true',
      'never-true',
      'row-never-holds',
      'row-shadowed',
      'rule-never-fails',
      'rule-never-holds',
      'step-never-reached',
    ]);
    expect(refusals.filter((code) => !['unguarded-optional', 'never-equal'].includes(code))).toEqual([]);
  },
);
