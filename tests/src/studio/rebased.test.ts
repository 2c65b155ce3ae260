import { expect, test } from 'vitest';
import { rebased } from '../../../src/studio/parts/useTyped.ts';

const typing = { isOnWay: false, hasLeft: false };

test('T17 letters that were not committed stay when somebody else changes the value, and wait for a choice', () => {
  expect(rebased({ ...typing, text: 'abc' }, 'a', 'x')).toEqual({ ...typing, text: 'abc', theirs: 'x' });
  expect(rebased({ ...typing, text: '' }, 'a', 'x')).toEqual({ ...typing, text: '', theirs: 'x' });
  expect(rebased({ ...typing, text: 'abc', own: 'ab' }, 'ab', 'x')).toEqual({ ...typing, text: 'abc', theirs: 'x' });
  expect(rebased({ ...typing, text: 'abc', theirs: 'x' }, 'x', 'y')).toEqual({ ...typing, text: 'abc', theirs: 'y' });
});

test('T17 without such letters a field shows what somebody else has written', () => {
  expect(rebased(undefined, 'a', 'x')).toBeUndefined();
  expect(rebased({ ...typing, text: 'a' }, 'a', 'x')).toBeUndefined();
  expect(rebased({ ...typing, text: 'ab', own: 'ab' }, 'ab', 'x')).toBeUndefined();
  expect(rebased({ ...typing, text: 'same' }, 'a', 'same')).toBeUndefined();
});

test('T17 what the field has committed itself stays as it is typed, until it is left', () => {
  const committed = { text: '12.', own: '12.', isOnWay: true, hasLeft: false };
  expect(rebased(committed, '1', '12')).toEqual({ ...committed, isOnWay: false });
  expect(rebased({ ...typing, text: 'abc', own: 'ab' }, 'a', 'ab')).toEqual({ ...typing, text: 'abc', own: 'ab' });
  expect(rebased({ ...committed, hasLeft: true }, '1', '12')).toBeUndefined();
});
