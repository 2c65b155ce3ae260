import { compile, openRelease, type OpenRelease } from '../../compiler/index.ts';
import type { Diagnostic, Release, SourceFile } from '../../compiler/types.ts';
import { fromFiles, record, replay, toDiagnostics, toFiles } from '../../recording/index.ts';
import { junitOf, runScenario, type ScenarioResult } from '../../scenario/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { beside, tell } from '../tell.ts';
import type { CliDeps, Command } from '../types.ts';

const formats = ['text', 'json', 'junit'] as const;
const folder = 'tests/scenarios';

/** Few enough to be read when they change, enough for each condition to be met both ways. */
const recordedCases = 3;
const recordedSeed = 1;

export const test: Command = {
  usage: [
    'test [files…] [--format text|json|junit]',
    `                             runs scenarios (${folder}/*.json) without a browser, and what was recorded`,
    '  --record                   records how the release behaves now, in cases of its own making',
  ],
  async run(args, deps) {
    const { values, positionals } = readArguments(
      args,
      { format: { type: 'string', default: 'text' }, record: { type: 'boolean', default: false } },
      Infinity,
    );
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    const compiled = await compile(files, deps.registry);
    if (!compiled.release) {
      tell(compiled, files, 'text', deps);
      return 1;
    }
    if (values.record) return write(compiled.release, deps);
    const scenarios = deps.scenarios?.(positionals) ?? [];
    if (scenarios.length === 0) {
      deps.error(`There are no scenarios${positionals.length === 0 ? ` in ${folder}` : ` of these names`}.`);
      return 2;
    }
    const release = await openRelease(compiled.release);
    const options = { release, registry: deps.registry, ...(deps.questions && { questions: deps.questions }) };
    const results = scenarios.map((file) => runScenario(file, options));
    if (positionals.length === 0) results.push(...recorded(release, deps));
    report(results, scenarios, format, deps);
    return results.some(({ diagnostics }) => diagnostics.length > 0) ? 1 : 0;
  },
};

async function write(release: Release, deps: CliDeps): Promise<0> {
  const files = toFiles(await record(release, deps.registry, { seed: recordedSeed, cases: recordedCases }));
  for (const { path, text } of files) beside(deps).write(path, text);
  deps.out(`Recorded in ${files.map(({ path }) => path).join(', ')}.`);
  return 0;
}

/** What was recorded, as one result for each file of it. */
function recorded(release: OpenRelease, deps: CliDeps): ScenarioResult[] {
  const recording = deps.beside && fromFiles((path) => deps.beside?.read(path));
  if (!recording) return [];
  const began = performance.now();
  const byFile = Map.groupBy(toDiagnostics(replay(recording, release)), ({ file }) => file);
  const durationMs = performance.now() - began;
  return toFiles(recording).map(({ path: file }): ScenarioResult => {
    const diagnostics: Diagnostic[] = byFile.get(file) ?? [];
    return { file, id: file, title: 'The release behaves as recorded.', diagnostics, durationMs: durationMs / 5 };
  });
}

function report(results: ScenarioResult[], files: readonly SourceFile[], format: (typeof formats)[number], deps: CliDeps): void {
  if (format === 'junit') return deps.out(junitOf(results));
  if (format === 'json') return deps.out(JSON.stringify(results, undefined, 2));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const passed = results.filter((result) => result.diagnostics.length === 0).length;
  const took = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (diagnostics.length > 0) tell({ diagnostics }, files, 'text', deps);
  deps.out(`${passed} of ${results.length} scenarios passed in ${took.toFixed(0)} ms.`);
}
