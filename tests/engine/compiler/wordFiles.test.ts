import { describe, expect, test } from 'vitest';
import { compile, createCompiler } from '../../../engine/compiler/index.ts';
import { languagesOf } from '../../../engine/compiler/locales/words.ts';
import { Memo } from '../../../engine/compiler/memo.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { diff } from '../../../engine/diff/index.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';
import { splitWords } from './fixtures/splitWords.ts';

const split = splitWords(clubFiles(), 'screens');
const home = (language: string) => `locales/${language}/screens/home.json`;
const without = (path: string) => split.filter((file) => file.path !== path);

function edited(path: string, find: string, replace: string): SourceFile[] {
  const file = split.find((each) => each.path === path);
  if (!file?.text.includes(find)) throw new Error(`${path} does not hold ${find}`);
  return split.map((each) => (each === file ? { path, text: file.text.replace(find, () => replace) } : each));
}

async function told(files: readonly SourceFile[]): Promise<string[]> {
  const { diagnostics } = await compile(files, registry);
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
}

describe('a text file for each screen', () => {
  test('is merged into its language again only if a file of the language changed', () => {
    const compiler = createCompiler(registry);
    const memo = new Memo();
    const merged = (files: readonly SourceFile[]) => languagesOf(compiler.analyse(files).project, memo);
    const before = merged(split);
    const after = merged(edited(home('fil'), '"leave": "Leave po"', '"leave": "Alis po"'));
    expect(after.get('en')).toBe(before.get('en'));
    expect(after.get('fil')?.words).toMatchObject({ screens: { home: { leave: 'Alis po' } } });
    expect(before.get('fil')?.words).toMatchObject({ screens: { home: { leave: 'Leave po' } } });
  });

  test('makes the same release as one file for all', async () => {
    const [one, many] = await Promise.all([clubFiles(), split].map(async (files) => (await compile(files, registry)).release));
    const { hash: _one, sourcesHash: _oneSources, ...first } = one?.manifest ?? { hash: '' };
    const { hash: _many, sourcesHash: _manySources, ...second } = many?.manifest ?? { hash: '' };
    expect(many?.parts).toEqual(one?.parts);
    expect(second).toEqual(first);
  });

  test('gets the findings for missing, unused and stray texts', async () => {
    expect(await told(edited(home('fil'), '"leave": "Leave po"', '"left": "Leave po"'))).toEqual([
      `missing-key ${home('fil')}:5 "screens.home.leave" has no text in "fil".`,
    ]);
    expect(await told(edited(home('en'), '"leave"', '"leaf": "Leaf", "leave"'))).toEqual([
      `unused-key ${home('en')}:6 Nothing uses "screens.home.leaf".`,
    ]);
    expect(await told(edited(home('fil'), '"leave"', '"leaf": "Leaf", "leave"'))).toEqual([
      `unknown-words ${home('fil')}:6 The main language has no "screens.home.leaf".`,
    ]);
  });

  test('that is missing is one fault', async () => {
    expect(await told(without(home('fil')))).toEqual([`missing-key ${home('fil')}:1 ${home('fil')} is missing: "en" has 4 texts there.`]);
    expect(await told(without(home('en')))).toEqual([`missing-key ${home('en')}:1 ${home('en')} is missing: "fil" has 4 texts there.`]);
  });

  test('that is unreadable causes no findings about its texts', async () => {
    expect(await told(edited(home('en'), '{', '{ ,'))).toEqual([expect.stringContaining(`json-syntax ${home('en')}:1`)]);
    expect(await told(edited(home('fil'), '{', '{ ,'))).toEqual([expect.stringContaining(`json-syntax ${home('fil')}:1`)]);
  });

  test('must not duplicate texts of the namespace file', async () => {
    const text = '{ "$schema": "../../schemas/meta/locale.schema.json", "home": { "title": "Elsewhere" } }';
    expect(await told([...split, { path: 'locales/en/screens.json', text }])).toEqual([
      `duplicate-id locales/en/screens.json:1 ${home('en')} already contains the texts of "screens.home".`,
    ]);
  });

  test('has no dot in its name', async () => {
    const text = '{ "$schema": "../../schemas/meta/locale.schema.json", "leave": "Leave" }';
    expect(await told([...split, { path: 'locales/en/screens.home.json', text }])).toEqual([
      'misplaced-words locales/en/screens.home.json:1 Texts must be in locales/<language>/<namespace>.json or <namespace>/<key>.json.',
    ]);
  });

  test('may have the name of a JavaScript keyword', async () => {
    const text = '{ "$schema": "../../../schemas/meta/locale.schema.json", "title": "Odd" }';
    const odd = ['__proto__', 'constructor'].map((name) => ({ path: `locales/en/screens/${name}.json`, text }));
    expect(await told([...split, ...odd])).toEqual([
      'unused-key locales/en/screens/__proto__.json:1 Nothing uses "screens.__proto__.title".',
      'unused-key locales/en/screens/constructor.json:1 Nothing uses "screens.constructor.title".',
    ]);
  });
});

