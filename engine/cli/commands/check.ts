import type { Compiler } from '../../compiler/compile.ts';
import type { Diagnostic, KeptEmpty, SourceFile } from '../../compiler/types.ts';
import { oneOf, readArguments, UsageError } from '../arguments.ts';
import { readBaseline, sift, writeBaseline } from '../baseline.ts';
import { formats } from '../formats/index.ts';
import { counted } from '../formats/text.ts';
import { checkKept, type KeptChecks } from '../keptChecks.ts';
import { keptEmpty } from '../keptEmpty.ts';
import { configOf } from '../projectConfig.ts';
import { projectConfigFile } from '../sources.ts';
import { beside, fromRoot, report, type ReportOptions } from '../reporting.ts';
import type { CheckedApplication, CliDeps, Command, ExitCode, Fixes } from '../types.ts';

const nothingThere = 'Found no configuration: the folders schemas/, flows/ and locales/ are missing or empty.';

/** The options of a check. The command line overrides hakbang.config.json. */
interface Judging extends ReportOptions {
  maxWarnings: number;
  baseline: string | undefined;
}

export const check: Command = {
  usage: [
    `check [--format ${formats.join('|')}] [--output file]`,
    '                             checks the configuration',
    '  --fix                      applies the automatic fixes',
    '  --watch                    checks again at each save',
    '  --max-warnings n           fails if there are more than n warnings',
    '  --baseline file            hides the warnings listed in the file',
    '  --update-baseline          writes the current warnings to the file',
    '  --no-cache                 ignores cached results',
  ],
  async run(args, deps) {
    const { values } = readArguments(args, {
      format: { type: 'string', default: 'text' },
      output: { type: 'string' },
      fix: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      'max-warnings': { type: 'string' },
      baseline: { type: 'string' },
      'update-baseline': { type: 'boolean', default: false },
      'no-cache': { type: 'boolean', default: false },
    });
    const telling: ReportOptions = { format: oneOf('format', values.format, formats), output: values.output };
    const configuration = deps.read();
    if (configuration.length === 0) {
      deps.error(nothingThere);
      return 2;
    }
    const files = withScenarios(configuration, deps);
    const judging: Judging = { ...telling, ...wanted(files, values['max-warnings'], values.baseline) };
    if (values.watch) return watch(configuration, judging, deps);
    const usesCache = !values['no-cache'];
    const running = deps.checkOthers?.(configFileOf(files), { fix: values.fix, usesCache }) ?? [];
    const { fixed, ...state } = values.fix
      ? await mend(files, deps)
      : { fixed: none, files, diagnostics: await checkOnce(files, usesCache ? deps.keptChecks : undefined, deps) };
    const others = await running;
    if (values.fix) deps.error(saidFixes([fixed, ...others.map((other) => other.fixed)]));
    const whole = withOthers(state, others);
    return values['update-baseline'] ? update(whole, judging, deps) : judge(whole, judging, deps);
  },
};

interface Checked {
  files: readonly SourceFile[];
  diagnostics: readonly Diagnostic[];
}

/** Adds the findings of the other applications. */
function withOthers({ files, diagnostics }: Checked, others: readonly CheckedApplication[]): Checked {
  const below = others.map((other) => fromRoot(other.folder, other));
  return {
    files: [...files, ...below.flatMap((other) => other.files)],
    diagnostics: [...diagnostics, ...below.flatMap((other) => other.diagnostics)],
  };
}

/** One file sets the severities of every application. */
const configFileOf = (files: readonly SourceFile[]) => files.filter(({ path }) => path === projectConfigFile);

/** Reads the limits from hakbang.config.json. The compiler reports mistakes in that file. */
function wanted(files: readonly SourceFile[], maxWarnings: string | undefined, baseline: string | undefined) {
  const config = configOf(files);
  if (maxWarnings !== undefined && !/^\d+$/.test(maxWarnings)) {
    throw new UsageError(`--max-warnings must be a whole number, not "${maxWarnings}".`);
  }
  return {
    maxWarnings: maxWarnings === undefined ? (config.maxWarnings ?? Infinity) : Number(maxWarnings),
    baseline: baseline ?? config.baseline,
  };
}

