import { compile, openRelease } from '../../compiler/index.ts';
import { junitOf, runScenario, type ScenarioResult } from '../../scenario/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { tell } from '../tell.ts';
import type { CliDeps, Command } from '../types.ts';
import type { SourceFile } from '../../compiler/types.ts';

const formats = ['text', 'json', 'junit'] as const;
const folder = 'tests/scenarios';

export const test: Command = {
  usage: ['test [files…] [--format text|json|junit]', `                             runs scenarios (${folder}/*.json) without a browser`],
  async run(args, deps) {
    const { values, positionals } = readArguments(args, { format: { type: 'string', default: 'text' } }, Infinity);
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    const compiled = await compile(files, deps.registry);
    if (!compiled.release) {
      tell(compiled, files, 'text', deps);
      return 1;
    }
    const scenarios = deps.scenarios?.(positionals) ?? [];
    if (scenarios.length === 0) {
      deps.error(`There are no scenarios${positionals.length === 0 ? ` in ${folder}` : ` of these names`}.`);
      return 2;
    }
    const release = await openRelease(compiled.release);
    const options = { release, registry: deps.registry, ...(deps.questions && { questions: deps.questions }) };
    const results = scenarios.map((file) => runScenario(file, options));
    report(results, scenarios, format, deps);
    return results.some(({ diagnostics }) => diagnostics.length > 0) ? 1 : 0;
  },
};

function report(results: ScenarioResult[], files: readonly SourceFile[], format: (typeof formats)[number], deps: CliDeps): void {
  if (format === 'junit') return deps.out(junitOf(results));
  if (format === 'json') return deps.out(JSON.stringify(results, undefined, 2));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const passed = results.filter((result) => result.diagnostics.length === 0).length;
  const took = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (diagnostics.length > 0) tell({ diagnostics }, files, 'text', deps);
  deps.out(`${passed} of ${results.length} scenarios passed in ${took.toFixed(0)} ms.`);
}
