import { caseGaps } from '../../cases/index.ts';
import { compile, openRelease } from '../../compiler/index.ts';
import type { Release, SourceFile } from '../../compiler/types.ts';
import type { Answers } from '../../config/definitions.ts';
import { Coverage, createExplorer } from '../../explore/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { formats } from '../formats/index.ts';
import { asWanted } from '../projectConfig.ts';
import { fromRoot, report, reportCompile } from '../reporting.ts';
import { runScenario } from '../../scenario/index.ts';
import { projectConfigFile } from '../sources.ts';
import type { CliDeps, Command } from '../types.ts';

export const explore: Command = {
  usage: [
    `explore [--format ${formats.join('|')}] [--output file] [--all] [--coverage]`,
    '                             finds steps that nobody can reach, forms that nobody can complete, and conditions that never change;',
    '                             --all also lists the undecided ones; --coverage lists the branches that tests/scenarios cover',
  ],
  async run(args, deps) {
    const { values } = readArguments(args, {
      format: { type: 'string', default: 'text' },
      output: { type: 'string' },
      all: { type: 'boolean', default: false },
      coverage: { type: 'boolean', default: false },
    });
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    const compiled = await compile(files, deps.registry, deps.verdicts);
    const { release } = compiled;
    if (!release) {
      reportCompile(compiled, files, format, deps);
      return 1;
    }
    if (values.coverage) return cover(release, format === 'json', deps);
    const applications = [{ files, diagnostics: await findings(release, files, deps) }, ...(await exploreOthers(files, deps))];
    const everything = applications.flatMap((each) => each.diagnostics);
    const diagnostics = values.all ? everything : everything.filter(({ severity }) => severity !== 'info');
    const found = { diagnostics, files: applications.flatMap((each) => each.files), release: release.hash };
    report(found, { format, output: values.output, command: 'explore' }, deps);
    return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};

/** What the explorer finds in one application, under the severities that its project asks for. */
async function findings(release: Release, files: readonly SourceFile[], deps: Pick<CliDeps, 'registry'>) {
  return asWanted(await createExplorer(deps.registry, [caseGaps]).explore(release), files, deps);
}

/** Explores the other applications, under the severities of the main one. Lists the compiler's findings for one that has errors. */
function exploreOthers(main: readonly SourceFile[], { others = [], verdicts }: CliDeps) {
  const config = main.filter(({ path }) => path === projectConfigFile);
  return Promise.all(
    others.map(async ({ folder, read, ...other }) => {
      const [files, registry] = [read(), await other.registry()];
      const all = [...files, ...config];
      const { release, diagnostics } = await compile(all, registry, verdicts);
      const found = release ? await findings(release, all, { registry }) : asWanted(diagnostics, all, { registry });
      return fromRoot(folder, { files, diagnostics: found });
    }),
  );
}

/** Walks all scenarios and lists the branches of flows, forms and tables that no scenario covers. */
async function cover(release: Release, asJson: boolean, deps: CliDeps): Promise<0> {
  const open = await openRelease(release);
  const coverage = new Coverage(open);
  for (const file of deps.scenarios?.([]) ?? []) {
    runScenario(file, {
      release: open,
      registry: deps.registry,
      ...(deps.questions && { questions: deps.questions }),
      seen: (client, { flow }, { decide }) => {
        const { around, facts } = client;
        const typed = client.asksForm ? { typed: { form: client.form.id, answers: client.form.settled() } } : {};
        coverage.see({ flow, answers: client.stored as Answers, around, facts, decided: decide === undefined ? [] : [decide], ...typed });
      },
    });
  }
  const branches = coverage.branches();
  const missed = branches.filter(({ isTaken }) => !isTaken);
  if (asJson) deps.out(JSON.stringify(branches, undefined, 2));
  else {
    for (const { of, what } of missed) deps.out(`${of}: no scenario covers ${what}`);
    deps.out(`Scenarios cover ${branches.length - missed.length} of ${branches.length} branches.`);
  }
  return 0;
}
