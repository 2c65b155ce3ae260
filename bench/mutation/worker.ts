import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScenarios, readSources } from '../../engine/cli/index.ts';
import { createRandom } from '../../engine/fake/index.ts';
import { fromFiles } from '../../engine/recording/index.ts';
import { scenarioQuestions } from '../../server/cli/scenarioQuestions.ts';
import { registry } from '../../server/registry.ts';
import { root } from '../../tools/setup.mjs';
import { createJudge } from './judge.ts';
import { legitimateEdits } from './legitimate.ts';
import { mutantsOf } from './mutants.ts';
import type { Result } from './report.ts';

/** One share of the work: every `of`-th fault and legitimate edit, starting at `share`. */
export interface Task {
  count: number;
  seed: number;
  share: number;
  of: number;
}

export interface Done {
  results: Result[];
  /** Number of legitimate edits tried, and the findings on them. */
  edits: number;
  alarms: string[];
  /** Where the stored recording is out of date. */
  outdated: string[];
}

/** Judges one share. All shares plant the same faults, which is cheap. */
export async function judgeShare({ count, seed, share, of }: Task): Promise<Done> {
  const clean = readSources(root);
  const judge = await createJudge({ registry, clean, scenarios: readScenarios(root, []), questions: scenarioQuestions, seed });
  const results: Result[] = [];
  let planted = 0;
  for (const { files, ...mutant } of mutantsOf(clean, createRandom(seed))) {
    if (planted % of === share) results.push({ mutant, verdict: await judge.judge(files) });
    if (++planted === count) break;
  }
  const edits = legitimateEdits(clean).filter((_, index) => index % of === share);
  const alarms: string[] = [];
  for (const { name, files } of edits) alarms.push(...(await judge.complaints(files)).map((complaint) => `- ${name}: ${complaint}`));
  const kept = fromFiles((path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined));
  return { results, edits: edits.length, alarms, outdated: kept ? judge.outdated(kept) : [] };
}

// Forked by main.ts, which sends the task and receives the result.
if (process.send) {
  process.once('message', async (task: Task) => {
    const done = await judgeShare(task);
    process.send?.(done, () => process.exit(0));
  });
}
