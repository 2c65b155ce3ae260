import { expect, test } from 'vitest';
import { differing, valuesIn } from '../../../engine/compiler/locales/values.ts';
import { tongueOf, wrongLanguage } from '../../../engine/compiler/locales/wrongLanguage.ts';

const said = (others: string) => differing(valuesIn(['{{amout}}']), valuesIn(['{{amount}}']), { isSilent: () => false, others })?.message;

test('no other language, rather than every one, lacks a placeholder', () => {
  expect(said('Every other language')).toBe('No other language has {{amout}}.');
  expect(said('The main language')).toBe('The main language has no {{amout}}.');
});

test('a reason continues the sentence after its colon', () => {
  const english = 'This is the text of another language';
  expect(wrongLanguage(english, tongueOf('hi'), english)).toMatch(/^it is the text/);
  expect(wrongLanguage(english, tongueOf('hi'))).toMatch(/^it contains no letter/);
});
