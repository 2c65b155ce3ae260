import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import { shippedFiles } from '../../server/support/product.ts';

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
