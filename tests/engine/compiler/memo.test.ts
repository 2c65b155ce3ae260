import { expect, test } from 'vitest';
import { Memo } from '../../../engine/compiler/memo.ts';

test('what is made of the very same inputs is made once, over compiles too', () => {
  const memo = new Memo();
  const [one, other] = [{}, {}];
  let made = 0;
  const make = (input: object) => memo.of('words', [input, 'en'], () => ++made);
  expect([make(one), make(one)]).toEqual([1, 1]);
  memo.turn();
  expect(make(one)).toBe(1);
  memo.turn();
  expect(make(other)).toBe(2);
  memo.turn();
  expect(make({ ...other })).toBe(3);
});

test('what a compile does not ask for is forgotten', () => {
  const memo = new Memo();
  const input = {};
  let made = 0;
  const make = () => memo.of('words', [input], () => ++made);
  make();
  memo.turn();
  memo.turn();
  expect(make()).toBe(2);
});
