import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  copyRow,
  insertRow,
  moveRow,
  readSheet,
  removeRow,
  setCell,
  type Sheet,
  typedValue,
} from '../../../src/studio/blocks/decisionGrid/rows.ts';

const text = readFileSync('flows/decisions/underwriting.decisions.json', 'utf8');

function sheetOf(of: string): Sheet {
  const sheet = readSheet(of);
  if (!sheet) throw new Error('no table');
  return sheet;
}

const sheet = sheetOf(text);
const after = (edited: ReturnType<typeof removeRow>): string => {
  if (!('text' in edited)) throw new Error(edited.refused);
  return edited.text;
};
const namesOf = (of: string) => sheetOf(of).rows.map(({ id }) => id);

test('T10 a table has a column for the name, the condition and each value of an outcome', () => {
  const names = sheet.columns.map((column) => (column.is === 'outcome' ? column.name : column.is));
  expect(names).toEqual(['id', 'when', 'decision', 'reason', 'retryAfterDays', 'limitCents']);
});

test('T10 a new row has a name of its own and matches nobody, and the other lines stay as they are', () => {
  const inserted = after(insertRow(text, sheet, 5));
  expect(sheetOf(inserted).rows[5]).toEqual({ when: 'false', outcome: { decision: 'referred', reason: 'manualReview' }, id: 'newRow' });
  expect(namesOf(after(insertRow(inserted, sheetOf(inserted), 0)))[0]).toBe('newRow2');
  const lines = new Set(inserted.split('\n'));
  expect(text.split('\n').filter((line) => !lines.has(line))).toEqual([]);
});

test('T10 a copy has another name, and a copy of the default matches nobody', () => {
  expect(namesOf(after(copyRow(text, sheet, 0))).slice(0, 3)).toEqual(['tooYoung', 'tooYoungCopy', 'tooOld']);
  const { rows } = sheetOf(after(copyRow(text, sheet, sheet.rows.length - 1)));
  expect(rows.slice(-2).map(({ when }) => when)).toEqual(['false', undefined]);
});

test('T10 rows move and go, and a cell is written or emptied', () => {
  expect(namesOf(after(moveRow(text, 1, 0))).slice(0, 2)).toEqual(['tooOld', 'tooYoung']);
  expect(namesOf(after(removeRow(text, 0)))[0]).toBe('tooOld');
  const days = { is: 'outcome', name: 'retryAfterDays' } as const;
  expect(sheetOf(after(setCell(text, 0, days, 90))).rows[0]?.outcome['retryAfterDays']).toBe(90);
  expect(sheetOf(after(setCell(text, 0, days, undefined))).rows[0]?.outcome).toEqual({ decision: 'rejected', reason: 'age' });
});

test.each([
  ['3,000', true, 3000],
  ['twelve', true, 'twelve'],
  ['180', false, '180'],
  ['true', false, true],
  ['  ', true, undefined],
])('T10 %j in a column of numbers (%s) is %j', (typed, numeric, value) => {
  expect(typedValue(typed, numeric)).toBe(value);
});

test('T10 what is no table is not shown as one', () => {
  expect(readSheet('{')).toBeUndefined();
  expect(readSheet('{"rows": [1]}')).toBeUndefined();
});
