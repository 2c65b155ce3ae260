import { createInstance } from 'i18next';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fill, type Template, templateOf } from '../../../engine/react/fill.ts';
import { type Bundle, createTexts, type Values } from '../../../engine/react/text.tsx';

const filled = (template: Template | undefined, values: Values) =>
  template && fill(template, values, (format, value) => `${format}:${String(value)}`);

/** What i18next itself says. */
function reference(bundle: Bundle, constants: Values) {
  const words = createInstance();
  void words.init({
    lng: 'en',
    fallbackLng: false,
    nsSeparator: false,
    returnEmptyString: false,
    initAsync: false,
    resources: { en: { translation: bundle } },
    interpolation: { escapeValue: false, defaultVariables: { constants } },
  });
  return words;
}

describe('a text of words, values and formats', () => {
  test('is filled in', () => {
    expect(filled(templateOf('{{label}}: at least {{ minLength }} characters.'), { label: 'Name', minLength: 2 })).toBe(
      'Name: at least 2 characters.',
    );
    expect(filled(templateOf('{{ amount , money }} of {{constants.limit}}'), { amount: 5, constants: { limit: 9 } })).toBe('money:5 of 9');
  });

  test('inserts values verbatim', () => {
    expect(filled(templateOf('{{label}}!'), { label: '$& {{other}} $t(x)' })).toBe('$& {{other}} $t(x)!');
  });

  test('shows nothing for an invalid value in any format, and keeps a placeholder without a value', () => {
    expect(filled(templateOf('{{label}}, {{amount, money}}, {{other}}.'), { label: undefined, amount: null })).toBe(', , {{other}}.');
  });

  test('is not mistaken for one that needs i18next', () => {
    for (const text of ['$t(common.next)', '{{- raw}}', '{{amount, money(digits: 2)}}']) expect(templateOf(text)).toBeUndefined();
  });

  const name = fc.constantFrom('a', 'b', 'count', 'constants.limit', 'constants.none', 'constants');
  const piece = fc.oneof(
    fc.constantFrom('', 'x ', '} ', '}}', '$', ' < '),
    name.map((path) => `{{${path}}}`),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const value = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(undefined),
    fc.array(fc.integer(), { maxLength: 2 }),
  );

  test('gives the same result as i18next for any text and values', () => {
    const key = fc.constantFrom('one', 'deep.two', 'deep', 'none', 'found');
    fc.assert(
      fc.property(
        fc.record({ one: text, two: text, found: text, found_one: text, found_zero: text, found_other: text }),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.record({ a: value, b: value, count: fc.nat(3) }, { requiredKeys: [] }),
        ({ two, ...rest }, keys, values) => {
          // Words that hold words are no text; i18next says so in English.
          fc.pre(!keys.includes('deep'));
          const bundle = { ...rest, deep: { two } };
          const texts = createTexts({ language: 'en', constants: { limit: 80 } });
          texts.add('en', bundle);
          const said = reference(bundle, { limit: 80 }).t(keys, values);
          expect(texts.t(keys, values)).toBe(said);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('i18next fills in a nested text once it is loaded', async () => {
  const texts = createTexts({ language: 'en', locales: { en: 'en-PH' }, currency: 'PHP' });
  texts.add('en', { common: { next: 'Next', due: '{{amount, money}}' }, hint: 'Press $t(common.next) to pay $t(common.due).' });
  const told = vi.fn<() => void>();
  const stop = texts.subscribe(told);
  expect(texts.t('hint', { amount: 512_000 })).toBe('');
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect(texts.t('hint', { amount: 512_000 })).toBe('Press Next to pay ₱5,120.');
  texts.add('en', { common: { next: 'Go on' } });
  expect(texts.t('hint', { amount: 100 })).toBe('Press Go on to pay ₱1.');
  stop();
});

test('a nested text is retried if i18next failed to load', async () => {
  const nestedWords = '../../../engine/react/nestedWords.ts';
  const asked = vi.fn<() => never>(() => {
    throw new Error('No network.');
  });
  vi.doMock(nestedWords, asked);
  const texts = createTexts({ language: 'en' });
  texts.add('en', { next: 'Next', hint: 'Press $t(next).' });
  expect(texts.t('hint')).toBe('');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  vi.doUnmock(nestedWords);
  await vi.waitFor(() => expect(texts.t('hint')).toBe('Press Next.'));
});

test('changed texts are filled in again', () => {
  const texts = createTexts({ language: 'en' });
  texts.add('en', { a: 'Fill in {{label}}', more: { b: 'b', c: 'c' } });
  expect([texts.t(['none', 'a'], { label: 'x < y' }), texts.t('missing', { label: 'x' })]).toEqual(['Fill in x < y', 'missing']);
  const given = { a: '{{label}}, please', more: { c: 'd' } };
  texts.add('en', given);
  expect([texts.t(['none', 'a'], { label: 'x < y' }), texts.t('more.b'), texts.t('more.c')]).toEqual(['x < y, please', 'b', 'd']);
  expect(given).toEqual({ a: '{{label}}, please', more: { c: 'd' } });
});
