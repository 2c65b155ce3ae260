import { describe, expect, test } from 'vitest';
import { createFormats, onScreen } from '../../../engine/texts/formats.ts';
import { type Bundle, createWords, type Region, type Values } from '../../../engine/texts/words.ts';

const region = { locales: { en: 'en-PH' }, currency: 'PHP', constants: { limit: 9 } };

function wordsWith(bundle: Bundle, given: Region = region) {
  const words = createWords(given);
  words.add('en', bundle);
  return words;
}

const filled = (text: string, values?: Values) => wordsWith({ text }).text({ language: 'en' }, 'text', values);

describe('a text', () => {
  test('is filled in with values, constants and formats', () => {
    expect(filled('{{label}}: at least {{ minLength }} characters.', { label: 'Name', minLength: 2 })).toBe('Name: at least 2 characters.');
    expect(filled('{{ amount , money }} of {{constants.limit}}', { amount: 500 })).toBe('₱5 of 9');
    expect(filled('{{amount, moneyExact}} on {{day, date}}', { amount: 500, day: '2026-03-01' })).toBe('₱5.00 on March 1, 2026');
    expect(filled('{{deep.one}} {{deep.list.1}}', { deep: { one: 1, list: ['a', 'b'] } })).toBe('1 b');
  });

  test('shows values verbatim', () => {
    const value = '<b> & "$&" {{other}} {{text}} $t(text)';
    expect(filled('{{label}}! {{- label}}', { label: value, other: 'x' })).toBe(`${value}! ${value}`);
  });

  test('does not contain other texts', () => {
    expect(wordsWith({ next: 'Next', hint: 'Press $t(next).' }).text({ language: 'en' }, 'hint')).toBe('Press $t(next).');
  });

  test('shows nothing for an invalid value in any format, and keeps a placeholder without a value', () => {
    expect(filled('{{label}}, {{label, money}}, {{amount, money}}, {{other}}, {{other, money}}.', { label: undefined, amount: null })).toBe(
      ', , , {{other}}, {{other, money}}.',
    );
    expect(filled('{{toString}} {{constants.none}}', {})).toBe('{{toString}} {{constants.none}}');
  });

  // By default, i18next takes its options from the object that holds the values.
  test('can have values named like an option of i18next', () => {
    const names = ['lng', 'lngs', 'ns', 'locale', 'replace', 'context', 'defaultValue', 'ordinal', 'interpolation', 'nest', 'formatParams'];
    const values = Object.fromEntries(names.map((name) => [name, `${name}!`]));
    const text = names.map((name) => `{{${name}}}`).join(' ');
    expect(filled(`${text} {{amount, money}}`, { ...values, amount: 500 })).toBe(`${names.map((name) => `${name}!`).join(' ')} ₱5`);
  });

  test('selects the plural by `count` or `num`, of its own language', () => {
    const words = wordsWith({ left_one: '{{num}} day', left_other: '{{num}} days', found_zero: 'None', found_other: '{{count}} found' });
    words.add('fil', { left_one: '{{count}} araw', left_other: '{{count}} na araw' });
    const left = (language: string, num: number) => words.text({ language }, 'left', { num });
    expect([left('en', 1), left('en', 2), left('fil', 3), left('fil', 4)]).toEqual(['1 day', '2 days', '3 araw', '4 na araw']);
    const found = (count: number) => words.text({ language: 'en' }, 'found', { count });
    expect([found(0), found(1)]).toEqual(['None', '1 found']);
  });

  test('without placeholders is the same with values, and does not read them', () => {
    const words = wordsWith({ full: 'At most {{count}}', plain: 'Too many', days_one: 'a day', days_other: 'days' });
    const text = (keys: string[], values: Values) => words.text({ language: 'en' }, keys, values);
    const unread = {
      get label(): string {
        throw new Error('read');
      },
    };
    expect(text(['none', 'plain', 'full'], unread)).toBe('Too many');
    expect(text(['none', 'full', 'plain'], { count: 2 })).toBe('At most 2');
    expect([text(['days', 'plain'], { count: 1 }), text(['days', 'plain'], { count: 2 })]).toEqual(['a day', 'days']);
    expect(text(['days', 'plain'], { amount: 2 })).toBe('Too many');
  });

  test('is the first of several keys, none of them empty or a group', () => {
    const words = wordsWith({ group: { one: 'One' }, empty: '', found: 'Found' });
    expect(words.text({ language: 'en' }, ['none', 'group', 'empty', 'found'])).toBe('Found');
    expect(words.text({ language: 'en' }, ['group', 'empty'])).toBeUndefined();
    expect([words.text({ language: 'en' }, ''), words.has('en', '')]).toEqual([undefined, false]);
    expect(['group', 'empty', 'found', 'group.one'].map((key) => words.has('en', key))).toEqual([false, false, true, true]);
  });

  test('comes from the fallback if the language lacks it', () => {
    const words = createWords({ ...region, fallbacks: { ceb: ['fil', 'en'] } });
    words.add('ceb', {
      one: 'Usa',
      two: '',
      $fallback: { fil: { two: 'Dalawa' }, en: { three: 'Three, {{name}}', days_one: '{{count}} day', days_other: '{{count}} days' } },
    });
    const read = (key: string | string[], values = {}) => words.text({ language: 'ceb' }, key, values);
    expect([read('one'), read('two'), read('three', { name: 'Ana' }), read('four')]).toEqual(['Usa', 'Dalawa', 'Three, Ana', undefined]);
    expect([read('days', { count: 1 }), read('days', { count: 2 })]).toEqual(['1 day', '2 days']);
    // A general text in the reader's language takes precedence over a specific one in another.
    expect(read(['three', 'one'])).toBe('Usa');
    expect(['one', 'two', 'three', 'days'].map((key) => words.shownIn('ceb', key))).toEqual(['ceb', 'fil', 'en', 'en']);
    expect([words.has('ceb', 'two'), words.has('ceb', 'four'), words.has('fil', 'one')]).toEqual([true, false, false]);
    expect(words.text({ language: 'fil' }, 'three')).toBeUndefined();
  });

  test('has the formats of its reader', () => {
    const written = { ...onScreen(createFormats('en', 'PHP', 'UTC')), money: (value: unknown) => `PHP ${String(value)}` };
    const words = wordsWith({ due: '{{amount, money}}' });
    expect(words.text({ language: 'en', written }, 'due', { amount: 5 })).toBe('PHP 5');
    expect(words.text({ language: 'en' }, 'due', { amount: 500 })).toBe('₱5');
  });
});

test('a text without a key is filled in like any other', () => {
  const words = createWords(region);
  expect(
    words.fillIn({ language: 'en' }, '# {{name}}: {{constants.limit}}, {{amount, money}}, {{other}}\n', { name: 'A', amount: 500 }),
  ).toBe('# A: 9, ₱5, {{other}}\n');
  expect(words.fillIn({ language: 'en' }, '')).toBe('');
});

test('added texts are merged, and leave the given ones as they are', () => {
  const given = { a: 'a', more: { b: 'b', c: 'c' } };
  const words = wordsWith(given);
  words.add('en', { a: 'new', more: { c: 'd' } });
  expect(['a', 'more.b', 'more.c'].map((key) => words.text({ language: 'en' }, key))).toEqual(['new', 'b', 'd']);
  expect(given).toEqual({ a: 'a', more: { b: 'b', c: 'c' } });
});
