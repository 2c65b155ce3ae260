import { expect, test } from 'vitest';
import { patternWitnesses, patternWords } from '../../../engine/diff/patterns.ts';

const words = (was: string, now: string) =>
  patternWords(patternWitnesses({ pattern: was, maxLength: 20 }, { pattern: now, maxLength: 20 }));

test.each([
  ['^[a-z]+$', '^[a-z]{2,}$', /^Its pattern is stricter: "[a-z]" no longer passes\.$/],
  ['^[a-z]{2,}$', '^[a-z]+$', /^Its pattern seems looser: "[a-z]" passes now\.$/],
  ['^[a-m]+$', '^[n-z]+$', /^Its pattern changed: "[a-m]+" no longer passes, and "[n-z]+" does now\.$/],
  ['^[0-9]{3}$', '^\\d{3}$', /^Its pattern changed\.$/],
  ['^(', '^a$', /^Its pattern changed\.$/],
])('from %s to %s is told with a text that shows it', (was, now, said) => {
  expect(words(was, now)).toMatch(said);
});
