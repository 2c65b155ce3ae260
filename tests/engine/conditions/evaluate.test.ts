import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { contextOf, outcomeOf } from '../../../engine/compiler/cases/outcome.ts';
import { subjectsOf } from '../../../engine/compiler/cases/subjects.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { celOf, conditionOf } from '../../../engine/conditions/tree.ts';
import { evaluator } from '../../../engine/conditions/evaluate.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { Expression } from '../../../engine/form/types.ts';
import { project as claim } from '../../../examples/claim/server/project.ts';
import { registry } from '../../../server/registry.ts';
import { root } from '../../support/root.ts';

/** Evaluates every case of a configuration. Returns the result that the case expects and the one from walking the tree. */
function outcomes(folder: string, own: Registry, rewrite: (source: string) => string): { expected: string; found: string; of: string }[] {
  const { project, conditions, scopes, sites } = createCompiler(own).analyse(readSources(join(root, folder)));
  const { constants = {}, features = {} } = project.one('settings')?.value ?? {};
  const byPath = new Map(project.entries.map((entry) => [entry.document.path, entry]));
  return project.all('cases').flatMap(({ value: { of, cases } }) => {
    const entry = byPath.get(of);
    if (!entry) return [];
    return subjectsOf(entry, sites(entry)).flatMap(({ name, site }) => {
      const scope = scopes.at(entry, site);
      const expression = evaluator(rewrite(site.source), conditions, scope) as Expression;
      return Object.entries(cases[name] ?? {}).flatMap(([expected, all]) =>
        all.map((given) => ({
          expected,
          found: outcomeOf(expression, site.expected, contextOf(given, scope, { constants, features })),
          of: `${of} ${name} ${JSON.stringify(given)}`,
        })),
      );
    });
  });
}

const products: [string, Registry][] = [
  ['', registry],
  ['examples/claim', claim.registry],
];

test.each(products)('T07 the walk through the tree gives in "%s" what every case says', (folder, own) => {
  const all = outcomes(folder, own, (source) => source);
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ expected, found }) => expected !== found)).toEqual([]);
});

test.each(products)('T07 a condition of "%s" that is read as rows and written again keeps the outcome of every case', (folder, own) => {
  const all = outcomes(folder, own, (source) => {
    const condition = conditionOf(source);
    return condition ? celOf(condition) : source;
  });
  expect(all.filter(({ expected, found }) => expected !== found)).toEqual([]);
});
