import type { Registry } from '../config/definitions.ts';
import type { Scenario } from '../config/scenario.ts';
import { analyse, type Analysis } from './analysis.ts';
import { attached } from './attached.ts';
import { groupNames, groupUnused, locate, severityOf, sortDiagnostics, type Located } from './diagnostics.ts';
import { bundleForms } from './forms/bundle.ts';
import { checkCarriedAnswers } from './forms/carriedAnswers.ts';
import { checkCases } from './cases/check.ts';
import { checkConditionsAndRules } from './forms/conditions.ts';
import { checkExamples } from './forms/examples.ts';
import { checkFieldValues } from './forms/fieldValues.ts';
import { checkKeywords } from './forms/keywords.ts';
import { checkLayouts } from './forms/layouts.ts';
import { checkRepeats } from './forms/repeats.ts';
import { checkRefusals } from './forms/refusals.ts';
import { checkPatterns } from './forms/patterns.ts';
import { checkLocales } from './locales/checkLocales.ts';
import { checkDocuments } from './locales/documents.ts';
import { checkAccess } from './names/access.ts';
import { checkAddresses } from './names/addresses.ts';
import { checkBlocks } from './names/blocks.ts';
import { checkCalls } from './names/calls.ts';
import { checkChoices } from './names/choices.ts';
import { checkComputedAddresses } from './names/computedAddresses.ts';
import { checkContentItems } from './names/contentItems.ts';
import { checkErrors } from './names/errors.ts';
import { checkFlows } from './names/flows.ts';
import { writtenValue, type Entry } from './project/project.ts';
import { checkDays, checkRanges } from './names/ranges.ts';
import { checkQueries } from './names/queries.ts';
import { checkReferences } from './names/references.ts';
import { checkReliance } from './names/reliance.ts';
import { checkRoutes } from './names/routes.ts';
import { checkSettings } from './names/settings.ts';
import { checkUnits } from './names/units.ts';
import { checkUnused } from './names/unused.ts';
import { checkShownCodes } from './names/shownCodes.ts';
import { checkTables } from './names/tables.ts';
import { checkOutcomes } from './scopes/outcomes.ts';
import { checkExpressions } from './scopes/expressions.ts';
import { Memo } from './memo.ts';
import { findSites } from './names/walk.ts';
import { checkGiven } from './names/withdrawn.ts';
import { checkStored, checkWrites } from './names/writes.ts';
import { checkFile, toProject, type CheckedFile } from './project/readProject.ts';
import { checkSeverities, withoutEchoes, withSeverities } from './severities.ts';
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
 * @param empty what checks of an earlier run found empty; only for the same code
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
      .filter(({ path }) => !path.startsWith('schemas/meta/') && !path.startsWith(scenarios))
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
      .filter(({ path }) => path.startsWith(scenarios))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(readOne);
    const located = [...found, ...(await checkAll(analysis, verdicts))];
    // A form with errors would give misleading results for its examples.
    if (!located.some((each) => isError(each) && shapesForms(each.document.path)))
      located.push(...(await checkExamples(analysis)), ...checkRepeats(analysis));
    // Skip code generation while an expression has errors.
    if (!located.some(isError)) {
      const outcomes = checkOutcomes(analysis);
      located.push(...outcomes.filter(isError));
      // A condition that can never hold explains why its cases fail, so it is reported alone.
      if (!located.some(isError)) located.push(...(await checkCases(analysis)));
      const known = new Set(located.map(placeOf));
      located.push(...outcomes.filter((each) => !isError(each) && !known.has(placeOf(each))));
    }
    // A scenario may refer to definitions in a file with errors.
    if (!project.hasBroken && !located.some(isError)) located.push(...checkScenarios(checkedScenarios.flatMap(scenarioOf), analysis));
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

const sitesIn = attached(findSites);

/** Scenarios are checked with the configuration but are not part of a release. */
const scenarios = 'tests/';

const scenarioOf = ({ entry }: CheckedFile): Entry<Scenario>[] => (entry?.kind === 'scenario' ? [entry as Entry<Scenario>] : []);

const placeOf = ({ document, finding }: Located): string => `${document.path} ${finding.pointer}`;

function isError({ finding }: Located): boolean {
  return severityOf(finding) === 'error';
}

/** Whether this file can affect which answers a form accepts. */
function shapesForms(path: string): boolean {
  return path.startsWith('schemas/') || path === 'flows/conditions.json' || path === 'flows/settings.json';
}

/** Runs every check beyond the shape of a file. Each check leaves to the others what they can see, so one mistake gives one finding. */
async function checkAll(analysis: Analysis, verdicts: KeptVerdicts | undefined): Promise<Located[]> {
  const tables = checkTables(analysis);
  const unknownNames = checkReferences(analysis);
  const unknownAt = new Set(unknownNames.map(placeOf));
  return [
    ...checkSeverities(analysis.project),
    ...unknownNames,
    ...checkReliance(analysis),
    ...checkRoutes(analysis),
    ...checkBlocks(analysis),
    ...checkCalls(analysis),
    ...checkWrites(analysis),
    ...checkStored(analysis),
    ...checkAccess(analysis),
    ...checkAddresses(analysis),
    ...checkComputedAddresses(analysis),
    ...checkQueries(analysis),
    ...checkContentItems(analysis),
    ...checkChoices(analysis),
    ...checkShownCodes(analysis),
    ...checkErrors(analysis),
    ...checkUnits(analysis),
    ...checkFlows(analysis),
    // A kind can only guess about names that do not exist.
    ...tables.found.filter((each) => !unknownAt.has(placeOf(each))),
    ...checkUnused(analysis, tables.askedFor),
    ...checkKeywords(analysis),
    ...checkDays(analysis),
    ...checkRanges(analysis),
    ...checkGiven(analysis),
    ...checkSettings(analysis),
    ...checkLayouts(analysis),
    ...checkFieldValues(analysis),
    ...checkCarriedAnswers(analysis),
    ...checkRefusals(analysis),
    ...checkConditionsAndRules(analysis),
    ...checkExpressions(analysis),
    ...(await checkPatterns(analysis, verdicts)),
    ...checkLocales(analysis),
    ...checkDocuments(analysis),
  ];
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
