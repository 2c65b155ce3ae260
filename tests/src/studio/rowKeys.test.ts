import { expect, test } from 'vitest';
import { followed, keyedRows, placeOfRow } from '../../../src/studio/blocks/decisionGrid/rowKeys.ts';

const row = (id: string | undefined, when: string, decision = 'referred') => ({
  ...(id !== undefined && { id }),
  when,
  outcome: { decision },
});
const rows = [row('young', 'a'), row('old', 'b'), row(undefined, 'c'), row(undefined, 'd')];
const before = keyedRows(rows);
const placeOf = (index: number, now: typeof rows) => placeOfRow(before, before.keys[index], now);

test('T10 a row is found again after somebody else has inserted, moved or removed others', () => {
  const [young, old, third, last] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const inserted = [row('new', 'x'), ...rows];
  expect(rows.map((_, index) => placeOf(index, inserted))).toEqual([1, 2, 3, 4]);
  expect(rows.map((_, index) => placeOf(index, [last, old, third, young]))).toEqual([3, 1, 2, 0]);
  expect(rows.map((_, index) => placeOf(index, [young, third, last]))).toEqual([0, undefined, 1, 2]);
});

test('T10 a row that another one has replaced is gone', () => {
  expect(placeOf(1, rows.with(1, row('other', 'z')))).toBeUndefined();
  expect(placeOf(1, [])).toBeUndefined();
});

test('T10 a row keeps its key while its name or its values are edited, with a name that two rows have too', () => {
  const renamed = followed(before, rows.with(1, row('older', 'b')));
  expect(renamed.keys).toEqual(before.keys);
  const same = followed(renamed, rows.with(1, row('young', 'b')));
  expect(same.keys).toEqual(before.keys);
  expect(followed(same, rows.with(1, row('young', 'bb'))).keys).toEqual(before.keys);
  expect(followed(before, rows.with(3, row(undefined, 'dd'))).keys).toEqual(before.keys);
});

test('T10 new rows have keys that no row had', () => {
  const { keys, next } = followed(before, [row('n1', 'x'), ...rows, row('n2', 'y')]);
  expect(keys).toEqual([4, 0, 1, 2, 3, 5]);
  expect(next).toBe(6);
});
