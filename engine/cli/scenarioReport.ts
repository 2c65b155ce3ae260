import type { SourceFile } from '../compiler/types.ts';
import { junitOf, type ScenarioResult } from '../scenario/index.ts';
import { reportCompile } from './reporting.ts';
import type { CliDeps } from './types.ts';

export const scenarioFormats = ['text', 'json', 'junit'] as const;

interface ReportOptions {
  format: (typeof scenarioFormats)[number];
  /** Where the scenarios ran, with a trailing space: `in a browser `. Empty without a browser. */
  where: string;
}

/** Reports failed scenarios, untested checks and totals. */
export function reportScenarios(
  results: readonly ScenarioResult[],
  files: readonly SourceFile[],
  telling: ReportOptions,
  deps: CliDeps,
): void {
  if (telling.format === 'junit') return deps.out(junitOf(results));
  if (telling.format === 'json') return deps.out(JSON.stringify(results, undefined, 2));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  if (diagnostics.length > 0) reportCompile({ diagnostics }, files, 'text', deps);
  for (const line of untriedOf(results)) deps.out(line);
  const took = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const tried = results.filter(({ isSkipped }) => !isSkipped);
  const passed = tried.filter((result) => result.diagnostics.length === 0);
  deps.out(`${passed.length} of ${tried.length} scenarios passed ${telling.where}in ${inWords(took)}.${remarks(results, passed)}`);
}

/** Returns one line per scenario and reason: the first place and the number of other places. */
function untriedOf(results: readonly ScenarioResult[]): string[] {
  return results.flatMap(({ untried = [] }) =>
    [...Map.groupBy(untried, ({ message }) => message)].flatMap(([message, [first, ...more]]) => {
      if (!first) return [];
      const also = more.length > 0 ? ` (and ${more.length} more)` : '';
      return [`not tested in a browser: ${first.file}:${first.line}:${first.column} ${message}${also}`];
    }),
  );
}

function remarks(results: readonly ScenarioResult[], passed: readonly ScenarioResult[]): string {
  const inPart = passed.filter(({ untried }) => untried !== undefined).length;
  const skipped = results.filter(({ isSkipped }) => isSkipped).length;
  return `${inPart > 0 ? ` ${inPart} of them partly.` : ''}${skipped > 0 ? ` Skipped ${skipped} that no screen can test.` : ''}`;
}

const inWords = (ms: number): string => (ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(0)} s`);
