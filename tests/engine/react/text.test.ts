import { autorun } from 'mobx';
import { describe, expect, test } from 'vitest';
import { createTexts } from '../../../engine/react/text.tsx';

const english = {
  common: { next: 'Next', left_one: '{{num}} day left', left_other: '{{num}} days left', limit: 'Up to {{constants.limit}}' },
  forms: { work: { income: { label: 'Income', hint: '' } } },
};

function texts() {
  const made = createTexts({ language: 'en', locales: { en: 'en-PH', hi: 'hi-IN' }, currency: 'PHP', constants: { limit: '₱80,000' } });
  made.add('en', english);
  return made;
}

describe('words', () => {
  test('are the first of the keys that has any', () => {
    expect(texts().t(['forms.work.income.errors.pattern', 'forms.work.income.label'])).toBe('Income');
  });

  test('an empty text counts as none', () => {
    expect(texts().has('forms.work.income.hint')).toBe(false);
    expect(texts().t(['forms.work.income.hint', 'common.next'])).toBe('Next');
  });

  test('fill in values and constants, and follow the number', () => {
    expect(texts().t('common.left', { num: 1 })).toBe('1 day left');
    expect(texts().t('common.left', { num: 3 })).toBe('3 days left');
    expect(texts().t('common.limit')).toBe('Up to ₱80,000');
  });

  test('G13 write a value as the language does', () => {
    const words = texts();
    words.add('en', { common: { due: '{{amount, money}} until {{day, date}}' } });
    words.add('hi', { common: { due: '{{day, date}} तक {{amount, moneyExact}}' } });
    const values = { amount: 512_000, day: '2026-03-01' };
    expect(words.t('common.due', values)).toBe('₱5,120 until March 1, 2026');
    words.setLanguage('hi');
    expect(words.t('common.due', values)).toBe('1 मार्च 2026 तक ₱5,120.00');
  });

  test('add to what is there', () => {
    const words = texts();
    words.add('en', { forms: { work: { industry: { label: 'Industry' } } } });
    expect([words.t('forms.work.income.label'), words.t('forms.work.industry.label')]).toEqual(['Income', 'Industry']);
  });

  test('G03 of another language reach who has read them', () => {
    const words = texts();
    words.add('fil', { common: { next: 'Susunod' } });
    const seen: string[] = [];
    const stop = autorun(() => seen.push(words.t('common.next')));
    words.setLanguage('fil');
    words.setLanguage('fil');
    expect(seen).toEqual(['Next', 'Susunod']);
    stop();
  });
});

test('no result has words of its own', () => {
  const words = createTexts({ language: 'en' });
  words.add('en', { found_zero: 'Nothing found', found_one: '{{count}} result', found_other: '{{count}} results' });
  expect([0, 1, 2].map((count) => words.t('found', { count }))).toEqual(['Nothing found', '1 result', '2 results']);
});

describe('formats', () => {
  test('show a moment as the day it falls on where the product lives', () => {
    const evening = '2026-02-28T16:30:00.000Z';
    const zone = (timeZone: string) => createTexts({ language: 'en', locales: { en: 'en-PH' }, timeZone }).formats.date(evening);
    expect(zone('Asia/Manila')).toBe('March 1, 2026');
    expect(zone('UTC')).toBe('February 28, 2026');
  });

  test('G13 amounts are in pesos, with centavos only where there are any', () => {
    const { formats } = texts();
    expect(formats.money(500_000)).toBe('₱5,000');
    expect(formats.money(500_050)).toBe('₱5,000.50');
  });

  test('a day is the same day in every time zone, written as the language does', () => {
    const words = texts();
    expect(words.formats.date('2026-03-01')).toBe('March 1, 2026');
    expect(words.formats.date('2026-03')).toBe('March 2026');
    words.setLanguage('hi');
    expect(words.formats.date('2026-03-01')).toBe('1 मार्च 2026');
  });

  test('are made once for a language', () => {
    const words = texts();
    expect(words.formats).toBe(words.formats);
  });

  test('what is no day is shown as it is', () => {
    expect(texts().formats.date('soon')).toBe('soon');
    expect(texts().formats.date('2026-03-01Tomorrow')).toBe('2026-03-01Tomorrow');
  });
});
