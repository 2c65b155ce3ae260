import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/studio/blocks/decisionGrid/verdict.ts';

test.each([
  [0, 0, false, 'tooFew'],
  [0, 0, true, 'tooFew'],
  [3, 1, true, 'changed'],
  [10, 0, false, 'few'],
  [20, 10, false, 'about'],
])('T10 of %d past decisions %d change (exact: %s): %s', (considered, changed, isExact, verdict) => {
  expect(verdictOf({ considered, changed, isExact })).toBe(verdict);
});
