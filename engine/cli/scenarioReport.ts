import type { SourceFile } from '../compiler/types.ts';
import { junitOf, type ScenarioResult } from '../scenario/index.ts';
import { tell } from './tell.ts';
import type { CliDeps } from './types.ts';

/** The formats that runs of scenarios can be told in. */
export const scenarioFormats = ['text', 'json', 'junit'] as const;

interface Telling {
  format: (typeof scenarioFormats)[number];
  /** Where they ran, with a blank at its end: `in a browser `; '' where nothing need be said. */
  where: string;
}

/** Says how scenarios went: those that failed, what was not tried, and how many of each. */
export function reportScenarios(results: readonly ScenarioResult[], files: readonly SourceFile[], telling: Telling, deps: CliDeps): void {
  if (telling.format === 'junit') return deps.out(junitOf(results));
  if (telling.format === 'json') return deps.out(JSON.stringify(results, undefined, 2));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  if (diagnostics.length > 0) tell({ diagnostics }, files, 'text', deps);
  for (const line of untriedOf(results)) deps.out(line);
  const took = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const tried = results.filter(({ isSkipped }) => !isSkipped);
  const passed = tried.filter((result) => result.diagnostics.length === 0);
  deps.out(`${passed.length} of ${tried.length} scenarios passed ${telling.where}in ${inWords(took)}.${besides(results, passed)}`);
}

/** A line for each reason in each scenario: the first place of it, and how many more there are. */
function untriedOf(results: readonly ScenarioResult[]): string[] {
  return results.flatMap(({ untried = [] }) =>
    [...Map.groupBy(untried, ({ message }) => message)].flatMap(([message, [first, ...more]]) => {
      if (!first) return [];
      const also = more.length > 0 ? ` (and ${more.length} more)` : '';
      return [`not in a browser: ${first.file}:${first.line}:${first.column} ${message}${also}`];
    }),
  );
}

function besides(results: readonly ScenarioResult[], passed: readonly ScenarioResult[]): string {
  const inPart = passed.filter(({ untried }) => untried !== undefined).length;
  const skipped = results.filter(({ isSkipped }) => isSkipped).length;
  return `${inPart > 0 ? ` ${inPart} of them in part.` : ''}${skipped > 0 ? ` ${skipped} say nothing that a screen shows, and were not run.` : ''}`;
}

const inWords = (ms: number): string => (ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(0)} s`);
