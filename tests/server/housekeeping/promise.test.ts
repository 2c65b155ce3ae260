import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../support/root.ts';

test.each(['en', 'fil', 'hi'])('the privacy policy matches the retention settings: %s', (language) => {
  const retention = JSON.parse(readFileSync(`${root}/flows/retention.json`, 'utf8')) as Record<string, number>;
  const policy = readFileSync(`${root}/locales/${language}/documents/privacy.md`, 'utf8');
  expect(policy).toMatch(new RegExp(`: ${retention['unsentDays']} (days|araw|दिन)`));
  expect([
    retention['notApprovedDays'],
    retention['feedbackDays'],
    retention['technicalDays'],
    retention['keepYears'],
    retention['rewardDays'],
  ]).toEqual([365, 365, 365, 5, 730]);
  expect(policy).toMatch(/: (two years|dalawang taon|.*दो साल)/);
  expect(policy).toMatch(/: (one year|isang taon|एक साल)/);
  expect(policy).toMatch(/five years|limang taon|पाँच साल/);
});
