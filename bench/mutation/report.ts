import type { Verdict } from './judge.ts';
import type { Mutant } from './mutants.ts';
import { reasonOf } from './reasons.ts';

export interface Result {
  mutant: Omit<Mutant, 'files'>;
  verdict: Verdict;
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** Formats the figures by operator, and the undetected faults. */
export function report(results: readonly Result[], { seed, survivors }: { seed: number; survivors: boolean }): string {
  const lines = [
    `${results.length} faults, seed ${seed}`,
    '',
    '| operator | harmful | check | explore | scenarios | recording | not found |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const [operator, own] of Map.groupBy(results, ({ mutant }) => mutant.operator)) lines.push(row(operator, own));
  lines.push(row('**all**', results), '', rates(results));
  const lost = survivorsOf(results);
  const unexplained = lost.filter(({ mutant }) => !reasonOf(mutant));
  lines.push(`Survivors of check and explore: ${lost.length}, of which unexplained: ${unexplained.length}.`);
  // Undetected and unexplained faults are always listed.
  const listed = survivors ? lost : lost.filter((each) => each.verdict.foundBy === undefined || unexplained.includes(each));
  return [...lines, ...listed.flatMap(explained)].join('\n');
}

/** Harmful faults that neither check nor explore detected. */
const survivorsOf = (results: readonly Result[]): Result[] =>
  harmfulOf(results).filter(({ verdict }) => verdict.foundBy !== 'check' && verdict.foundBy !== 'explore');

/** Explains a survivor: what it changes, why it was not detected, and what could have detected it. */
function explained({ mutant, verdict }: Result): string[] {
  const reason = reasonOf(mutant);
  return [
    '',
    `- ${verdict.foundBy ?? 'NOT FOUND'}: ${mutant.path}:${mutant.line} ${mutant.pointer} (${mutant.operator}) ${mutant.said}`,
    ...(verdict.differs === undefined ? [] : [`  Otherwise: ${verdict.differs}`]),
    ...(reason ? [`  ${reason.why}`, `  Held by ${reason.heldBy}.`] : ['  Unexplained.']),
  ];
}

const harmfulOf = (results: readonly Result[]) => results.filter(({ verdict }) => verdict.isHarmful);

function row(name: string, results: readonly Result[]): string {
  const harmful = harmfulOf(results);
  const by = (found: Verdict['foundBy']) => harmful.filter(({ verdict }) => verdict.foundBy === found).length;
  return `| ${name} | ${harmful.length} | ${by('check')} | ${by('explore')} | ${by('scenarios')} | ${by('recording')} | ${by(undefined)} |`;
}

/** Detection rates for harmful faults. */
export interface Rates {
  /** By check and explore alone. */
  still: number;
  /** Also by written scenarios, without the recording. */
  written: number;
  /** Also by the recording. */
  all: number;
}

export function ratesOf(results: readonly Result[]): { rates: Rates; harmful: number } {
  const harmful = harmfulOf(results);
  const by = (...finders: Verdict['foundBy'][]) =>
    harmful.filter(({ verdict }) => finders.includes(verdict.foundBy)).length / harmful.length;
  return {
    rates: {
      still: by('check', 'explore'),
      written: by('check', 'explore', 'scenarios'),
      all: by('check', 'explore', 'scenarios', 'recording'),
    },
    harmful: harmful.length,
  };
}

function rates(results: readonly Result[]): string {
  const harmful = harmfulOf(results);
  const found = harmful.filter(({ verdict }) => verdict.foundBy !== undefined);
  const still = found.filter(({ verdict }) => verdict.foundBy === 'check' || verdict.foundBy === 'explore');
  const written = found.filter(({ verdict }) => verdict.foundBy !== 'recording');
  const byCases = still.filter(({ verdict }) => / (?:failing|unknown)-case$/.test(verdict.said ?? '')).length;
  return [
    `Harmful: ${harmful.length} of ${results.length}.`,
    `Found by check and explore alone: ${percent(still.length, harmful.length)} (${percent(still.length - byCases, harmful.length)} but for cases); with written scenarios: ${percent(written.length, harmful.length)}; with what was recorded: ${percent(found.length, harmful.length)}.`,
  ].join('\n');
}
