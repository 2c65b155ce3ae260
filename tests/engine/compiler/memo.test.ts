import { expect, test } from 'vitest';
import { Memo } from '../../../engine/compiler/memo.ts';

test('a result for the same inputs is computed once, also across compiles', () => {
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

test('a result that a compile does not use is dropped', () => {
  const memo = new Memo();
  const input = {};
  let made = 0;
  const make = () => memo.of('words', [input], () => ++made);
  make();
  memo.turn();
  memo.turn();
  expect(make()).toBe(2);
});

test('inputs that take long to find out are compared only if a hint changed', () => {
  const memo = new Memo();
  const input = {};
  const counted = { asked: 0, made: 0 };
  const subject = {};
  const make = (hint: string, found: object) =>
    memo.about(
      subject,
      'words',
      [hint],
      () => [found, ++counted.asked && 'en'],
      () => ++counted.made,
    );
  expect([make('a', input), make('a', input), make('b', input)]).toEqual([1, 1, 1]);
  expect(counted).toEqual({ asked: 2, made: 1 });
  memo.turn();
  expect(make('b', input)).toBe(1);
  expect(make('c', {})).toBe(2);
  expect(counted).toEqual({ asked: 3, made: 2 });
});
