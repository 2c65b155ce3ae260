import { expect, test } from 'vitest';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { offeredCodes, withdrawnProblems } from '../../../engine/form/withdrawn.ts';

const sport: PropertySchema = { type: 'string', enum: ['swim', 'run', 'ski'], 'x-withdrawn': ['ski'] };
const club: PropertySchema = {
  type: 'object',
  properties: {
    sport,
    others: { type: 'array', items: sport },
    friends: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, sport } } },
  },
};
const pathsOf = (stored: unknown, answer: unknown) => withdrawnProblems(club, stored, answer).map(({ code, path }) => `${path} ${code}`);

test('R11 a withdrawn code is not offered', () => {
  expect(offeredCodes(sport)).toEqual(['swim', 'run']);
});

test('R11 R12 is refused in a new answer, at any depth', () => {
  expect(pathsOf({}, { sport: 'ski', others: ['run', 'ski'], friends: [{ name: 'ski', sport: 'run' }, { sport: 'ski' }] })).toEqual([
    '/sport withdrawn',
    '/others/1 withdrawn',
    '/friends/1/sport withdrawn',
  ]);
});

test('R11 stays in a stored answer, even after the list was reordered', () => {
  expect(pathsOf({ sport: 'ski' }, { sport: 'ski' })).toEqual([]);
  expect(pathsOf({ friends: [{ sport: 'ski' }] }, { friends: [{ sport: 'run' }, { sport: 'ski' }] })).toEqual([]);
  expect(pathsOf({ sport: 'ski' }, { others: ['ski'] })).toEqual(['/others/0 withdrawn']);
});
