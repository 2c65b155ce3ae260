import { createCompiler, openRelease, withSeverities } from '../../engine/compiler/index.ts';
import type { Diagnostic, Release, SourceFile } from '../../engine/compiler/types.ts';
import type { Registry } from '../../engine/config/definitions.ts';
import { caseGaps } from '../../engine/cases/index.ts';
import { createExplorer } from '../../engine/explore/index.ts';
import { runScenario, type Question } from '../../engine/scenario/index.ts';
import { split } from './corpus.ts';

/** What stops an edit first. `error` and `warning` come from check; `crash` is a bug in the tools. */
export type Stop = 'error' | 'warning' | 'explore' | 'scenarios' | 'crash';

export interface Verdict {
  stop?: Stop;
  /** Findings beyond those of the base, without severity `info`. For scenarios, only those of the first failing one. */
  findings: string[];
}

export interface Judge {
  /** Findings of check and explore in the base, and its failing scenarios. */
  inBase: string[];
  judge(files: readonly SourceFile[]): Promise<Verdict>;
}

interface JudgeOptions {
  questions: Readonly<Record<string, Question>>;
  /** Walk all scenarios if check and explore stop nothing, not only the edited ones. That takes a third of the time. */
  allScenarios: boolean;
}

const keyOf = ({ code, file, message }: Diagnostic) => `${code} ${file} ${message}`;
const say = ({ file, line, column, code, message }: Diagnostic) => `${file}:${line}:${column} ${code} ${message}`;
const isLoud = ({ severity }: Diagnostic) => severity !== 'info';

/**
 * Judges edited copies of the base. Findings that the base also has do not count, because the tools evolve and may now reject what they
 * once allowed. If the base has errors, there is no release to explore, so only check judges.
 */
export async function createJudge(
  base: readonly SourceFile[],
  registry: Registry,
  { questions, allScenarios }: JudgeOptions,
): Promise<Judge> {
  const compiler = createCompiler(registry);
  const explorer = createExplorer(registry, [caseGaps]);

  async function explore(release: Release | undefined): Promise<Diagnostic[]> {
    return release ? withSeverities(await explorer.explore(release), {}, registry).filter(isLoud) : [];
  }

  /** Returns the findings of the first failing scenario. */
  async function walk(release: Release | undefined, scenarios: readonly SourceFile[]): Promise<Diagnostic[]> {
    const open = release && (await openRelease(release));
    for (const file of open ? scenarios : []) {
      const found = open ? runScenario(file, { release: open, registry, questions }).diagnostics.filter(isLoud) : [];
      if (found.length > 0) return found;
    }
    return [];
  }

  const { sources, scenarios } = split(base);
  const clean = await compiler.compile(sources);
  const known = [...clean.diagnostics.filter(isLoud), ...(await explore(clean.release))];
  const failing: string[] = [];
  for (const file of scenarios) if ((await walk(clean.release, [file])).length > 0) failing.push(file.path);
  const texts = new Map(scenarios.map(({ path, text }) => [path, text]));
  const counts = [...Map.groupBy(known, keyOf)].map(([key, same]): [string, number] => [key, same.length]);

  /** Returns the findings that the base lacks or has fewer times. */
  function beyond(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const left = new Map(counts);
    return diagnostics.filter(isLoud).filter((each) => {
      const count = left.get(keyOf(each)) ?? 0;
      left.set(keyOf(each), count - 1);
      return count <= 0;
    });
  }

  const isWalked = ({ path, text }: SourceFile) => !failing.includes(path) && (allScenarios || texts.get(path) !== text);

  async function judge(files: readonly SourceFile[]): Promise<Verdict> {
    const edited = split(files);
    const { release, diagnostics } = await compiler.compile(edited.sources);
    const checked = beyond(diagnostics);
    const hasError = checked.some(({ severity }) => severity === 'error');
    if (checked.length > 0) return { stop: hasError ? 'error' : 'warning', findings: checked.map(say) };
    const explored = beyond(await explore(release));
    if (explored.length > 0) return { stop: 'explore', findings: explored.map(say) };
    const walked = await walk(release, edited.scenarios.filter(isWalked));
    return walked.length > 0 ? { stop: 'scenarios', findings: walked.map(say) } : { findings: [] };
  }

  return {
    inBase: [...known.map(say), ...failing],
    judge: (files) => judge(files).catch((error: unknown): Verdict => ({ stop: 'crash', findings: [String(error)] })),
  };
}
