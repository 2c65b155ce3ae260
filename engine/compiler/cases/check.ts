import type { Cases } from '../../config/cases.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Expressions } from '../../flow/load.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry } from '../project/project.ts';
import { pointerTo } from '../project/document.ts';
import { expressionModule } from '../release/expressionModule.ts';
import { loadExpressions } from '../release/loadPart.ts';
import { because } from './deciding.ts';
import { contextOf, outcomeOf, type Surrounding } from './outcome.ts';
import { subjectsOf, type Subject } from './subjects.ts';

/** Checks every expression against its cases. It runs the same code that browsers and servers run. */
export async function checkCases(analysis: Analysis): Promise<Located[]> {
  const { project, ofEntries } = analysis;
  const byPath = new Map(project.entries.map((entry) => [entry.document.path, entry]));
  const found = await Promise.all(
    project.all('cases').map(async (entry): Promise<Located[]> => {
      const target = byPath.get(entry.value.of);
      if (target) return ofEntries(`cases in ${entry.document.path}`, [entry, target], () => ofFile(entry, target, analysis));
      const paths = [...byPath.keys()];
      const message = `The file "${entry.value.of}" does not exist or cannot be read.`;
      if (project.hasBroken) return [];
      const unkept = paths.filter((path) => !project.all('cases').some(({ value }) => value.of === path));
      return [at(entry, { code: 'unknown-case', pointer: '/of', message, ...stale(entry.value.of, unkept, { removeFile: true }) })];
    }),
  );
  return [...found.flat(), ...missing(analysis)];
}

/** Reports untested conditions. A product with cases for only a few of its conditions has chosen those deliberately. */
function missing({ project, sites, memo }: Analysis): Located[] {
  const cases = project.all('cases');
  if (cases.length === 0) return [];
  const byPath = new Map(cases.map((entry) => [entry.value.of, entry]));
  // Named conditions are tested where they are used, because their scope is known only there.
  const entries = project.entries.filter(({ kind }) => kind !== 'cases' && kind !== 'conditions');
  // Kept as a separate list: it is empty for nearly every file, so the next run need not recompute it.
  const untested = memo.each('untested', entries, cases, (entry) => {
    const tests = byPath.get(entry.document.path);
    return memo.about(entry, 'untested', [tests], () =>
      conditionsOf(entry, sites).flatMap(({ name, site: { pointer } }) => {
        if (Object.hasOwn(tests?.value.cases ?? {}, name)) return [];
        return [at(entry, { code: 'missing-case', pointer, message: `No case tests "${name}".`, fix: runCases })];
      }),
    );
  });
  if (untested.length === 0) return [];
  const conditions = memo.each('subjects', entries, [], (entry) => memo.about(entry, 'subjects', [], () => conditionsOf(entry, sites)));
  return untested.length * 2 > conditions.length ? [] : untested;
}

const conditionsOf = (entry: Entry, sites: Analysis['sites']): Subject[] =>
  subjectsOf(entry, sites(entry)).filter(({ site }) => site.expected === 'bool');

const runCases = 'Run hakbang cases.';

const at = ({ document }: Entry, finding: Finding): Located => ({ document, finding });

async function ofFile(entry: Entry<Cases>, target: Entry, analysis: Analysis): Promise<Located[]> {
  const subjects = subjectsOf(target, analysis.sites(target));
  const byName = new Map(subjects.map((subject) => [subject.name, subject]));
  const expressions = await load(target, subjects, analysis);
  const settings = analysis.project.one('settings')?.value;
  const surrounding = { constants: settings?.constants ?? {}, features: settings?.features ?? {} };
  const found = await Promise.all(
    Object.entries(entry.value.cases).map(async ([name, cases]): Promise<Located[]> => {
      const subject = byName.get(name);
      if (!subject) return [at(entry, unknown(name, entry.value, byName))];
      const otherwise = await firstOtherwise(subject, cases, { entry, target, analysis, expressions, surrounding });
      if (otherwise === undefined) return [];
      const fix = 'If the change is intended, run hakbang renew. Otherwise, revert it.';
      return [at(target, { code: 'failing-case', pointer: subject.site.pointer, message: otherwise, fix })];
    }),
  );
  return found.flat();
}

function unknown(name: string, { of, cases }: Cases, known: ReadonlyMap<string, unknown>): Finding {
  const message = `${of} no longer has an expression "${name}".`;
  const free = [...known.keys()].filter((each) => !Object.hasOwn(cases, each));
  const alone: Partial<Finding> = Object.keys(cases).length === 1 ? { removeFile: true } : { remove: true };
  return { code: 'unknown-case', pointer: pointerTo('/cases', name), at: 'key', message, ...stale(name, free, alone) };
}

/** If the expression was renamed and the new name has no cases, suggests renaming them too. Otherwise the cases are obsolete. */
function stale(name: string, free: readonly string[], gone: Partial<Finding>): Partial<Finding> {
  const { fix, instead } = nearMiss(name, free);
  return { fix: fix === undefined ? runCases : `${runCases} ${fix}`, ...(instead ? { instead } : gone) };
}

interface Around {
  /** The file of the cases. */
  entry: Entry;
  target: Entry;
  analysis: Analysis;
  expressions: Expressions;
  surrounding: Surrounding;
}

/** Describes the first case whose outcome differs from the expected one. */
async function firstOtherwise({ name, site }: Subject, cases: Cases['cases'][string], around: Around): Promise<string | undefined> {
  const expression = around.expressions[site.source];
  if (!expression) return undefined;
  const scope = around.analysis.scopes.at(around.target, site);
  for (const [expected, all] of Object.entries(cases)) {
    for (const given of all) {
      const context = contextOf(given, scope, around.surrounding);
      const outcome = outcomeOf(expression, site.expected, context);
      if (outcome === expected) continue;
      const reason = site.expected === 'bool' ? await because(site.source, context, scope, around.analysis.conditions) : '';
      const { path } = around.entry.document;
      return `"${name}" is ${outcome} for ${JSON.stringify(given)}${reason}, but its case in ${path} expects ${expected}.`;
    }
  }
  return undefined;
}

/** Compiles the expressions. Returns none if one does not parse or the conditions are unreadable: other checks report that. */
async function load(target: Entry, subjects: readonly Subject[], { project, conditions, scopes }: Analysis): Promise<Expressions> {
  if (project.isBroken('conditions')) return {};
  const body = expressionModule(
    subjects.map(({ site }) => ({ source: site.source, scope: scopes.at(target, site) })),
    conditions,
  );
  return body === undefined ? {} : loadExpressions(body);
}
