import type { Change, Mistake } from './corpus.ts';
import type { Stop, Verdict } from './judge.ts';

export interface Judged<Kind extends Change> {
  change: Kind;
  verdict: Verdict;
}

const stops: readonly (Stop | undefined)[] = ['error', 'warning', 'explore', 'scenarios', 'crash', undefined];
const head = ['', 'all', 'check: error', 'check: warning', 'explore', 'scenarios', 'crash', 'nothing'];

export const isStopped =
  (by: readonly Stop[]) =>
  ({ verdict: { stop } }: Judged<Change>): boolean =>
    stop !== undefined && by.includes(stop);

/** Percentage of mistakes that one of these stops. */
export function shareOf(judged: readonly Judged<Mistake>[], by: readonly Stop[]): number {
  return (100 * judged.filter(isStopped(by)).length) / judged.length;
}

function row(name: string, judged: readonly Judged<Mistake>[]): string[] {
  return [name, String(judged.length), ...stops.map((stop) => String(judged.filter(({ verdict }) => verdict.stop === stop).length))];
}

/** One line per class, and one per kind of file and class. */
export function tableOf(judged: readonly Judged<Mistake>[]): string {
  const classOf = ({ change }: Judged<Mistake>) => (change.structural ? 'structural' : 'other');
  const classes = [...Map.groupBy(judged, classOf)].map(([name, some]) => row(name, some));
  const kinds = [...Map.groupBy(judged, (each) => `${each.change.kind}, ${classOf(each)}`)].map(([name, some]) => row(name, some));
  return [head, ...classes, ...kinds]
    .map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(16))).join(''))
    .join('\n');
}

/** Number of findings per stopped mistake. One is ideal; the rest are follow-on errors. */
export function findingsPerFault(judged: readonly Judged<Mistake>[]): string {
  const counts = judged.map(({ verdict }) => verdict.findings.length).filter((count) => count > 0);
  const within = (from: number, to: number) => counts.filter((count) => count >= from && count <= to).length;
  const loud = judged
    .filter(({ verdict }) => verdict.findings.length > 5)
    .map(({ change, verdict }) => `${change.id} ${verdict.findings.length}`);
  return [
    `Findings per stopped mistake: one: ${within(1, 1)}, two: ${within(2, 2)}, three to five: ${within(3, 5)}, more: ${loud.length}.`,
    ...(loud.length > 0 ? [`More than five: ${loud.join(', ')}.`] : []),
  ].join('\n');
}

/** Lists the mistakes that neither check nor explore stops, with their stories. */
export function survivorsOf(judged: readonly Judged<Mistake>[]): string[] {
  return judged
    .filter((each) => !isStopped(['error', 'warning', 'explore'])(each))
    .map(({ change, verdict: { stop } }) => {
      const by = stop === undefined ? '' : `, ${stop}`;
      return `- ${change.structural ? 'structural' : 'other'}${by}: ${change.id}: ${change.story}`;
    });
}

/** Lists what these report about legitimate edits. */
export function objectionsTo(judged: readonly Judged<Change>[], by: readonly Stop[]): string[] {
  return judged.filter(isStopped(by)).flatMap(({ change, verdict }) => verdict.findings.map((finding) => `- ${change.id}: ${finding}`));
}
