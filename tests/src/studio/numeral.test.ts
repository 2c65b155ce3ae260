import { expect, test } from 'vitest';
import { typedValue } from '../../../src/studio/blocks/decisionGrid/rows.ts';
import { typedIn } from '../../../src/studio/blocks/terms/units.ts';
import { readNumeral } from '../../../src/studio/parts/numeral.ts';
import { parseAmount } from '../../../src/borrower/blocks/loanOffer/amounts.ts';

test.each([
  ['50.5', 50.5],
  [' 1,000 ', 1000],
  ['12,345.50', 12_345.5],
  ['-3', -3],
])('T10 %j is the number %d', (typed, number) => {
  expect(readNumeral(typed)).toBe(number);
});

test.each([
  ['50,5', '50.5'],
  ['0,1', '0.1'],
  ['0,125', '0.125'],
  ['1.234,56', '1234.56'],
])('T10 the decimal comma in %j is refused, and %s proposed', (typed, example) => {
  expect(readNumeral(typed)).toEqual({ key: 'point', values: { example } });
});

test.each([
  ['abc', false, 'number'],
  ['', false, 'number'],
  ['1,00,0', false, 'number'],
  ['', true, 'whole'],
  ['1.5', true, 'whole'],
  ['1,5', true, 'whole'],
])('T10 %j is no number (whole: %s)', (typed, isWhole, key) => {
  expect(readNumeral(typed, isWhole)).toEqual({ key });
});

test('T10 no editor multiplies what has a decimal comma', () => {
  expect(typedIn('cents', '50.5')).toBe(5050);
  expect(typedIn('cents', '1,000')).toBe(100_000);
  expect([typedIn('cents', '50,5'), typedIn('ppm', '0,1'), typedIn('days', '1.5')]).toEqual(['50,5', '0,1', '1.5']);
  expect([typedValue('1,5', true), typedValue('3,000', true)]).toEqual(['1,5', 3000]);
  expect([parseAmount('0,500'), parseAmount('1,500')]).toEqual([undefined, 150_000]);
});
