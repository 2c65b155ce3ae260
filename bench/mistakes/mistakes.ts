import { writeFileSync } from 'node:fs';
import type { SourceFile } from '../../engine/compiler/types.ts';
import { scenarioQuestions } from '../../server/cli/scenarioQuestions.ts';
import { registry } from '../../server/registry.ts';
import { atLeast, atMost, type Figure } from '../report.ts';
import { applyIfPossible, readCurrent, readLegitimate, readMistakes, split, type Change, type Mistake } from './corpus.ts';
import { createJudge } from './judge.ts';
import { findingsPerFault, isStopped, objectionsTo, shareOf, survivorsOf, tableOf, type Judged } from './summary.ts';

interface Edited<Kind extends Change> {
  change: Kind;
  files: readonly SourceFile[];
}

/**
 * Judges all mistakes and legitimate edits, prints the result, and returns the shares that are stopped.
 *
 * @param json a file for the findings of each edit
 * @param allScenarios whether to walk all scenarios too
 */
export async function measureMistakes({ json, allScenarios = false }: { json?: string | undefined; allScenarios?: boolean } = {}): Promise<
  Figure[]
> {
  const base = readCurrent();
  const judge = await createJudge(base, registry, { questions: scenarioQuestions, allScenarios });
  async function judgeAll<Kind extends Change>(changes: readonly Edited<Kind>[]): Promise<Judged<Kind>[]> {
    const judged: Judged<Kind>[] = [];
    for (const { change, files } of changes) judged.push({ change, verdict: await judge.judge(files) });
    return judged;
  }
  const gone: string[] = [];
  function edited<Kind extends Change>(changes: readonly Kind[], files: readonly SourceFile[]): Edited<Kind>[] {
    return changes.flatMap((change) => {
      const after = applyIfPossible(files, change);
      if (!after) gone.push(change.id);
      return after ? [{ change, files: after }] : [];
    });
  }
  const mistakes = edited(readMistakes(), base);
  // Exclude scenarios, because a legitimate edit may change what they expect.
  const legitimate = edited(readLegitimate(), split(base).sources);
  if (gone.length > 0)
    console.log(`The files have changed, so these ${gone.length} edits have no place and do not count: ${gone.join(', ')}`);
  const [judged, allowed] = [await judgeAll(mistakes), await judgeAll(legitimate)];

  if (judge.inBase.length > 0) console.log(['Findings in the base, which do not count:', ...judge.inBase].join('\n'));
  console.log(tableOf(judged));
  console.log(findingsPerFault(judged));
  console.log(['Not stopped by check and explore:', ...survivorsOf(judged)].join('\n'));
  for (const [tool, by] of [['check', ['error', 'warning', 'crash']] as const, ['explore', ['explore']] as const]) {
    const objections = objectionsTo(allowed, by);
    console.log([`What ${tool} says about legitimate edits: ${objections.length === 0 ? 'nothing' : ''}`, ...objections].join('\n'));
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify([...judged, ...allowed], undefined, 2)}\n`);
  return figuresOf(judged, allowed);
}

/** Warnings stop too, because hakbang.config.json allows none. */
function figuresOf(judged: readonly Judged<Mistake>[], allowed: readonly Judged<Change>[]): Figure[] {
  const [structural, other] = [true, false].map((isStructural) => judged.filter(({ change }) => change.structural === isStructural));
  const byCheck = shareOf(structural ?? [], ['error', 'warning']);
  const byBoth = shareOf(other ?? [], ['error', 'warning', 'explore']);
  const blocked = allowed.filter(isStopped(['error', 'warning', 'crash'])).length;
  return [
    { what: 'structural mistakes that check stops', unit: '%', hakbang: byCheck, goal: atLeast(97, byCheck, ' %') },
    { what: 'other mistakes that check and explore stop', unit: '%', hakbang: byBoth, goal: atLeast(80, byBoth, ' %') },
    { what: 'legitimate edits that check blocks', unit: '', hakbang: blocked, goal: atMost(0, blocked) },
  ];
}