/** Scenarios are stored next to the configuration and refer to its names. */
const withScenarios = (files: readonly SourceFile[], deps: CliDeps): readonly SourceFile[] => [...files, ...(deps.scenarios?.([]) ?? [])];

async function mend(files: readonly SourceFile[], deps: CliDeps): Promise<Checked & { fixed: Fixes }> {
  const { fix } = await import('../../compiler/index.ts');
  const { count, changed, deleted, ...state } = await fix(files, await compilerOf(deps));
  if (count > 0) deps.write(changed, { remove: deleted });
  return { ...state, fixed: { count, files: changed.length + deleted.length } };
}

const none: Fixes = { count: 0, files: 0 };

function saidFixes(all: readonly Fixes[]): string {
  const { count, files } = all.reduce((sum, each) => ({ count: sum.count + each.count, files: sum.files + each.files }), none);
  return `Fixed ${counted(count, 'finding')} in ${counted(files, 'file')}.`;
}

function judge({ files, diagnostics }: Checked, judging: Judging, deps: CliDeps): ExitCode {
  const { baseline, maxWarnings } = judging;
  const known = baseline === undefined ? { findings: {} } : readBaseline(baseline, beside(deps).read(baseline));
  const filtered = sift(diagnostics, files, known);
  report({ diagnostics: filtered.diagnostics, files }, judging, deps);
  if (filtered.known > 0) deps.error(`${baseline} hides ${counted(filtered.known, 'warning')}.`);
  if (filtered.mended > 0)
    deps.error(`No longer found: ${counted(filtered.mended, 'warning')} of ${baseline}. Remove outdated entries with --update-baseline.`);
  const warnings = filtered.diagnostics.filter(({ severity }) => severity === 'warning').length;
  if (warnings > maxWarnings) deps.error(`Found ${counted(warnings, 'warning')}; the limit is ${maxWarnings}.`);
  return hasErrors(diagnostics) || warnings > maxWarnings ? 1 : 0;
}

const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(({ severity }) => severity === 'error');

function update({ files, diagnostics }: Checked, judging: Judging, deps: CliDeps): ExitCode {
  if (judging.baseline === undefined) throw new UsageError('--update-baseline needs --baseline, or "baseline" in hakbang.config.json.');
  beside(deps).write(judging.baseline, writeBaseline(diagnostics, files));
  report({ diagnostics: diagnostics.filter(({ severity }) => severity === 'error'), files }, judging, deps);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** Checks again after each save. The compiler's cache limits the work to what changed. */
async function watch(start: readonly SourceFile[], judging: Judging, deps: CliDeps): Promise<ExitCode> {
  if (!deps.watch) throw new UsageError('--watch is not available here.');
  const compiler = await compilerOf(deps);
  let files = start;
  async function once(saved: readonly string[]): Promise<void> {
    const started = performance.now();
    if (saved.length > 0) files = deps.readAgain?.(files, saved) ?? deps.read();
    const all = withScenarios(files, deps);
    judge({ files: all, diagnostics: await compiler.check(all) }, judging, deps);
    deps.error(`${Math.round(performance.now() - started)} ms. Waiting for changes.`);
  }
  // Checks run one at a time: a save during a check starts the next one.
  let running = once([]);
  await deps.watch((saved) => {
    running = running.then(() => once(saved));
  });
  await running;
  return 0;
}

/** Loaded on demand, because importing the compiler takes longer than the rest of a cached check. */
async function compilerOf({ registry, verdicts }: CliDeps, empty?: KeptEmpty): Promise<Compiler> {
  const { createCompiler } = await import('../../compiler/index.ts');
  return createCompiler(registry, verdicts, empty);
}

const checkOnce = (files: readonly SourceFile[], kept: KeptChecks | undefined, deps: CliDeps): Promise<Diagnostic[]> =>
  checkKept(
    files,
    kept,
    async (all) => {
      const empty = kept && keptEmpty(kept.emptyFile);
      const compiler = await compilerOf(deps, empty);
      const found = await compiler.check(all);
      empty?.save();
      return found;
    },
    () => deps.verdicts?.isCertain() ?? true,
  );
