import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProver, isFinding, parseExpression, type Scope } from '../../../engine/expression/index.ts';
import { expressionModule } from '../../../engine/compiler/release/expressionModule.ts';
import { loadExpressions } from '../../../engine/compiler/release/loadPart.ts';
import { judge } from '../../../engine/form/context.ts';
import type { Expression } from '../../../engine/form/types.ts';

const scope: Scope = {
  a: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['x', 'y', 'z'] },
      count: { type: 'integer', minimum: 1, maximum: 5 },
      share: { type: 'number' },
      name: { type: 'string' },
      isOn: { type: 'boolean' },
      birth: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      inner: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
    },
    required: ['kind', 'count', 'share', 'name', 'isOn', 'birth', 'list'],
  },
  today: { type: 'string' },
  constants: { type: 'object', properties: { limit: { type: 'integer' }, names: { type: 'array' } } },
};
const constants = { limit: 3, names: ['n', 'm'] };
const conditions = { isX: "a.kind == 'x'" };

function nodeOf(source: string) {
  const node = parseExpression(source);
  if (isFinding(node)) throw new Error(`${source}: ${node.message}`);
  return node;
}

const prove = createProver({ scope, conditions, constants });
const verdict = (source: string, ...given: string[]): string => {
  const { isTrue, isNot } = prove(
    given.map((each) => ({ node: nodeOf(each), is: true })),
    nodeOf(source),
  );
  if (isTrue === 'no' && isNot === 'no') return 'nothing';
  return isTrue === 'no' ? 'never' : isNot === 'no' ? 'always' : isTrue === 'yes' && isNot === 'yes' ? 'both' : 'perhaps';
};

describe('R10 what no search is needed for is proved:', () => {
  test.each([
    ["a.kind == 'x' && a.kind == 'y'", 'never'],
    ["a.kind == 'x' || a.kind != 'x'", 'always'],
    ["a.kind in ['x', 'y', 'z']", 'always'],
    ["conditions.isX && a.kind == 'y'", 'never'],
    ['a.count >= 1', 'always'],
    ['a.count > 5', 'never'],
    ['a.count > 3 && a.count < 4', 'never'],
    ['a.share > 3.0 && a.share < 4.0', 'both'],
    ['a.share > 3.0 && a.share < 3.2', 'both'],
    ['a.count > constants.limit && a.count <= constants.limit', 'never'],
    ["a.name in constants.names && a.name == 'o'", 'never'],
    ["a.name > 'b' && a.name < 'c'", 'both'],
    ["a.name < 'b' && a.name > 'c'", 'never'],
    ['a.isOn && !a.isOn', 'never'],
    ["has(a.inner) && a.inner.code == 'q'", 'both'],
    ["a.?inner.?code.orValue('') == 'q' && !has(a.inner)", 'never'],
    ["a.?inner.?code.orValue('q') == 'q' || has(a.inner)", 'always'],
    ['age(a.birth, today) < 18 && age(a.birth, today) > 20', 'never'],
    ['age(a.birth, today) >= 18', 'both'],
    ['a.count < a.share || a.share <= a.count', 'always'],
    ['a.list.size() == 0 && a.list.size() > 2', 'never'],
    ["a.list.exists(each, each == 'x') && !a.list.exists(each, each == 'x')", 'never'],
    ["a.list.exists(each, each == 'x') && a.list.exists(each, each == 'y')", 'both'],
    ["today >= '2026-12-24' && a.isOn", 'both'],
    ["a.isOn ? a.kind == 'x' : a.kind == 'x'", 'both'],
  ])('%s: %s', (source, expected) => {
    expect(verdict(source)).toBe(expected);
  });

  test('under conditions that hold', () => {
    expect(verdict("a.kind == 'x'", "a.kind == 'y'")).toBe('never');
    expect(verdict("a.kind != 'x'", "a.kind == 'y'")).toBe('always');
    expect(verdict('a.isOn', "a.kind == 'y'")).toBe('both');
    expect(verdict('a.isOn', "a.kind == 'y'", "a.kind == 'x'")).toBe('nothing');
  });
});

const atom = fc.constantFrom(
  "a.kind == 'x'",
  "a.kind in ['x', 'z']",
  'a.count > 2',
  'a.count <= constants.limit',
  'a.share < 2.5',
  'a.share >= 2.0',
  "a.name == 'n'",
  'a.name in constants.names',
  'a.isOn',
  'has(a.inner)',
  "a.?inner.?code.orValue('') == 'q'",
  'a.list.size() > 1',
  'a.list.size() == 0',
);
const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    atom,
    tie('any').map((inner) => `!(${inner})`),
    fc.tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any')).map(([left, op, right]) => `(${left} ${op} ${right})`),
  ),
})).any;
const values = fc.record({
  kind: fc.constantFrom('x', 'y', 'z'),
  count: fc.integer({ min: 1, max: 5 }),
  share: fc.constantFrom(0, 2, 2.2, 2.5, 3),
  name: fc.constantFrom('n', 'm', 'o'),
  isOn: fc.boolean(),
  list: fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
  inner: fc.option(fc.record({ code: fc.constantFrom('q', 'r') }), { nil: undefined }),
});

test('R10 nothing that is proved to be impossible happens in the code that people run', async () => {
  const sources = fc.sample(expression, { numRuns: 200, seed: 7 });
  const code = await loadExpressions(
    expressionModule(
      sources.map((source) => ({ source, scope })),
      conditions,
    ) ?? '',
  );
  const contexts = fc.sample(values, { numRuns: 150, seed: 11 });
  for (const source of sources) {
    const seen = new Set(
      contexts.map((a) => judge(code[source] as Expression<boolean>, { a, today: '2026-01-01', constants }, source) === 'yes'),
    );
    const said = verdict(source);
    expect([source, said, said === 'never' && seen.has(true), said === 'always' && seen.has(false)]).toEqual([source, said, false, false]);
  }
  // The proofs are no accident: most expressions whose samples all agree are proved.
  const alike = sources.filter((source) => verdict(source) === 'never' || verdict(source) === 'always');
  expect(alike.length).toBeGreaterThan(5);
});
