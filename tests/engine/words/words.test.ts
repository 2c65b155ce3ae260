import { expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import { faultOf, formsOf, placesOfWords, readTexts, setTexts, subjectOf, textsChangedSince } from '../../../engine/words/index.ts';
import { registry } from '../../../server/registry.ts';

const shipped = readSources('.');
const mapOf = (files: Record<string, string>) => new Map(Object.entries(files));
const filesOf = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => ({ path, text }));
const setText = (files: Map<string, string>, edit: { key: string; language: string; text: string }) => {
  const {
    files: [file],
    refused: [refusal],
  } = setTexts(files, [edit], 'en');
  return file ? { path: file.path, text: file.text } : { refused: refusal?.why };
};
const set = (files: Record<string, string>, key: string, text: string, language = 'fil') => setText(mapOf(files), { key, language, text });

const en = `{
  "$schema": "../../schemas/meta/locale.schema.json",
  "work": {
    "title": "Your work",
    "income": { "label": "Income", "hint": "Before tax" },
    "days_one": "{{count}} day",
    "days_other": "{{count}} days"
  }
}
`;

test('T09 reads every text with its file and place', () => {
  const texts = readTexts(
    filesOf({ 'locales/en/forms.json': en, 'locales/en/screens/start.json': '{ "title": "Hello" }', 'x.json': '{}' }),
  );
  expect(texts.get('en')?.get('forms.work.income.hint')).toEqual({
    text: 'Before tax',
    path: 'locales/en/forms.json',
    pointer: '/work/income/hint',
  });
  expect(texts.get('en')?.get('screens.start.title')?.path).toBe('locales/en/screens/start.json');
  expect(formsOf(texts.get('en'), 'forms.work.days_few')).toEqual(['{{count}} day', '{{count}} days']);
});

test('T09 changes a text and nothing else of its file', () => {
  const edited = set({ 'locales/en/forms.json': en }, 'forms.work.income.hint', 'Before "tax"', 'en');
  expect(edited).toEqual({ path: 'locales/en/forms.json', text: en.replace('Before tax', 'Before \\"tax\\"') });
});

test('T09 writes a missing text where the main language has it', () => {
  const fil = `{
  "work": {
    "title": "Ang trabaho",
    "days_other": "{{count}} araw"
  }
}
`;
  const edited = set({ 'locales/en/forms.json': en, 'locales/fil/forms.json': fil }, 'forms.work.income.label', 'Kita');
  expect(edited).toEqual({
    path: 'locales/fil/forms.json',
    text: fil.replace('"Ang trabaho",\n', '"Ang trabaho",\n    "income": {\n      "label": "Kita"\n    },\n'),
  });
});

test('T09 makes the file that a language lacks', () => {
  const edited = set({ 'locales/en/screens/start.json': '{ "$schema": "a.json", "title": "Hello" }' }, 'screens.start.title', 'Kumusta');
  expect(edited).toEqual({ path: 'locales/fil/screens/start.json', text: '{\n  "$schema": "a.json",\n  "title": "Kumusta"\n}\n' });
  expect(set({}, 'screens.start.title', 'Kumusta')).toEqual({ refused: 'noFile' });
});

test('T09 an empty text removes the key, and a group is never overwritten', () => {
  const edited = set({ 'locales/en/forms.json': en }, 'forms.work.title', '', 'en');
  expect(edited).toEqual({ path: 'locales/en/forms.json', text: en.replace('    "title": "Your work",\n', '') });
  expect(set({ 'locales/en/forms.json': en }, 'forms.work.income', 'x', 'en')).toEqual({ refused: 'noText' });
  expect(set({ 'locales/en/forms.json': en }, 'forms.work.title.more', 'x', 'en')).toEqual({ refused: 'noText' });
});

test('T09 every text of the product can be set to itself without a trace, and is found again when it changes', () => {
  const files = new Map(shipped.map(({ path, text }) => [path, text]));
  const texts = readTexts(shipped);
  const filipino = [...(texts.get('fil') ?? [])];
  expect(filipino.length).toBeGreaterThan(1000);
  for (const [key, { text, path }] of filipino.filter((_, index) => index % 40 === 0)) {
    expect(setText(files, { key, language: 'fil', text })).toEqual({ path, text: files.get(path) });
    const edited = setText(files, { key, language: 'fil', text: `${text}!` });
    const now = readTexts([{ path, text: edited.text ?? '' }]);
    expect(now.get('fil')?.get(key)?.text).toBe(`${text}!`);
    const without = setText(files, { key, language: 'fil', text: '' });
    const again = setText(new Map(files).set(path, without.text ?? ''), { key, language: 'fil', text });
    expect(
      'text' in again &&
        readTexts([{ path, text: again.text }])
          .get('fil')
          ?.get(key)?.text,
    ).toBe(text);
  }
});

test('T09 all texts of a language are set in one go, each in its file', () => {
  const files = new Map(shipped.map(({ path, text }) => [path, text]));
  const edits = [...(readTexts(shipped).get('fil') ?? [])].map(([key, { text }]) => ({ key, language: 'fil', text: `${text} na` }));
  const set = setTexts(files, edits, 'en');
  const now = readTexts(set.files);
  expect(edits.filter(({ key, text }) => now.get('fil')?.get(key)?.text !== text)).toEqual([]);
});

test('T09 tells which translations still say what the source said before', () => {
  const base = { 'locales/en/a.json': '{ "x": "One", "y": "Two" }', 'locales/fil/a.json': '{ "x": "Isa", "y": "Dalawa" }' };
  const now = { 'locales/en/a.json': '{ "x": "Uno", "y": "Both" }', 'locales/fil/a.json': '{ "x": "Isa", "y": "Pareho" }' };
  expect(textsChangedSince(readTexts(filesOf(base)), readTexts(filesOf(now)), 'en')).toEqual([
    { key: 'a.x', was: 'One', now: 'Uno', languages: ['fil'] },
  ]);
});

test('T09 a translation must fill the values of its source', () => {
  const source = ['Pay {{amount, money}} by {{day, date}}'];
  const fault = (text: string) => faultOf({ key: 'a.b', text, source });
  expect(fault('Bayaran ang {{amount, money}} bago ang {{day, date}}')).toBeUndefined();
  expect(fault('Bayaran ang {{amount, money}}')).toContain('{{day}} is missing');
  expect(fault('{{amonut, money}} {{day, date}}')).toContain('{{amonut}}');
  expect(fault('{{amount}} {{day, date}}')).toContain('{{amount, money}}');
  expect(fault('{{amount, money}} {{day, date}')).toContain('brace');
  expect(faultOf({ key: 'a.b_one', text: 'isang araw', source: ['{{count}} day', '{{count}} days'] })).toBeUndefined();
});

test('T09 knows the screens that show a text', () => {
  const places = placesOfWords(createCompiler(registry).analyse(shipped));
  expect(places?.main).toBe('en');
  expect(places?.languages.map(({ code }) => code)).toEqual(['en', 'hi', 'fil']);
  expect(places?.screens[subjectOf('forms.work.professionalTitle.label')]).toContain('workInfo');
  expect(places?.screens[subjectOf('screens.start.title')] ?? []).not.toContain('workInfo');
  expect(places?.screens[subjectOf('common.blocks.amount.label')]?.length).toBeGreaterThan(0);
});
