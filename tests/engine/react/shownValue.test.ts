import { expect, test } from 'vitest';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { shownValue } from '../../../engine/form/shownValue.ts';
import { createTexts } from '../../../engine/react/text.tsx';

const texts = createTexts({ language: 'en', locales: { en: 'en-PH' }, currency: 'PHP', constants: {} });
texts.add('en', {
  common: { blocks: { review: { yes: 'Yes', no: 'No' } } },
  enums: { pet: { cat: 'A cat', dog: 'A dog' } },
  forms: { home: { place: { isRented: { label: 'Rented' } }, people: { adult: { label: 'Adult' } } } },
});
const pets: PropertySchema = { type: 'array', items: { type: 'string', enum: ['cat', 'dog'], 'x-enum': 'pet' } };
const place: PropertySchema = {
  type: 'object',
  properties: { isRented: { type: 'boolean' }, since: { type: 'string', format: 'date' }, pets },
};
const people: PropertySchema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, adult: { type: 'boolean' }, home: place } },
};
const shown = (field: string, schema: PropertySchema, value: unknown) =>
  shownValue({ texts, keyPrefix: `forms.home.${field}`, schema, ui: {}, answers: {} }, value);

test('R12 a review shows an object in one line, with the label of each yes or no and every item of a list in it', () => {
  expect(shown('place', place, { isRented: true, since: '2020-01-01', pets: ['cat', 'dog'] })).toEqual([
    'Rented: Yes · January 1, 2020 · A cat, A dog',
  ]);
});

test('R12 a review shows each item of a list in a line', () => {
  expect(
    shown('people', people, [
      { name: 'Ana', adult: true },
      { name: 'Ben', adult: false },
    ]),
  ).toEqual(['Ana · Adult: Yes', 'Ben · Adult: No']);
  expect(shown('pets', pets, ['cat', 'dog'])).toEqual(['A cat', 'A dog']);
});
