import type { Registry } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { analyse, type Analysis } from './analysis.ts';
import { attached } from './attached.ts';
import { groupNames, groupUnused, locate, placeOf, severityOf, sortDiagnostics, type Located } from './diagnostics.ts';
import { bundleForms } from './forms/bundle.ts';
import { checkCases } from './cases/check.ts';
import { checkExamples } from './forms/examples.ts';
import { checkRepeats } from './forms/repeats.ts';
import { checkPatterns } from './forms/patterns.ts';
import { checkLocales } from './locales/checkLocales.ts';
import { checkDocuments } from './locales/documents.ts';
import { writtenValue, type Entry } from './project/project.ts';
import { checkOutcomes } from './scopes/outcomes.ts';
import { Memo } from './memo.ts';
import { findSites } from './names/walk.ts';
import { checkFile, toProject, type CheckedFile } from './project/readProject.ts';
import { withoutEchoes, withSeverities } from './severities.ts';
import { checkStructure, structureOf } from './structure.ts';
import { buildRelease } from './release/release.ts';
import { checkScenarios } from './scenarios/check.ts';
import type { CompileResult, Diagnostic, KeptEmpty, KeptVerdicts, SourceFile } from './types.ts';

export interface Compiler {
  compile(files: readonly SourceFile[]): Promise<CompileResult>;
  /** The diagnostics of `compile`, without a release. */
  check(files: readonly SourceFile[]): Promise<Diagnostic[]>;
  /** The analysis that the checks run on. Available even if there are errors. */
  analyse(files: readonly SourceFile[]): Analysis;
}

/**
 * Creates a compiler that caches its work, so recompiling after one changed file is cheap.
 *
 * @param verdicts cached verdicts on regular expressions; without them, every pattern is judged again
 * @param empty the checks that found nothing in an earlier run of the same code
 */
export function createCompiler(registry: Registry, verdicts?: KeptVerdicts, empty?: KeptEmpty): Compiler {
  const read = new Map<string, { text: string; file: CheckedFile }>();
  const memo = new Memo(empty);
  /** Cache for work that only a release needs. Separate, so that checks between two releases do not evict it. */
  const ofRelease = new Memo();

  function readOne(file: SourceFile): CheckedFile {
    const known = read.get(file.path);
    if (known?.text === file.text) return known.file;
    const fresh = checkFile(file, registry, memo);
    read.set(file.path, { text: file.text, file: fresh });
    return fresh;
  }

  function readAll(files: readonly SourceFile[]) {
    const sources = files
      .filter(({ path }) => !path.startsWith('schemas/meta/') && !path.startsWith(scenarioFolder))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const checkedSources = sources.map(readOne);
    const { project, found } = toProject(checkedSources, registry);
    const bundled = bundleForms(project, memo);
    const analysis = analyse(
      project,
      bundled.forms,
      (entry) => sitesIn(writtenValue(entry) as object, project.kinds[entry.kind]?.metaSchema, registry),
      memo,
    );
    return { sources, checkedSources, project, analysis, found: [...found, ...bundled.found] };
  }

  async function checked(files: readonly SourceFile[]) {
    const { sources, checkedSources, project, analysis, found } = readAll(files);
    const checkedScenarios = files
      .filter(({ path }) => path.startsWith(scenarioFolder))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(readOne);
    const located = await findAll(analysis, found, checkedScenarios.flatMap(scenarioOf), verdicts);
    const reported: Diagnostic[] = [
      ...[...checkedSources, ...checkedScenarios].flatMap((file) => file.diagnostics),
      ...located.map(({ document, finding }) => locate(document, finding)),
    ];
    const judged = withoutEchoes(withSeverities(reported, project.one('config')?.value ?? {}, registry), registry);
    const diagnostics = groupUnused(groupNames(sortDiagnostics(judged)));
    memo.turn();
    return { diagnostics, analysis, sources };
  }

  return {
    analyse: (files) => readAll(files).analysis,
    check: async (files) => (await checked(files)).diagnostics,
    async compile(files) {
      const { diagnostics, analysis, sources } = await checked(files);
      if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
      const release = buildRelease({ ...analysis, memo: ofRelease }, sources);
      ofRelease.turn();
      return { diagnostics, release };
    },
  };
}

/**
 * Runs every check beyond the shape of a file.
 *
 * @param found the findings so far
 */
async function findAll(
  analysis: Analysis,
  found: readonly Located[],
  scenarios: readonly Entry<Scenario>[],
  verdicts: KeptVerdicts | undefined,
): Promise<Located[]> {
  const { project, memo } = analysis;
  const structure = structureOf(project, memo);
  const located = [
    ...found,
    ...memo.of('findings in the structure', [structure], () => checkStructure(analysis)),
    // Not cached: a pattern whose judgement takes too long counts as safe only this time.
    ...(await checkPatterns(analysis, verdicts)),
    ...checkLocales(analysis),
    ...checkDocuments(analysis),
  ];
  // A form with errors would give misleading results for its examples.
  if (!located.some((each) => isError(each) && shapesForms(each.document.path))) {
    located.push(...(await memo.of('findings in examples', [structure], () => checkExamples(analysis))));
    located.push(...memo.of('findings in repeated fields', [structure], () => checkRepeats(analysis)));
  }
  // Skip code generation while an expression has errors.
  if (!located.some(isError)) {
    const outcomes = memo.of('findings in outcomes', [structure], () => checkOutcomes(analysis));
    located.push(...outcomes.filter(isError));
    // A condition that can never hold explains why its cases fail, so it is reported alone.
    if (!located.some(isError)) located.push(...(await memo.of('findings in cases', [structure], () => checkCases(analysis))));
    const known = new Set(located.map(placeOf));
    located.push(...outcomes.filter((each) => !isError(each) && !known.has(placeOf(each))));
  }
  // A scenario may refer to definitions in a file with errors.
  if (!project.hasBroken && !located.some(isError)) {
    located.push(...memo.of('findings in scenarios', [structure, ...scenarios], () => checkScenarios(scenarios, analysis)));
  }
  return located;
}

const sitesIn = attached(findSites);

/** Scenarios are checked with the configuration but are not part of a release. */
const scenarioFolder = 'tests/';

const scenarioOf = ({ entry }: CheckedFile): Entry<Scenario>[] => (entry?.kind === 'scenario' ? [entry as Entry<Scenario>] : []);

function isError({ finding }: Located): boolean {
  return severityOf(finding) === 'error';
}

/** Whether this file can affect which answers a form accepts. */
function shapesForms(path: string): boolean {
  return path.startsWith('schemas/') || path === 'flows/conditions.json' || path === 'flows/settings.json';
}

/**
 * Checks a configuration and builds a release if it has no errors.
 *
 * @param files everything under schemas/ (except meta/), flows/ and locales/, with paths relative to the project, and scenarios to check
 * @param registry the names that code has registered
 * @param verdicts cached verdicts on regular expressions
 */
export function compile(files: readonly SourceFile[], registry: Registry, verdicts?: KeptVerdicts): Promise<CompileResult> {
  return createCompiler(registry, verdicts).compile(files);
}
