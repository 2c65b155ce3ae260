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

/** The club with texts that name the limits of its schemas. */
const naming = ['en', 'fil'].reduce((files, language) => {
  const label = language === 'en' ? '"label": "Distance"' : '"label": "Distance po"';
  const nick = language === 'en' ? '"Small letters only"' : '"Small letters only po"';
  const worded = edited(
    files,
    `locales/${language}/forms.json`,
    label,
    `"label": "{{minimum}} km or more, {{constants.house}}", "hint": "{{minimum, number}} km"`,
  );
  return edited(worded, `locales/${language}/formats.json`, nick, '"{{minLength}} to {{maxLength}} small letters, {{label}}"');
}, clubFiles());

async function wordsIn(
  files: readonly SourceFile[],
): Promise<Record<string, any>> /* oxlint-disable-line typescript/no-explicit-any -- free-form JSON */ {
  const { release, diagnostics } = await compile(files, registry);
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  if (!release) throw new Error('no release');
  return (await openRelease(release)).words('en');
}

test('K04 the words of a field state the limits of its schema, and change with it', async () => {
  const before = await wordsIn(naming);
  expect(before['forms']['sports']['distance']).toMatchObject({ label: '1 km or more, {{constants.house}}', hint: '1 km' });
  const after = await wordsIn(edited(naming, 'schemas/forms/sports.schema.json', '"minimum": 1', '"minimum": 2'));
  expect(after['forms']['sports']['distance']).toMatchObject({ label: '2 km or more, {{constants.house}}', hint: '2 km' });
});

test('K04 a pattern decides lengths too; what is filled at the field stays open', async () => {
  const longer = edited(naming, 'schemas/formats/nick.schema.json', '^[a-z]+$', '^[a-z]{3,9}$');
  const bounded = edited(longer, 'schemas/formats/nick.schema.json', ',\n  "maxLength": 20', '');
  expect((await wordsIn(bounded))['formats']['nick']['errors']['pattern']).toBe('3 to 9 small letters, {{label}}');
});

test('K04 a limit that the schema does not have is reported with the ones that it has', async () => {
  const wrong = edited(naming, 'locales/en/forms.json', '"hint": "{{minimum, number}} km"', '"hint": "{{minimun}} km"');
  const { diagnostics } = await compile(wrong, registry);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'unfilled-placeholder', fix: 'Did you mean "minimum"?' },
    { code: 'placeholder-mismatch', file: 'locales/fil/forms.json' },
  ]);
});

test.each([
  ['en', 'Ten letters at most', false],
  ['en', 'Twenty letters at most', false],
  ['en', 'For example 20 Mabini St.', false],
  ['en', 'Not 20, but fewer letters', true],
  ['fil', 'Hindi lalampas sa 20 letra', true],
])('K05 in %s, "%s" repeats the limit of 20: %s', async (language, text, isFound) => {
  const said = language === 'en' ? '"Small letters only"' : '"Small letters only po"';
  const { diagnostics } = await compile(edited(clubFiles(), `locales/${language}/formats.json`, said, JSON.stringify(text)), registry);
  expect(diagnostics.some(({ code }) => code === 'stated-limit')).toBe(isFound);
});
