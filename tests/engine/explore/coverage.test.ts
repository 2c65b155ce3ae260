import { expect, test } from 'vitest';
import { openRelease } from '../../../engine/compiler/index.ts';
import { Coverage } from '../../../engine/explore/index.ts';
import { shippedRelease } from '../../config/shipped.ts';

test('coverage separates visited from unvisited branches', async () => {
  const open = await openRelease(await shippedRelease());
  const coverage = new Coverage(open);
  const { constants, features } = open.settings;
  const around = { session: {}, today: '2026-03-01', constants, features };
  const taken = () => coverage.branches().flatMap(({ of, what, isTaken }) => (isTaken ? [`${of}: ${what}`] : []));
  expect(taken()).toEqual([]);
  const work = { jobType: 'student', income: 'under12000', enrolment: '2024-08', graduation: '2023-06' };
  coverage.see({ flow: 'onboarding', answers: {}, around, facts: {}, decided: [], typed: { form: 'work', answers: work } });
  expect(taken()).toEqual(
    expect.arrayContaining(['work: schoolName asked', 'work: payCycle not asked', 'work: rule beforeEnrolment fails']),
  );
  expect(taken()).not.toContain('work: rule beforeEnrolment holds');
  const answers = { personalBasic: { birthDate: '1994-06-12' }, work };
  coverage.see({ flow: 'onboarding', answers, around, facts: {}, decided: ['underwriting'] });
  expect(taken().filter((each) => each.startsWith('underwriting'))).toEqual(['underwriting: row student decides']);
});
