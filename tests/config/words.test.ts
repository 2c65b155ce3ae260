import { describe, expect, test } from 'vitest';
import table from '../cases/words.json' with { type: 'json' };
import { wordsOf } from '../support/words.ts';
import { documentOf, idsIn } from './shipped.ts';

const english = wordsOf('en');
const placeholders = (text: string) => (text.match(/{{[^}]+}}/g) ?? []).sort();
/** Brands, offices and what we call our own product are called the same everywhere. */
const named = /^(enums\.(bank|wallet|remittanceShop|idType|paymentChannel)|content\.outsideLinks)\./;
const isName = (key: string, text: string) =>
  named.test(key) || text === 'Easy Re-loan' || text.replace(/{{[^}]+}}/g, '').search(/\p{L}/u) < 0;

describe.each(['hi', 'fil'] as const)('G03 the texts in %s', (language) => {
  const words = wordsOf(language);
  const borrowed: readonly string[] = table.borrowed[language];

  test('have the same keys as English', () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('are never empty, and match English only in names and borrowed words', () => {
    const isEnglish = (key: string, text: string) => text === english.get(key) && !isName(key, text) && !borrowed.includes(text);
    expect([...words].filter(([key, text]) => text.trim() === '' || isEnglish(key, text))).toEqual([]);
  });

  test('have the placeholders of the English ones', () => {
    const differing = [...words].filter(([key, text]) => placeholders(text).join() !== placeholders(english.get(key) ?? '').join());
    expect(differing).toEqual([]);
  });
});

/** Every text of a language that a borrower can read, including documents, by its place, without placeholders. */
const textsOf = (language: string) =>
  [...wordsOf(language), ...idsIn(`locales/${language}/documents`).map((id) => [`documents.${id}`, documentOf(language, id)] as const)].map(
    ([key, text]) => [key, text.replace(/{{[^}]+}}/g, '…')] as const,
  );

describe.each(['en', 'hi', 'fil'] as const)('G03 one thing has one name in %s (docs/words.md)', (language) => {
  const texts = textsOf(language);

  test.each(table.avoid[language])('$say, not $pattern', ({ pattern, catches }) => {
    const avoided = new RegExp(pattern, 'iu');
    expect(catches).toMatch(avoided);
    expect(texts.filter(([, text]) => avoided.test(text)).map(([key, text]) => `${key}: ${avoided.exec(text)?.[0]}`)).toEqual([]);
  });

  test('letters use one composition', () => {
    expect(texts.filter(([, text]) => text !== text.normalize('NFC')).map(([key]) => key)).toEqual([]);
  });
});

test('borrowed words are in use', () => {
  const said = (language: 'hi' | 'fil') => new Set(wordsOf(language).values());
  for (const language of ['hi', 'fil'] as const) expect(table.borrowed[language].filter((text) => !said(language).has(text))).toEqual([]);
});

test('G04 Chinese has every key and no text', () => {
  const words = wordsOf('zh');
  expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  expect([...words.values()].filter((text) => text !== '')).toEqual([]);
});

describe('S24 P04 documents', () => {
  test.each(idsIn('locales/en/documents'))('%s speaks three languages, with the same headings, links and constants', (id) => {
    const shape = (language: string) => {
      const text = documentOf(language, id);
      return {
        headings: text.match(/^## /gm)?.length,
        bullets: text.match(/^(- |\d\. )/gm)?.length,
        links: text.match(/\]\([^)]+\)/g)?.sort(),
        constants: placeholders(text),
      };
    };
    expect(shape('hi')).toEqual(shape('en'));
    expect(shape('fil')).toEqual(shape('en'));
  });

  test('P04 deleting an account leads to customer service', () => {
    expect(documentOf('en', 'deleteAccount')).toMatch(/app cannot delete an account.*customer service/is);
  });

  test('G14 every screen that offers support shows its hours', () => {
    const missing = ['en', 'hi', 'fil'].flatMap((language) =>
      [...wordsOf(language)].filter(([key, text]) => /^screens\..*support$/.test(key) && !text.includes('{{constants.supportHours')),
    );
    expect(missing).toEqual([]);
    // On screens and in messages.
    const hoursless = ['en', 'hi', 'fil'].flatMap((language) =>
      [...wordsOf(language)].filter(([, text]) => /\{\{(constants\.)?supportPhone\b/.test(text) && !/\bsupportHours\b/.test(text)),
    );
    expect(hoursless).toEqual([]);
    expect(documentOf('en', 'customerCare')).toContain('Monday to Sunday, {{constants.supportHours}}');
  });
});
