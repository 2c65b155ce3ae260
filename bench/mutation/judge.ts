import { createCompiler, openRelease, type OpenRelease } from '../../engine/compiler/index.ts';
import type { Diagnostic, Release, SourceFile } from '../../engine/compiler/types.ts';
import type { Registry } from '../../engine/config/definitions.ts';
import { caseGaps } from '../../engine/cases/index.ts';
import { createExplorer } from '../../engine/explore/index.ts';
import { factsOf, record, replay, toDiagnostics, type Facts } from '../../engine/recording/index.ts';
import { runScenario, type Question } from '../../engine/scenario/index.ts';

/** Result of a mutant. */
export interface Verdict {
  /** Whether anybody could notice. A configuration that cannot be released is always harmful. */
  isHarmful: boolean;
  foundBy: 'check' | 'explore' | 'scenarios' | 'recording' | undefined;
  /** The first finding and its location. */
  said?: string;
  /** How its release behaves differently, if it compiles. */
  differs?: string;
}

export interface Judge {
  /** Findings of check and explore on a legitimate edit; [] if there are none. */
  complaints(files: readonly SourceFile[]): Promise<string[]>;
  judge(files: readonly SourceFile[]): Promise<Verdict>;
  /** Differences between the clean configuration and its recording. */
  outdated(recorded: Facts): string[];
}

interface JudgeOptions {
  registry: Registry;
  clean: readonly SourceFile[];
  scenarios: readonly SourceFile[];
  questions: Readonly<Record<string, Question>>;
  seed: number;
}

/** Cases per form, table and screen that compare two releases. */
const recordedCases = 8;

const keyOf = ({ code, file, pointer, message }: Diagnostic) => `${code} ${file} ${pointer} ${message}`;
const counts = ({ severity, code }: Diagnostic) => severity !== 'info' && code !== 'completeness';
const say = ({ file, line, column, code }: Diagnostic) => `${file}:${line}:${column} ${code}`;

/**
 * Judges mutants against the clean configuration. The releases decide whether a mutant is harmful, not `check`: if both compile and behave
 * alike in all parts, it is harmless.
 */
export async function createJudge({ registry, clean, scenarios, questions, seed }: JudgeOptions): Promise<Judge> {
  const compiler = createCompiler(registry);
  const explorer = createExplorer(registry, [caseGaps]);
  const base = await compiler.compile(clean);
  if (!base.release) throw new Error('The clean configuration has errors');
  const known = new Set([...base.diagnostics, ...(await explorer.explore(base.release))].map(keyOf));
  const recording = await record(base.release, registry, { seed, cases: recordedCases });
  // The same facts that `hakbang test --record` writes.
  const shipped = factsOf(await openRelease(base.release));
  const fresh = (diagnostics: readonly Diagnostic[]) => diagnostics.find((each) => counts(each) && !known.has(keyOf(each)));

  const parts = partsOf(base.release);

  /** The first difference: in the scenarios, in the recorded facts with a new seed per run, or in the product's figures. */
  function differenceOf(release: Release, open: OpenRelease): string | undefined {
    const part = Object.entries(partsOf(release)).find(([name, text]) => text !== parts[name]);
    if (part) return part[0];
    const [other] = replay(recording, open);
    if (other) return `${other.what} of ${other.of}: ${apart(other.expected, other.actual)}`;
    return failing(open)?.message;
  }

  const failures = new WeakMap<OpenRelease, { diagnostic: Diagnostic | undefined }>();

  /** The message of the first failing scenario. */
  function failing(open: OpenRelease): Diagnostic | undefined {
    const known = failures.get(open) ?? { diagnostic: firstFailure(open) };
    failures.set(open, known);
    return known.diagnostic;
  }

  function firstFailure(open: OpenRelease): Diagnostic | undefined {
    for (const file of scenarios) {
      const [diagnostic] = runScenario(file, { release: open, registry, questions }).diagnostics;
      if (diagnostic) return diagnostic;
    }
    return undefined;
  }

  const broken = failing(await openRelease(base.release));
  if (broken) throw new Error(`A scenario fails on the clean configuration: ${say(broken)} ${broken.message}`);

  return {
    outdated: (recorded) => toDiagnostics(recorded, shipped).map(({ file, line, message }) => `${file}:${line} ${message}`),
    async complaints(files) {
      const { release, diagnostics } = await compiler.compile(files);
      const explored = release ? await explorer.explore(release) : [];
      return [...diagnostics, ...explored]
        .filter((each) => counts(each) && !known.has(keyOf(each)))
        .map((each) => `${say(each)} ${each.message}`);
    },
    async judge(files) {
      const { release, diagnostics } = await compiler.compile(files);
      const open = release && (await openRelease(release));
      const differs = open && differenceOf(release, open);
      const isHarmful = !open || differs !== undefined;
      const checked = fresh(diagnostics);
      if (checked) return { isHarmful, foundBy: 'check', said: say(checked) };
      if (!release || !open) throw new Error('An error that the clean configuration had too');
      const explored = fresh(await explorer.explore(release));
      if (explored) return { isHarmful, foundBy: 'explore', said: say(explored) };
      if (differs === undefined) return { isHarmful, foundBy: undefined };
      const failed = failing(open);
      if (failed) return { isHarmful, foundBy: 'scenarios', said: say(failed), differs };
      const [otherwise] = toDiagnostics(shipped, factsOf(open));
      return otherwise ? { isHarmful, foundBy: 'recording', said: say(otherwise), differs } : { isHarmful, foundBy: undefined, differs };
    },
  };
}

/** Values of the product's kinds, server texts and reactions to errors, by name. Code uses them as a whole. */
function partsOf({ manifest: { other, serverTexts, errors } }: Release): Readonly<Record<string, string>> {
  const kinds = Object.entries(other).map(([kind, values]) => [`values of the kind ${kind}`, JSON.stringify(values)]);
  return {
    ...Object.fromEntries(kinds),
    'texts of the server': JSON.stringify(serverTexts),
    'reactions to errors': JSON.stringify(errors),
  };
}

/** The part in which two values differ, truncated. */
function apart(expected: unknown, actual: unknown): string {
  const [was, now] = [linesOf(expected), linesOf(actual)];
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((line) => !others.includes(line)).join(', ') || 'nothing';
  const [before, after] = [only(was, now), only(now, was)];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const cut = (text: string) => text.slice(Math.max(0, start - 30), start + 60);
  return `${cut(before)} → ${cut(after)}`;
}

function linesOf(value: unknown): string[] {
  const lines: unknown[] = Array.isArray(value) ? value : [value ?? 'nothing'];
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
}
