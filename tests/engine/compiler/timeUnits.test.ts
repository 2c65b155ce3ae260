import { expect, test } from 'vitest';
import { wrongUnit } from '../../../engine/compiler/locales/timeUnits.ts';

test.each([
  ['en', '{{constants.keepYears}} days', '"constants.keepYears" counts years, but the text says "days".'],
  ['fil', '{{days}} na oras', '"days" counts days, but the text says "oras".'],
  ['zh', '{{minutes}}小时以内', '"minutes" counts minutes, but the text says "小时".'],
  ['en', '{{holidays}} hours', undefined],
  ['en', '{{days}} daylight', undefined],
  // A folder of texts can have any name.
  ['en_US', '{{days}} days', undefined],
])('the unit of a text in "%s": %s', (language, text, message) => {
  expect(wrongUnit(text, language)?.message).toBe(message);
});
