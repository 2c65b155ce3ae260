import { useEffect, useState } from 'react';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { StepFigure } from '../../../../server/contract/staff/stepFigures.ts';
import type { Speaking } from '../../parts/conditionWords.ts';
import type { DrawnNode } from './graphWords.ts';

/** Number of days that the counts cover. */
export const countedDays = 30;
/** Smaller groups are not reported. */
const fewest = 10;
const againMs = 60_000;

export type Counts = ReadonlyMap<string, Pick<StepFigure, 'reached' | 'stopped' | 'standing'>>;

/**
 * How many people reached each step of a flow and how many stopped there, polled every minute. Empty if nobody has entered the flow yet.
 */
export function useCounts(operation: string, flow: string | undefined): Counts {
  const { engine } = useScope().screen;
  const [counts, setCounts] = useState<{ flow: string; counts: Counts }>();
  useEffect(() => {
    if (flow === undefined) return undefined;
    let isOver = false;
    const ask = async () => {
      const answer = (await engine.call(operation, { flow, days: countedDays }).catch(() => undefined)) as
        | { steps: StepFigure[] }
        | undefined;
      if (answer && !isOver) setCounts({ flow, counts: new Map(answer.steps.map((each) => [each.step, each])) });
    };
    void ask();
    const timer = setInterval(() => void ask(), againMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [engine, operation, flow]);
  return counts !== undefined && counts.flow === flow ? counts.counts : new Map();
}

/** The counts of a step in words: how many people are there now, and how many came. Groups below ten people are not reported. */
export function countWords(
  { kind, name }: Pick<DrawnNode, 'kind' | 'name'>,
  counts: Counts,
  speaking: Pick<Speaking, 't' | 'formats'>,
): string[] {
  const counted = kind === 'form' || kind === 'review' ? counts.get(name) : undefined;
  if (!counted) return [];
  const { standing, reached, stopped } = counted;
  const { t, formats } = speaking;
  const word = (key: string, values: Record<string, string | number>) => t(`common.blocks.flowGraph.${key}`, values);
  const now = standing === undefined ? [] : [word('standing', { count: standing, standing: formats.number(standing) })];
  if (reached < fewest) return now;
  const said = formats.number(reached);
  if (stopped < fewest || reached - stopped < fewest) return [...now, word('came', { reached: said })];
  return [...now, word('cameStopped', { reached: said, share: Math.round((100 * stopped) / reached) })];
}
