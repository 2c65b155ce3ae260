import type { Navigation } from '../config/screen.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { judge } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { conditionOf } from '../flow/load.ts';
import { interestsOf } from '../fake/index.ts';
import { found } from './finding.ts';
import { searchFreely } from './freeSearch.ts';
import type { Explored } from './project.ts';
import { scopeVariables } from './scopeVariables.ts';

const mostCases = 3000;

/** Checks that from every starting point the rules lead to a screen and stop. */
export function exploreNavigation(entry: Entry<Navigation>, explored: Explored): Diagnostic[] {
  const { analysis, known, open, today } = explored;
  const sites = analysis.sites(entry).expressions;
  const interests = interestsOf(
    sites.map(({ source }) => ({ source })),
    known,
    open.conditions,
  );
  const [site] = sites;
  if (!site) return [];
  const variables = scopeVariables(interests, analysis.scopes.at(entry, site), explored);
  const { constants, features } = open.settings;
  const base: Context = { route: {}, device: {}, session: {}, query: {}, constants, features, today };
  const circles = new Map<number, unknown>();
  searchFreely(variables, base, mostCases, (context) => {
    const round = circleFrom(context, explored);
    if (round !== undefined && !circles.has(round)) circles.set(round, context);
    return false;
  });
  return [...circles].map(([rule, witness]) => {
    const { id = '', go = '' } = entry.value.rules[rule] ?? {};
    return found(
      'navigation-loop',
      entry,
      `/rules/${rule}/go`,
      `The rule "${id}" leads to ${go}, and from there the rules form an endless loop.`,
      witness,
    );
  });
}

/** Returns a rule on the loop, or undefined if the rules stop. */
function circleFrom(context: Context, { open, release }: Explored): number | undefined {
  const { navigation, expressions } = open.navigation;
  let at = context;
  for (let turn = 0; turn <= navigation.rules.length; turn++) {
    const rule = navigation.rules.findIndex(
      ({ when, enabled }) => enabled !== false && judge(conditionOf(when, expressions), at, 'navigation') === 'yes',
    );
    const go = navigation.rules[rule]?.go;
    if (go === undefined) return undefined;
    if (turn === navigation.rules.length) return rule;
    const path = go.replace(/[?#].*$/, '');
    const name = release.manifest.routes[path];
    const screen = name === undefined ? undefined : release.manifest.screens[name];
    at = { ...at, route: { ...(at['route'] as object), path, name: name ?? '', noCheck: screen?.noCheck === true } };
  }
  return undefined;
}
