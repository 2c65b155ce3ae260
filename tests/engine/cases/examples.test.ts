import { expect, test } from 'vitest';
import { exampleCases } from '../../../engine/cases/examples.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';

const fields: Field[] = [
  { path: 'self.jobType', kind: 'text', options: ['employed', 'student', 'none'].map((value) => ({ value, label: value })) },
  { path: 'self.income', kind: 'whole', isOptional: true },
  { path: 'self.isMarried', kind: 'yesNo', isOptional: true },
  { path: 'self.birthday', kind: 'day' },
];
const cases = (source: string, named = {}) =>
  exampleCases({ source, named, fields, constants: { minimumAge: 21, least: 1000 }, features: {} });

test('T07 a condition that somebody writes gets data that it holds for, data that it does not, and near misses', () => {
  expect(cases("self.jobType == 'student'")).toEqual({
    true: [{ 'self.jobType': 'student' }],
    false: [{ 'self.jobType': expect.stringMatching(/employed|none/) }],
  });
  const { true: holds, false: not } = cases("self.jobType == 'student' && self.?income.orValue(0) >= 1000");
  expect(holds).toContainEqual({ 'self.jobType': 'student', 'self.income': 1000 });
  expect(not).toContainEqual({ 'self.jobType': 'student', 'self.income': 999 });
});

test('T07 examples follow a named condition, days and constants, which they state', () => {
  expect(cases('conditions.isMarried', { isMarried: 'self.?isMarried.orValue(false)' })).toEqual({
    true: [{ 'self.isMarried': true }],
    false: [{}],
  });
  const { true: holds = [], false: not = [] } = cases('age(self.birthday, today) >= constants.minimumAge');
  expect(holds).toContainEqual({ 'constants.minimumAge': 21, 'self.birthday': '2005-01-01' });
  expect(not).toEqual([{ 'constants.minimumAge': 21, 'self.birthday': expect.stringMatching(/^200[5-9]-/) }]);
});

test('T07 what is no condition yet, or reads nothing, has no examples', () => {
  expect(cases('self.jobType ==')).toEqual({});
  expect(Object.keys(cases('true'))).toEqual(['true']);
});
