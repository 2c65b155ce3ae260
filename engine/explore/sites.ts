import type { Entry } from '../compiler/project/project.ts';
import type { Sites } from '../compiler/names/walk.ts';
import { expressionModule } from '../compiler/release/expressionModule.ts';
import { loadExpressions } from '../compiler/release/loadPart.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { judge } from '../form/context.ts';
import type { Context, Expression } from '../form/types.ts';
import type { Expressions } from '../flow/load.ts';
import { interestsOf } from '../fake/index.ts';
import { notFound } from './finding.ts';
import { searchFreely } from './freeSearch.ts';
import type { Explored } from './project.ts';
import { scopeVariables } from './scopeVariables.ts';

type Site = Sites['expressions'][number];

/** Checks that each condition of a screen, of navigation or of a life cycle can be true and false at its place. */
export async function exploreSites(entry: Entry, explored: Explored): Promise<Diagnostic[]> {
  const { analysis } = explored;
  const sites = analysis.sites(entry).expressions.filter(({ expected }) => expected === 'bool');
  const wanted = sites.filter(({ source }) => source.trim() !== 'true' && source.trim() !== 'false');
  if (wanted.length === 0) return [];
  const placed = wanted.flatMap((site) =>
    [site.source, ...site.assumed].map((source) => ({ source, scope: explored.analysis.scopes.at(entry, site) })),
  );
  const code = await loadExpressions(expressionModule(placed, explored.analysis.conditions) ?? '');
  return wanted.flatMap((site) => exploreSite(entry, site, code, explored));
}

function exploreSite(entry: Entry, site: Site, code: Expressions, explored: Explored): Diagnostic[] {
  const { analysis, known, open, budget } = explored;
  const scope = analysis.scopes.at(entry, site);
  const interests = interestsOf(
    [site.source, ...site.assumed].map((source) => ({ source })),
    known,
    open.conditions,
  );
  const variables = scopeVariables(interests, { ...scope, features: switches(explored) }, explored);
  if (variables.length === 0) return [];
  const { constants } = open.settings;
  const base: Context = { ...emptyNamespaces(Object.keys(scope)), constants, today: explored.today };
  const seen = new Set<boolean>();
  const assumed = site.assumed.map((source) => code[source] as Expression<boolean>);
  const condition = code[site.source] as Expression<boolean>;
  const bounds = searchFreely(variables, base, Math.min(budget, 2000), (context) => {
    if (assumed.every((each) => judge(each, context, entry.id) === 'yes')) seen.add(judge(condition, context, entry.id) === 'yes');
    return seen.size === 2;
  });
  if (!seen.has(true)) return [notFound('never-true', entry, site.pointer, 'This is never true', bounds)];
  if (!seen.has(false)) return [notFound('always-true', entry, site.pointer, 'This is always true', bounds)];
  return [];
}

const switches = ({ open }: Explored) => {
  const names = Object.keys(open.settings.features);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])), required: names };
};

const emptyNamespaces = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
