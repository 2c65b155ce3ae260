import { describe, expect, test } from 'vitest';
import { isWithin, placeOf, places, readTicket, writeTicket } from '../../../server/platform/rollout/assign.ts';
import { judgeRollout } from '../../../server/platform/rollout/judge.ts';

const people = Array.from({ length: 20_000 }, (_, index) => `customer-${index}`);
const within = (salt: string, percent: number) => people.filter((person) => isWithin(placeOf(salt, person), percent));

describe('T13 who gets a release that is rolled out', () => {
  test.each([1, 10, 50])('is %i percent of the people', (percent) => {
    const share = (100 * within('salt', percent).length) / people.length;
    expect(Math.abs(share - percent)).toBeLessThan(0.2 + percent / 50);
  });

  test('is the same each time, and a larger share contains the smaller one', () => {
    const [small, large] = [within('salt', 1), new Set(within('salt', 10))];
    expect(within('salt', 1)).toEqual(small);
    expect(small.every((person) => large.has(person))).toBe(true);
  });

  test('differs from one rollout to the next', () => {
    const other = new Set(within('another salt', 10));
    const both = within('salt', 10).filter((person) => other.has(person));
    expect(both.length / people.length).toBeLessThan(0.02);
  });

  test('a ticket is read as it was written, and one that was made up or belongs to another rollout is not', () => {
    const rollout = { id: '0198-a', salt: 'salt' };
    const ticket = { place: places - 1, isIn: false };
    const text = writeTicket(rollout, ticket);
    expect(readTicket(rollout, text)).toEqual(ticket);
    for (const wrong of [undefined, '', text.replace('.0.', '.1.'), text.replace(String(places - 1), '3'), `${text}x`, 'a.b'])
      expect(readTicket(rollout, wrong)).toBeUndefined();
    expect(readTicket({ id: '0198-b', salt: 'salt' }, text)).toBeUndefined();
    expect(readTicket({ id: '0198-a', salt: 'other' }, text)).toBeUndefined();
  });
});

describe('T13 the guardrails of a rollout', () => {
  const guardrails = { visits: 100, reached: 20, moreErrors: 2, moreDropOff: 10 };
  const sums = (visit: number, errors: number, reached = 0, saved = 0) => ({
    visit,
    error: errors,
    'onboarding|work|reached': reached,
    'onboarding|work|saved': saved,
  });

  test('hold while the new release does as well as the old one', () => {
    expect(judgeRollout({ base: sums(1000, 20, 500, 400), next: sums(100, 3, 50, 38) }, guardrails)).toMatchObject({
      verdict: 'holds',
      causes: [],
      errorsBefore: 2,
      errorsAfter: 3,
      steps: [{ dropOffBefore: 20, dropOffAfter: 24, isBreached: false }],
    });
  });

  test('say nothing before enough people came, however many errors there are', () => {
    expect(judgeRollout({ base: sums(1000, 0), next: sums(99, 50) }, guardrails)).toMatchObject({
      verdict: 'waits',
      isErrorsBreached: false,
    });
  });

  test('name the figures of both releases when errors grow', () => {
    expect(judgeRollout({ base: sums(1000, 10), next: sums(100, 4) }, guardrails)).toMatchObject({
      verdict: 'breached',
      causes: [{ code: 'moreErrors', params: { after: 4, before: 1, ofAfter: 100, ofBefore: 1000 } }],
    });
  });

  test('name the step that more people leave', () => {
    const { verdict, causes } = judgeRollout({ base: sums(50, 0, 40, 36), next: sums(50, 0, 20, 10) }, guardrails);
    expect(verdict).toBe('breached');
    const params = { flow: 'onboarding', step: 'work', after: 50, before: 10, ofAfter: 20, ofBefore: 40 };
    expect(causes).toEqual([{ code: 'moreDropOff', params }]);
  });
});
