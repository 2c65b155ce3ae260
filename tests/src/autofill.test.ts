import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FieldUi, FormUi } from '../../engine/config/formUi.ts';
import { root } from '../support/root.ts';

const folder = join(root, 'schemas/forms');
const forms = readdirSync(folder)
  .filter((name) => name.endsWith('.ui.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as FormUi);

/** Widgets that a browser can autofill. The others are tapped, drawn or photographed, or their parts are separate fields. */
const typed = new Set(['text', 'number', 'phone', 'oneTimeCode', 'date', 'select', 'confirmEntry']);

const flat = (fields: Record<string, FieldUi>, path: string): [string, FieldUi][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [`${path}.${name}`, field] as [string, FieldUi],
    ...flat(field.items ?? {}, `${path}.${name}`),
  ]);

const fields = forms.flatMap(({ id, fields }) => flat(fields, id)).filter(([, field]) => typed.has(field['ui:widget'] ?? 'text'));

test('there are fields to check', () => {
  expect(fields.length).toBeGreaterThan(40);
});

test.each(fields)('%s has an autofill token, or a reason for none', (_, field) => {
  expect(field['ui:autocomplete']).toBeDefined();
  expect(field['ui:autocomplete'] !== 'off' || /\w{3,}/.test(field.$comment ?? '')).toBe(true);
});

test('the phone can fill in SMS codes', () => {
  const codes = fields.filter(([, field]) => field['ui:widget'] === 'oneTimeCode');
  expect(codes.map(([, field]) => field['ui:autocomplete'])).toEqual(codes.map(() => 'one-time-code'));
});
