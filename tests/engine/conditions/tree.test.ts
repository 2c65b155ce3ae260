import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { printed } from '../../../engine/conditions/print.ts';
import { celOf, conditionOf } from '../../../engine/conditions/tree.ts';
import { canonical, isFinding, parseExpression } from '../../../engine/expression/index.ts';
import { root } from '../../support/root.ts';

/** Texts of the shipped configurations that are CEL with an operator. */
function shipped(): string[] {
  const files = ['', 'desk', 'studio', 'examples/claim'].flatMap((folder) => readSources(join(root, folder)));
  const configured = files.filter(({ path }) => path.endsWith('.json') && !path.startsWith('locales/'));
  const all = configured.flatMap(({ text }) =>
    [...text.matchAll(/: ("(?:[^"\\]|\\.)*")/g)].map(([, found = '']) => JSON.parse(found) as string),
  );
  const isCel = (text: string) => /[=<>!&|]|has\(| in |orValue/.test(text) && !isFinding(parseExpression(text));
  return [...new Set(all)].filter(isCel);
}

const printedSource = (source: string): string => {
  const node = parseExpression(source);
  return isFinding(node) ? source : printed(node);
};

test('T07 prints every expression of the configurations without another meaning', () => {
  const sources = shipped();
  expect(sources.length).toBeGreaterThan(600);
  expect(sources.filter((source) => canonical(printedSource(source)) !== canonical(source))).toEqual([]);
});

test('T07 writes every condition so that it reads as the same parts', () => {
  const conditions = shipped().flatMap((source) => conditionOf(source) ?? []);
  const other = conditions.filter((each) => JSON.stringify(conditionOf(celOf(each))) !== JSON.stringify(each));
  expect(other.map(celOf)).toEqual([]);
});

test.each([
  ["has(self.pay) && self.pay == 'weekly'", { field: 'self.pay', isGuarded: true, comparison: 'equal', values: [{ constant: 'weekly' }] }],
  ["!(work.job in ['a', 'b'])", { field: 'work.job', comparison: 'noneOf', values: [{ constant: 'a' }, { constant: 'b' }] }],
  ['age(self.born, today) >= 21', { field: 'self.born', measure: 'age', comparison: 'atLeast', values: [{ constant: 21 }] }],
  ['a.?b.orValue(false)', { field: 'a.b', fallback: false, comparison: 'yes' }],
  ['!conditions.isStudent', { is: 'named', name: 'isStudent', holds: false }],
  ['a.b + 1 > 2', { is: 'source', source: 'a.b + 1 > 2' }],
])('T07 reads %s by its parts', (source, parts) => {
  expect(conditionOf(source)).toMatchObject(parts);
});
