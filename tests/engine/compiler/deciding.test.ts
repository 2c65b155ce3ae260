import { expect, test } from 'vitest';
import { because } from '../../../engine/compiler/cases/deciding.ts';

const scope = { self: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] } };
const conditions = { isLarge: 'self.a > 10 || self.b > 10' };
const reason = (source: string, a: number, b: number) => because(source, { self: { a, b } }, scope, conditions);

test.each([
  ['self.a > 1 && self.b > 1', 5, 0, ', because `self.b > 1` is false'],
  ['self.a > 1 || self.b > 1', 0, 5, ', because `self.b > 1` is true'],
  ['self.a > 1 && !(self.b > 1 && self.b < 9)', 5, 5, ', because `self.b > 1 && self.b < 9` is true'],
  ['self.a > 1 && (self.b > 1 || self.b < 0)', 5, 1, ', because `self.b > 1 || self.b < 0` is false'],
  ['!(self.a > 1 && self.b > 1)', 5, 0, ', because `self.b > 1` is false'],
  ['self.a > 0 && conditions.isLarge', 5, 5, ', because `self.a > 10 || self.b > 10` is false'],
  ['conditions.isLarge', 5, 11, ', because `self.b > 10` is true'],
  ['self.a > 1 && self.b > 1', 5, 5, ''],
  ['self.a > 1', 0, 0, ''],
])('%s for %d and %d%s', async (source, a, b, expected) => {
  expect(await reason(source, a, b)).toBe(expected);
});