describe('the difference between two configurations', () => {
  test('is empty when texts only move to another file', () => {
    expect(diff(clubFiles(), split, registry)).toEqual([]);
    expect(diff(split, clubFiles(), registry)).toEqual([]);
  });

  test('is reported in the file that has or had the texts', () => {
    const briefly = (before: SourceFile[], after: SourceFile[]) =>
      diff(before, after, registry).map(({ code, message, file, pointer }) => `${code} ${file} ${pointer}: ${message}`);
    expect(briefly(clubFiles(), edited(home('en'), 'Leave', 'Go'))).toEqual([
      `words-changed ${home('en')} /leave: en: screens.home.leave changed.`,
    ]);
    expect(briefly(split, without(home('fil')))).toEqual([`words-removed ${home('fil')} : fil: screens.home was removed.`]);
    expect(briefly(without(home('fil')), split)).toEqual([`words-added ${home('fil')} : fil: screens.home is new.`]);
  });
});

/** The club with one more screen, whose headings have these keys. */
const withScreen = (keys: readonly string[], more: object = {}): SourceFile[] => [
  ...clubFiles(),
  {
    path: 'flows/screens/club.screen.json',
    text: JSON.stringify({
      $schema: '../../schemas/meta/screen.schema.json',
      id: 'club',
      route: '/club',
      blocks: keys.map((key) => ({ block: 'heading', text: { key, ...more } })),
    }),
  },
];

test('a screen without any texts is reported, also if it shows its title', async () => {
  const found = (await told(withScreen(['title', 'a', 'b', 'c']))).filter((each) => each.startsWith('missing-key'));
  expect(found).toEqual([expect.stringContaining('Texts are missing: "screens.club" needs 4 in locales/en.')]);
});

test('an amount without a format is reported once, whatever files use its text', async () => {
  const shared = (values: object) => withScreen(['common.shared'], { with: values }).slice(-1)[0] as SourceFile;
  const other = ({ path, text }: SourceFile) => ({ path: path.replace('club', 'den'), text: text.replaceAll('club', 'den') });
  const files = clubFiles().map(({ path, text }) =>
    /^locales\/[a-z]+\/common\.json$/.test(path)
      ? { path, text: JSON.stringify({ ...(JSON.parse(text) as object), shared: 'Pay {{a}} and {{b}}' }) }
      : { path, text },
  );
  const found = await told([
    ...files,
    shared({ a: 'constants.feeCents', b: 'constants.minimumAge' }),
    other(shared({ a: 'constants.minimumAge', b: 'constants.feeCents' })),
  ]);
  expect(found.filter((each) => each.startsWith('raw-amount'))).toHaveLength(1);
});

test('a mistake in a text without a group of its own is one finding', async () => {
  const files = clubFiles().map(({ path, text }) => {
    if (path !== 'locales/en/errors.json') return { path, text };
    const code = Object.keys(JSON.parse(text) as object).find((key) => key !== '$schema') ?? '';
    return { path, text: JSON.stringify({ ...(JSON.parse(text) as object), [code]: 'Call {{constants.nobody}}.' }) };
  });
  expect((await told(files)).filter((each) => each.includes('nobody'))).toEqual([
    'unknown-constant locales/en/errors.json:1 There is no constant "nobody" in the settings.',
  ]);
});

test('a language without any file has none of the texts', async () => {
  const files = clubFiles().map(({ path, text }) => ({ path, text: path === 'flows/settings.json' ? text.replace('"zh"', '"ko"') : text }));
  const { diagnostics } = await compile(files, registry);
  expect(diagnostics.filter(({ code }) => code === 'completeness').map(({ message }) => message)).toContain(
    '"ko" has 0 of 44 texts (0 %).',
  );
});
