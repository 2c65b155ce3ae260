import { expect, test } from 'vitest';
import { compile, openRelease } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

const edited = (files: readonly SourceFile[], path: string, find: string, replace: string): SourceFile[] =>
  files.map((file) => {
    if (file.path !== path) return file;
    expect(file.text).toContain(find);
    return { path, text: file.text.replace(find, () => replace) };
  });

/** The club in Filipino, offered in part: one text is missing. */
const partly = (minShare: number, more = '') =>
  edited(
    edited(clubFiles(), 'flows/settings.json', '"name": "Filipino"', `"name": "Filipino", "minShare": ${minShare}${more}`),
    'locales/fil/screens.json',
    ',\n    "leave": "Leave po"',
    '',
  );

const told = async (files: readonly SourceFile[]) =>
  (await compile(files, registry)).diagnostics
    .filter(({ code }) => code !== 'completeness')
    .map(({ severity, code, message }) => `${severity} ${code} ${message}`);

test('K01 missing texts of a language offered in part are counted, not listed', async () => {
  expect(await told(partly(80))).toEqual([
    expect.stringMatching(/^info partly-translated "fil" lacks 1 of \d+ texts\. They are shown in en\.$/),
  ]);
});

test('K01 a language with too few texts cannot be offered', async () => {
  expect(await told(partly(99))).toEqual([
    expect.stringMatching(/^error share-too-low "fil" has \d+ of \d+ texts \(\d+ %\), and needs 99 %\.$/),
  ]);
});

test('K01 what stands in for a language is offered itself', async () => {
  expect(await told(partly(80, ', "fallback": ["fil", "de"]'))).toEqual([
    expect.stringContaining('error unknown-language A language cannot be its own fallback.'),
    expect.stringContaining('error unknown-language The language "de" is not offered.'),
    expect.stringContaining('info partly-translated'),
  ]);
});

test('P01 a document that people agree to never falls back', async () => {
  const files = partly(80).filter(({ path }) => path !== 'locales/fil/documents/rules.md');
  expect(await told(files)).toContainEqual(
    expect.stringContaining('error missing-document The file locales/fil/documents/rules.md is missing.'),
  );
});

test('K01 the release has the texts that stand in, under their language', async () => {
  const { release } = await compile(partly(80), registry);
  if (!release) throw new Error('no release');
  const words = (await openRelease(release)).words('fil');
  expect(words['$fallback']).toEqual({ en: { screens: { home: { leave: 'Leave' } } } });
  expect((await openRelease(release)).words('en')).not.toHaveProperty('$fallback');
});
