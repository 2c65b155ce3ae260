import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

const edited = (path: string, change: (text: string) => string): SourceFile[] =>
  clubFiles().map((file) => (file.path === path ? { path, text: change(file.text) } : file));

async function told(files: readonly SourceFile[]): Promise<string[]> {
  const { diagnostics } = await compile(files, registry);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ file, code, message }) => `${code} ${file} ${message}`);
}

const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
const tooDeep = 'Brackets are nested more than 200 deep here.';

test.each([
  { what: 'valid JSON', text: deep },
  { what: 'invalid JSON', text: `${deep},` },
])('K05 3,000 nested brackets of $what are a finding in their file, not a crash', async ({ text }) => {
  expect(await told(edited('flows/errors.json', () => text))).toEqual([`json-syntax flows/errors.json ${tooDeep}`]);
});

test('K05 brackets within a text are not nested', async () => {
  expect(await told(edited('locales/en/server.json', (text) => text.replace('Hello', '['.repeat(300))))).toEqual([]);
});

const codes = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
const withCodes = edited('schemas/enums/sport.schema.json', (text) =>
  text.replace('"swim"', `${JSON.stringify(codes).slice(1, -1)}, "swim"`),
);

test(
  'K05 20,000 codes without words take seconds, and name the first of them and how many more there are',
  { timeout: 20_000 },
  async () => {
    const found = await told(withCodes);
    expect(found).toHaveLength(20);
    expect(found.at(-1)).toContain('19980 more are missing.');
  },
);

test('K05 20,000 words that only a translation has take seconds', { timeout: 20_000 }, async () => {
  const words = codes.map((code) => `"${code}": "Code ${code}"`).join(', ');
  const files = withCodes.map((file) =>
    file.path === 'locales/fil/enums.json' ? { ...file, text: file.text.replace('"swim"', `${words}, "swim"`) } : file,
  );
  expect(await told(files)).toHaveLength(20);
});
