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
  test('come from the first key with a text', () => {
    expect(texts().t(['forms.work.income.errors.pattern', 'forms.work.income.label'])).toBe('Income');
  });

  test('treat an empty text as missing', () => {
    expect(texts().has('forms.work.income.hint')).toBe(false);
    expect(texts().t(['forms.work.income.hint', 'common.next'])).toBe('Next');
  });

  test('fill in values and constants, and use plural forms', () => {
    expect(texts().t('common.left', { num: 1 })).toBe('1 day left');
    expect(texts().t('common.left', { num: 3 })).toBe('3 days left');
    expect(texts().t('common.limit')).toBe('Up to ₱80,000');
  });

  test('G13 format a value for the language', () => {
    const words = texts();
    words.add('en', { common: { due: '{{amount, money}} until {{day, date}}' } });
    words.add('hi', { common: { due: '{{day, date}} तक {{amount, moneyExact}}' } });
    const values = { amount: 512_000, day: '2026-03-01' };
    expect(words.t('common.due', values)).toBe('₱5,120 until March 1, 2026');
    words.setLanguage('hi');
    expect(words.t('common.due', values)).toBe('1 मार्च 2026 तक ₱5,120.00');
  });

  test('add to the loaded ones', () => {
    const words = texts();
    words.add('en', { forms: { work: { industry: { label: 'Industry' } } } });
    expect([words.t('forms.work.income.label'), words.t('forms.work.industry.label')]).toEqual(['Income', 'Industry']);
  });

  test('G03 update observers when the language changes', () => {
    const words = texts();
    words.add('fil', { common: { next: 'Susunod' } });
    const rendered: string[] = [];
    const stop = autorun(() => rendered.push(words.t('common.next')));
    words.setLanguage('fil');
    words.setLanguage('fil');
    expect(rendered).toEqual(['Next', 'Susunod']);
    stop();
  });
});

test('have a message for an empty result', () => {
  const words = createTexts({ language: 'en' });
  words.add('en', { found_zero: 'Nothing found', found_one: '{{count}} result', found_other: '{{count}} results' });
  expect([0, 1, 2].map((count) => words.t('found', { count }))).toEqual(['Nothing found', '1 result', '2 results']);
});

describe('formats', () => {
  test('show a time as its day in the time zone of the settings', () => {
    const evening = '2026-02-28T16:30:00.000Z';
    const zone = (timeZone: string) => createTexts({ language: 'en', locales: { en: 'en-PH' }, timeZone }).formats.date(evening);
    expect(zone('Asia/Manila')).toBe('March 1, 2026');
    expect(zone('UTC')).toBe('February 28, 2026');
  });

  test('G13 show amounts in pesos, with centavos only if there are any', () => {
    const { formats } = texts();
    expect(formats.money(500_000)).toBe('₱5,000');
    expect(formats.money(500_050)).toBe('₱5,000.50');
  });

  test('show a day in the format of the language, equal in every time zone', () => {
    const words = texts();
    expect(words.formats.date('2026-03-01')).toBe('March 1, 2026');
    expect(words.formats.date('2026-03')).toBe('March 2026');
    words.setLanguage('hi');
    expect(words.formats.date('2026-03-01')).toBe('1 मार्च 2026');
  });

  test('are created once per language', () => {
    const words = texts();
    expect(words.formats).toBe(words.formats);
  });

  test('show an invalid day unchanged', () => {
    expect(texts().formats.date('soon')).toBe('soon');
    expect(texts().formats.date('2026-03-01Tomorrow')).toBe('2026-03-01Tomorrow');
  });
});
