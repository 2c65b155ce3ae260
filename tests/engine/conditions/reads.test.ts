import { expect, test } from 'vitest';
import { readsOf } from '../../../engine/conditions/reads.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';

const fields: Field[] = [
  { path: 'work.job', label: 'Job', kind: 'text', options: [{ value: 'student', label: 'Student' }] },
  { path: 'work.years', label: 'Years', kind: 'whole' },
  { path: 'work.company', label: 'Company', kind: 'text' },
  { path: 'identity.number', label: 'Number', kind: 'whole', isSensitive: true },
];
const reads = (source: string, named: Record<string, string> = {}) => readsOf(source, { fields, named });

test('T07 answers are codes, numbers, days and yes/no; free text stands apart', () => {
  expect(reads("work.job == 'student' && work.years > constants.years && work.company != '' && identity.number == 1")).toEqual({
    answers: ['work.job', 'work.years'],
    texts: ['work.company'],
    sensitive: ['identity.number'],
    unknown: [],
    settings: ['constants.years'],
    named: {},
  });
});

test('T07 named conditions are read as well, and the answer says which', () => {
  const found = reads('conditions.one || conditions.one', { one: 'conditions.two', two: 'work.years > 1', three: 'identity.number == 1' });
  expect(found).toMatchObject({
    answers: ['work.years'],
    sensitive: [],
    unknown: [],
    named: { one: 'conditions.two', two: 'work.years > 1' },
  });
});

const doubling = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `c${index}`,
      index === 0 ? 'work.years > 1' : `conditions.c${index - 1} == conditions.c${index - 1}`,
    ]),
  );

test('T07 what takes long or for ever is unknown, and found out at once', () => {
  expect(reads('conditions.c4', doubling(20)).unknown).toEqual([]);
  const begun = performance.now();
  expect(reads('conditions.c19', doubling(20)).unknown).toEqual(['conditions.c19']);
  expect(performance.now() - begun).toBeLessThan(1000);
  expect(reads('conditions.one', { one: 'conditions.two || true', two: 'conditions.one' }).unknown).toEqual(['conditions.one']);
  expect(reads('[1, 2].all(today, [1, 2].all(today, work.years > 1))').unknown).not.toEqual([]);
  expect(reads('conditions.none').unknown).toEqual(['conditions.none']);
});
