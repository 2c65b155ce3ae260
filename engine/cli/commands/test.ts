import { compile, openRelease, type OpenRelease } from '../../compiler/index.ts';
import type { Diagnostic, SourceFile } from '../../compiler/types.ts';
import { nearMiss } from '../../expression/index.ts';
import { factsOf, fromFiles, toDiagnostics, toFiles } from '../../recording/index.ts';
import { runScenario, runScenarioOnScreens, type ScenarioResult } from '../../scenario/index.ts';
import { oneOf, readArguments, UsageError } from '../arguments.ts';
import { reportScenarios, scenarioFormats } from '../scenarioReport.ts';
import { beside, reportCompile } from '../reporting.ts';
import type { CliDeps, Command } from '../types.ts';

const folder = 'tests/scenarios';

export const test: Command = {
  usage: [
    `test [files…] [--format ${scenarioFormats.join('|')}]`,
    `                             runs scenarios (${folder}/*.json) without a browser and compares the recording`,
    '  --browser [--headed]       runs them through the screens in Chromium and lists what no screen shows',
    '  --record                   records the current behaviour: one line for each field, block and figure',
  ],
  async run(args, deps) {
    const { values, positionals } = readArguments(
      args,
      {
        format: { type: 'string', default: 'text' },
        record: { type: 'boolean', default: false },
        browser: { type: 'boolean', default: false },
        headed: { type: 'boolean', default: false },
      },
      Infinity,
    );
    if (values.headed && !values.browser) throw new UsageError('--headed needs --browser.');
    if (values.record && values.browser) throw new UsageError('--record and --browser exclude each other.');
    const format = oneOf('format', values.format, scenarioFormats);
    for (const name of positionals) knownScenario(name, deps);
    const files = deps.read();
    const compiled = await compile(files, deps.registry, deps.verdicts);
    if (!compiled.release) {
      reportCompile(compiled, files, 'text', deps);
      return 1;
    }
    const release = await openRelease(compiled.release);
    if (values.record) return write(release, deps);
    const scenarios = deps.scenarios?.(positionals) ?? [];
    if (scenarios.length === 0) {
      deps.error(`Found no scenarios in ${folder}.`);
      return 2;
    }
    const options = { release, registry: deps.registry, ...(deps.questions && { questions: deps.questions }) };
    const results = values.browser
      ? await inBrowser(scenarios, options, values.headed, deps)
      : [...scenarios.map((file) => runScenario(file, options)), ...(positionals.length === 0 ? recorded(release, deps) : [])];
    reportScenarios(results, scenarios, { format, where: values.browser ? 'in a browser ' : '' }, deps);
    return results.some(({ diagnostics }) => diagnostics.length > 0) ? 1 : 0;
  },
};

/** A mistyped scenario name must fail instead of passing with nothing run. */
function knownScenario(name: string, deps: CliDeps): void {
  if ((deps.scenarios?.([name]) ?? []).length > 0) return;
  const known = (deps.scenarios?.([]) ?? []).map(({ path }) => path.replace(/^.*\//, '').replace(/(\.scenario)?\.json$/, ''));
  throw new UsageError([`There is no scenario "${name}" in ${folder}.`, nearMiss(name, known).fix ?? []].flat().join(' '));
}

/** Runs one scenario at a time: on two cores, two browsers would slow each other down. */
async function inBrowser(
  scenarios: readonly SourceFile[],
  options: Parameters<typeof runScenario>[1],
  isHeaded: boolean,
  deps: CliDeps,
): Promise<ScenarioResult[]> {
  if (!deps.screens) throw new UsageError('--browser is not available here.');
  const host = await deps.screens({ isHeaded });
  const results: ScenarioResult[] = [];
  try {
    for (const file of scenarios) {
      const result = await runScenarioOnScreens(file, { ...options, host });
      results.push(result);
      deps.error(progressOf(result));
    }
  } finally {
    await host.close();
  }
  return results;
}

/** Browser runs are slow, so each result prints as soon as it is known. */
function progressOf({ id, diagnostics, isSkipped, durationMs }: ScenarioResult): string {
  const went = diagnostics.length > 0 ? 'FAILED' : isSkipped ? 'left out' : 'passed';
  const why = diagnostics.map(({ file, line, message }) => `\n         ${file}:${line} ${message}`);
  return `${went.padEnd(8)} ${id} ${(durationMs / 1000).toFixed(1)} s${why.join('')}`;
}

function write(release: OpenRelease, deps: CliDeps): 0 {
  const files = toFiles(factsOf(release));
  for (const { path, text } of files) beside(deps).write(path, text);
  deps.out(`Wrote the recording to ${files.map(({ path }) => path).join(', ')}.`);
  return 0;
}

/** Compares the release with the recording. Gives one result for each file. */
function recorded(release: OpenRelease, deps: CliDeps): ScenarioResult[] {
  const recording = deps.beside && fromFiles((path) => deps.beside?.read(path));
  if (!recording) return [];
  const began = performance.now();
  const byFile = Map.groupBy(toDiagnostics(recording, factsOf(release)), ({ file }) => file);
  const durationMs = performance.now() - began;
  return toFiles(recording).map(({ path: file }): ScenarioResult => {
    const diagnostics: Diagnostic[] = byFile.get(file) ?? [];
    return { file, id: file, title: 'The release matches the recording.', diagnostics, durationMs: durationMs / 3 };
  });
}
