import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { LanguageOfWords, SavedWord, WordRow } from '../../../server/contract/staff/studioWords.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
let translator: StaffMember;
let reviewer: StaffMember;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  translator = await staffMember(server, 'translator');
  reviewer = await staffMember(server, 'reviewer');
});
afterAll(() => server.close());

interface Page {
  found: number;
  languages: LanguageOfWords[];
  words: WordRow[];
  next?: string;
}
interface Edit {
  key: string;
  language?: string;
  basedOn: string;
  text: string;
}

const begin = async (): Promise<string> =>
  (await editor.call('POST', '/api/staff/studio/changes', { title: 'Better words' })).json<ProductChange>().id;
const list = async (id: string, query: Record<string, string> = {}, who = translator): Promise<Page> =>
  (await who.call('GET', `/api/staff/studio/changes/${id}/words?${new URLSearchParams(query)}`)).json();
const save = async (id: string, words: Edit[], who = translator): Promise<SavedWord[]> => {
  const body = { words: words.map((word) => ({ language: 'fil', ...word })) };
  return (await who.call('PUT', `/api/staff/studio/changes/${id}/words`, body)).json<{ words: SavedWord[] }>().words;
};
const cell = (row: WordRow | undefined, language = 'fil') => row?.cells.find((each) => each.language === language);
const one = async (id: string, key: string) => (await list(id, { text: key })).words.find((row) => row.key === key);
const key = 'forms.work.professionalTitle.label';

test('T09 lists every text of the product by language, with the screens that show it and its line', async () => {
  const id = await begin();
  const { found, words, next, languages } = await list(id);
  expect(found).toBeGreaterThan(2000);
  expect([words.length, languages.map(({ code }) => code)]).toEqual([50, ['en', 'hi', 'fil']]);
  for (const { filled, of } of languages) expect(filled).toBe(of);
  const second = await list(id, { before: next ?? '' });
  expect(second.words[0]?.key).not.toBe(words[0]?.key);
  const row = await one(id, key);
  expect(row?.screens).toContain('workInfo');
  expect(cell(row)).toMatchObject({ path: 'locales/fil/forms.json', line: expect.any(Number), isNeeded: true, mayEdit: true });
});

test('T09 finds a text as somebody saw it on a page, with its values', async () => {
  const id = await begin();
  const row = (await list(id)).words.find(({ cells }) => cells[0]?.text.includes('{{')) ?? (await list(id, { text: '{{' })).words[0];
  const seen = (row?.cells[0]?.text ?? '').replace(/\{\{[^}]*\}\}/g, '1,234.00').replaceAll('**', '');
  expect((await list(id, { text: seen })).words.map((each) => each.key)).toContain(row?.key);
  expect((await list(id, { screen: 'workInfo', text: key })).words.map((each) => each.key)).toEqual([key]);
  expect((await list(id, { screen: 'login', text: key })).found).toBe(0);
});

test('T09 a translator saves texts of several files in one go', async () => {
  const id = await begin();
  const rows = await Promise.all([one(id, key), one(id, 'screens.login.title')]);
  const edits = rows.map((row) => ({ key: row?.key ?? '', basedOn: cell(row)?.text ?? '', text: `${cell(row)?.text} po` }));
  expect((await save(id, edits)).map(({ state }) => state)).toEqual(['saved', 'saved']);
  expect((await save(id, edits)).map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
  const changed = await list(id, { state: 'changed' });
  expect(changed.words.map((row) => [row.key, cell(row)?.text])).toEqual(
    expect.arrayContaining(edits.map((edit) => [edit.key, edit.text])),
  );
  expect(changed.found).toBe(2);
});

test('T09 a text that somebody else has changed since is left as it is, and named', async () => {
  const id = await begin();
  const text = cell(await one(id, key))?.text ?? '';
  await save(id, [{ key, basedOn: text, text: 'Trabaho niya' }]);
  const [late, other] = await save(id, [
    { key, basedOn: text, text: 'Trabaho ko' },
    { key: 'forms.work.noSuchField.label', basedOn: '', text: 'Wala' },
  ]);
  expect(late).toMatchObject({ state: 'conflict', text: 'Trabaho niya' });
  expect(other).toMatchObject({ state: 'unknown' });
});

test('T09 says what lacks a translation, and what the source has changed under one', async () => {
  const id = await begin();
  const row = await one(id, key);
  const [english, filipino] = [cell(row, 'en')?.text ?? '', cell(row)?.text ?? ''];
  await save(id, [{ key, basedOn: filipino, text: '' }]);
  expect((await list(id, { state: 'missing' })).words.map((each) => each.key)).toEqual([key]);
  expect((await list(id)).languages.find(({ code }) => code === 'fil')).toMatchObject({ filled: expect.any(Number) });
  await save(id, [{ key, language: 'en', basedOn: english, text: 'What you do for a living' }]);
  const outdated = await list(id, { state: 'outdated' });
  expect(outdated.words.map((each) => [each.key, each.outdated])).toEqual([[key, ['hi']]]);
});

test('T09 finds the texts about which the compiler complains', async () => {
  const id = await begin();
  const row = (await list(id, { text: '{{' })).words.find(({ key: each }) => !/_(one|other)$/.test(each));
  await save(id, [{ key: row?.key ?? '', basedOn: cell(row)?.text ?? '', text: 'Walang halaga dito po' }]);
  expect((await list(id, { state: 'problem', language: 'fil' })).words.map((each) => each.key)).toContain(row?.key);
});

test('T16 a reviewer reads the words and saves none', async () => {
  const id = await begin();
  expect((await list(id, {}, reviewer)).found).toBeGreaterThan(2000);
  const refused = await reviewer.call('PUT', `/api/staff/studio/changes/${id}/words`, {
    words: [{ key, language: 'fil', basedOn: '', text: 'x' }],
  });
  expect(refused.statusCode).toBe(403);
});
