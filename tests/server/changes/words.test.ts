import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ImportedWord, LanguageOfWords, SavedWord, WordRow } from '../../../server/contract/staff/studioWords.ts';
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

const exported = async (id: string, type: 'csv' | 'xlf', query: Record<string, string> = {}): Promise<string> =>
  (await translator.call('GET', `/api/staff/studio/changes/${id}/words.${type}?${new URLSearchParams({ language: 'fil', ...query })}`))
    .body;
const read = async (id: string, file: string) =>
  (await translator.call('POST', `/api/staff/studio/changes/${id}/word-readings`, { file })).json<{
    rows: ImportedWord[];
    unchanged: number;
    empty: number;
  }>();
const label = 'forms.work.professionalTitle.label';
const csv = (...lines: string[]) => ['key,en,fil', ...lines].join('\r\n');

test.each(['csv', 'xlf'] as const)('T09 what is exported as %s says, read again, that nothing changes', async (type) => {
  const id = await begin();
  const file = await exported(id, type);
  const { rows, unchanged } = await read(id, file);
  expect(rows).toEqual([]);
  expect(unchanged).toBeGreaterThan(2000);
});

test.each(['csv', 'xlf'] as const)('T09 a %s file says what it changes, and stores nothing', async (type) => {
  const id = await begin();
  const file = await exported(id, type, { text: label });
  const stored = cell(await one(id, label))?.text ?? '';
  const { rows } = await read(id, file.replaceAll(stored, type === 'csv' ? 'Trabaho & <posisyon>' : 'Trabaho &amp; &lt;posisyon>'));
  expect(rows).toEqual([{ key: label, language: 'fil', state: 'change', was: stored, text: 'Trabaho & <posisyon>' }]);
  expect(cell(await one(id, label))?.text).toBe(stored);
});

test('T09 a row names what is wrong with it: a value, a key, or a change since the export', async () => {
  const id = await begin();
  const filled = (await list(id, { text: '{{' })).words[0];
  const { rows, empty } = await read(
    id,
    csv(`${filled?.key},,Walang halaga`, 'forms.work.noSuch.label,,Wala', `${label},,Trabaho ko`, 'common.next,,'),
  );
  expect(rows.map(({ key: each, state }) => [each, state])).toEqual([
    [filled?.key, 'fault'],
    ['forms.work.noSuch.label', 'unknown'],
    [label, 'change'],
  ]);
  expect(rows[0]?.why).toMatchObject({ code: 'fault', params: { said: expect.stringContaining('is missing') as string } });
  expect(empty).toBe(1);
  const stored = cell(await one(id, label))?.text ?? '';
  const file = (await exported(id, 'csv', { text: label })).replace(stored, 'Aking posisyon');
  await save(id, [{ key: label, basedOn: stored, text: 'Posisyon' }]);
  expect((await read(id, file)).rows).toMatchObject([{ state: 'conflict', was: 'Posisyon', text: 'Aking posisyon' }]);
});

test('T09 a spreadsheet runs no formula of an export, and reading takes its mark away', async () => {
  const id = await begin();
  const stored = cell(await one(id, label))?.text ?? '';
  await save(id, [{ key: label, basedOn: stored, text: '=1+1' }]);
  const file = await exported(id, 'csv', { text: label });
  expect(file).toContain(`"'=1+1"`);
  expect((await read(id, file)).rows).toEqual([]);
});

test('T09 reads XLIFF 1.2 and files with semicolons', async () => {
  const id = await begin();
  const old = `<xliff version="1.2"><file target-language="fil" source-language="en"><body>
    <trans-unit id="${label}"><source>x</source><target>Posisyon ko</target><alt-trans><target>Iba</target></alt-trans></trans-unit></body></file></xliff>`;
  expect((await read(id, old)).rows).toMatchObject([{ key: label, language: 'fil', state: 'change', text: 'Posisyon ko' }]);
  expect((await read(id, `\uFEFFkey;fil\n${label};"Posisyon; ko"`)).rows).toMatchObject([{ text: 'Posisyon; ko' }]);
});

test('T09 says why it cannot read a file', async () => {
  const id = await begin();
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff trgLang="fil"><unit name="a.b"><target>&b;</target></unit></xliff>';
  for (const [file, why] of [
    [bomb, 'docType'],
    ['<xliff trgLang="fil"><unit>', 'noXliff'],
    ['<xliff trgLang="de"><unit name="a.b"/></xliff>', 'otherTarget'],
    ['name,fil\r\na,b', 'noKey'],
    ['key,de\r\na,b', 'noLanguage'],
    ['key,fil\r\n"a', 'noCsv'],
    ['key,fil,FIL\r\na,b,c', 'twice'],
    ['key,fil,key\r\na,b,c', 'twice'],
    [`key,fil${','.repeat(200)}\r\na,b`, 'tooManyColumns'],
    [`key,fil,hi\r\n${'a,b,c\r\n'.repeat(10_001)}`, 'tooMany'],
    ['<xliff trgLang="fil"><unit name="a.b"><group><unit name="a.c"/></group></unit></xliff>', 'nestedUnits'],
    [`<xliff trgLang="fil">${'<unit name="a.b"/>'.repeat(20_001)}</xliff>`, 'tooMany'],
  ] as const) {
    expect(await read(id, file)).toEqual({
      rows: [],
      unchanged: 0,
      empty: 0,
      unreadable: { code: why, params: expect.anything() as object },
    });
  }
});

test('T09 names the line where the unreadable row of a CSV file begins', async () => {
  const id = await begin();
  for (const rest of ['"b"c,d', 'b"c,d', '"b,c\r\nd,e\r\nf,g'])
    expect(await read(id, `key,fil\r\na,"x\r\ny"\r\n\r\n${rest}\r\n`)).toMatchObject({
      unreadable: { code: 'noCsv', params: { line: 5 } },
    });
});

test('T09 ignores columns that name no language, and reads nested targets once', async () => {
  const id = await begin();
  expect((await read(id, `key,fil,note,note,,\n${label},Posisyon ko,a,b,,`)).rows).toMatchObject([{ text: 'Posisyon ko' }]);
  const file = (target: string) => `<xliff trgLang="fil"><unit name="${label}"><segment>${target}</segment></unit></xliff>`;
  expect((await read(id, file('<target>Posisyon<mrk><target> ko</target></mrk></target>'))).rows).toMatchObject([{ text: 'Posisyon ko' }]);
});
