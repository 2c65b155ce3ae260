import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import { shippedFiles } from '../../server/support/product.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry as clubRegistry } from './fixtures/registry.ts';

const path = 'flows/conditions.json';
const condition = /"imageCodeAsked": "[^"]*"/;

test.each([
  ['a condition that is no text', (text: string) => text.replace(condition, '"imageCodeAsked": 3')],
  ['an empty condition', (text: string) => text.replace(condition, '"imageCodeAsked": ""')],
  ['a misspelt property', (text: string) => text.replace('"conditions":', '"conditionz":')],
  ['a name that may not be', (text: string) => text.replace('imageCodeAsked', 'ImageCodeAsked')],
  ['half of the file', (text: string) => text.slice(0, text.length / 2)],
  ['the kind of another file', (text: string) => text.replace('conditions.schema.json', 'carryOver.schema.json')],
])('conditions with %s are reported at their file, and nothing that names one is', async (_name, edit) => {
  const files = shippedFiles().map((file) => (file.path === path ? { ...file, text: edit(file.text) } : file));
  const { diagnostics } = await compile(files, registry);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(new Set(errors.map(({ file }) => file))).toEqual(new Set([path]));
});

test('K05 arithmetic with the answers of an unreadable form is no finding of its own', async () => {
  const form = 'schemas/forms/sports.schema.json';
  const when = 'has(sports.distance) && sports.distance * 2.0 > 1.5';
  const files = clubFiles().map(({ path: each, text }) => ({
    path: each,
    text: each === form ? text.slice(1) : text.replace("has(sports.sport) && sports.sport == 'chess'", when),
  }));
  const errors = async (tried: typeof files) =>
    (await compile(tried, clubRegistry)).diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file);
  expect(new Set(await errors(files))).toEqual(new Set([form]));
  const original = clubFiles().find(({ path: each }) => each === form);
  expect(await errors(files.map((file) => (file.path === form && original ? original : file)))).toEqual([]);
});
