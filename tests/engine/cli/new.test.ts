import { describe, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { splitWords } from '../compiler/fixtures/splitWords.ts';
import { terminal } from './support.ts';

const begun = (...words: string[]) => begunIn(clubFiles(), ...words);

async function begunIn(files: SourceFile[], ...words: string[]) {
  const project = terminal(files);
  const code = await project.run('new', ...words);
  const { diagnostics, release } = await compile(project.files, registry);
  const found = diagnostics.filter(({ severity }) => severity !== 'info').map((each) => each.code);
  const before = new Set(files.map(({ path }) => path));
  const created = project.files.map(({ path }) => path).filter((path) => !before.has(path));
  return { ...project, code, found, release, created, said: project.said.join('\n'), text: textsOf(project.files) };
}

const textsOf = (files: readonly { path: string; text: string }[]) => (path: string) =>
  files.find((each) => each.path === path)?.text ?? '';

describe('hakbang new', () => {
  test.each([
    [
      'step joining hats',
      ['schemas/forms/hats.schema.json', 'schemas/forms/hats.ui.json', 'flows/screens/hats.screen.json'],
      ['untranslated', 'untranslated'],
    ],
    ['screen news', ['flows/screens/news.screen.json'], ['untranslated']],
    ['form hats', ['schemas/forms/hats.schema.json', 'schemas/forms/hats.ui.json'], ['untranslated', 'unused-form']],
    ['field person hat text', [], []],
    ['enum colour', ['schemas/enums/colour.schema.json'], ['untranslated', 'unused-enum']],
    ['rule person nick tooRude', [], ['untranslated', 'rule-never-fails']],
  ])('%s writes what passes check, and says what is left', async (words, files, left) => {
    const { code, found, release, created } = await begun(...words.split(' '));
    expect({ code, found }).toEqual({ code: 0, found: left });
    expect(release).toBeDefined();
    expect(created).toEqual(files);
  });

  test('step is before the review, with texts in every language', async () => {
    const { text, said } = await begun('step', 'joining', 'hats');
    const { steps } = JSON.parse(text('flows/joining.flow.json')) as { steps: { id: string }[] };
    expect(steps.map(({ id }) => id)).toEqual(['person', 'sports', 'hats', 'review']);
    expect(text('locales/fil/forms.json')).toContain('"hats"');
    expect(JSON.parse(text('locales/zh/forms.json'))).toMatchObject({ hats: { title: '', name: { label: '' } } });
    expect(said).toContain('Translate its texts: fil.');
  });

  test('keeps the formatting of a file', async () => {
    const { text } = await begun('enum', 'colour');
    const before = textsOf(clubFiles())('locales/en/enums.json');
    expect(text('locales/en/enums.json').startsWith(before.slice(0, before.lastIndexOf('}') - 2))).toBe(true);
  });

  test('texts go to a separate file if the other screens have one', async () => {
    const split = splitWords(clubFiles(), 'screens');
    const screen = await begunIn(split, 'screen', 'news');
    const worded = ['en', 'fil', 'zh'].map((language) => `locales/${language}/screens/news.json`);
    expect(screen.created).toEqual(['flows/screens/news.screen.json', ...worded]);
    expect(screen.found).toEqual(['untranslated']);
    expect(JSON.parse(screen.text('locales/en/screens/news.json'))).toMatchObject({ title: 'News', heading: 'News' });
    const language = await begunIn(split, 'language', 'ceb');
    expect(language.found).toEqual([]);
    expect(JSON.parse(language.text('locales/ceb/screens/home.json'))).toMatchObject({ leave: '' });
  });

  test('language has every key of the main one, empty, and is marked as prepared', async () => {
    const { text, found, created } = await begun('language', 'ceb');
    expect(found).toEqual([]);
    expect(created).toContain('locales/ceb/screens.json');
    expect(JSON.parse(text('locales/ceb/screens.json'))).toMatchObject({ home: { leave: '' } });
    expect(JSON.parse(text('flows/settings.json'))).toMatchObject({ languages: { prepared: ['zh', 'ceb'] } });
  });

  test.each([
    ['enum sport', 'already exists'],
    ['language fil', 'already exists'],
    ['step nowhere hats', 'flows/nowhere.flow.json does not exist.'],
    ['rule person shoe tooBig', 'has no field "shoe"'],
    ['enum Colour', 'is not an id'],
    ['form', 'needs <id>'],
    ['house', 'needs one of'],
  ])('%s is refused, and nothing is written', async (words, message) => {
    const { code, errors, files } = await begun(...words.split(' '));
    expect(code).toBe(2);
    expect(errors.join('')).toContain(message);
    expect(files).toEqual(clubFiles());
  });
});
