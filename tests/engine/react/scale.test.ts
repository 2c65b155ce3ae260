import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksTo } from '../../../engine/react/blocks/chart/scale.ts';

test.each([
  [0, [0]],
  [1, [0, 0.5, 1]],
  [3, [0, 1, 2, 3]],
  [23, [0, 10, 20, 30]],
  [1840, [0, 500, 1000, 1500, 2000]],
])('D11 a scale up to %d has round ticks', (largest, ticks) => {
  expect(ticksTo(largest)).toEqual(ticks);
});

test('D11 what is counted has no fractions', () => {
  expect(ticksTo(1, { whole: true })).toEqual([0, 1]);
  expect(ticksTo(7, { whole: true })).toEqual([0, 2, 4, 6, 8]);
});

test('D11 a scale reaches any number, with a handful of ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e12, noNaN: true }), (largest) => {
      const ticks = ticksTo(largest);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-6));
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks[0]).toBe(0);
    }),
  );
});
