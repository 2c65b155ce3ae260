import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldUi } from '../../../../engine/config/formUi.ts';
import { drawn } from '../../../../engine/form/shownValue.ts';
import { boundYear, fullYear, joined, partsOf, readDay, shownDay, typedPart } from '../../../../engine/react/widgets/date/calendarDay.ts';
import { typedNumber } from '../../../../engine/react/widgets/number/typedNumber.ts';
import { nationalNumber } from '../../../../engine/form/nationalNumber.ts';
import { fitted } from '../../../../engine/react/widgets/photo/shrink.ts';
import { applyMask, withoutMask } from '../../../../engine/form/typingMask.ts';
import { caretAfter } from '../../../../engine/react/widgets/useTypedText.ts';
import { filtered } from '../../../../engine/texts/filtered.ts';

test.each([
  ['9171234599', { 'ui:widget': 'phone' }, '917 123 4599'],
  ['09171234599', { 'ui:widget': 'text', 'ui:normalise': ['noChinese', 'dialled'] }, '0917 123 4599'],
  ['123412341234', { 'ui:widget': 'text', 'ui:options': { mask: '0000-0000-0000' } }, '1234-1234-1234'],
  ['ABC12', { 'ui:widget': 'text', 'ui:variants': { by: 'kind', options: { card: { mask: 'AAA-00' } } } }, 'ABC-12'],
  ['anything', { 'ui:widget': 'text' }, 'anything'],
] satisfies [string, FieldUi, string][])('V04 S05 a review draws %s as its field does', (text, ui, shown) => {
  expect(drawn(text, ui, { kind: 'card' })).toBe(shown);
});

describe('mask', () => {
  test.each([
    ['123456789012', '0000 0000 0000', '1234 5678 9012'],
    ['1234', '0000 0000', '1234'],
    ['12345', '0000 0000', '1234 5'],
    ['ab1234567', 'AA 000-0000', 'ab 123-4567'],
    ['N0112123456', '***-**-******', 'N01-12-123456'],
    ['', '000', ''],
  ])('draws %s by %s as %s', (stored, mask, shown) => {
    expect(applyMask(stored, mask)).toBe(shown);
    expect(withoutMask(shown, mask)).toBe(stored);
  });

  test.each([
    ['a letter among digits', '12a4567'],
    ['more characters than the mask has', '123456789'],
    ['a sign in front', '-1234567'],
  ])('keeps %s, so that the field can refuse it', (_what, typed) => {
    expect(withoutMask(typed, '0000-0000')).toBe(typed);
    expect(applyMask(typed, '0000-0000')).toBe(typed);
  });

  test('formatting and parsing a stored value returns the same value', () => {
    const mask = fc.constantFrom('0000 0000 0000', 'AAA-000', '**/**');
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-/ 0-9A]{0,14}$/));
    fc.assert(
      fc.property(mask, typed, (pattern, text) => {
        const stored = withoutMask(text, pattern);
        expect(withoutMask(applyMask(stored, pattern), pattern)).toBe(stored);
      }),
    );
  });
});

test.each([
  ['1234 5678', 0, 0],
  ['1234 5678', 4, 4],
  ['1234 5678', 5, 6],
  ['1234 5678', 8, 9],
])('in "%s" the caret after %i characters stands at %i', (shown, stored, at) => {
  expect(caretAfter(shown, stored, (text) => text.replace(/\D/g, ''))).toBe(at);
});

describe('national number', () => {
  test('is stable when parsed again', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = nationalNumber(typed, '+63');
        expect(nationalNumber(once, '+63')).toBe(once);
      }),
    );
  });

  test.each(['917abc1234567', '917123456789012345678', '2.5e9', '917 123 456O'])('%s does not become another number', (typed) => {
    const kept = nationalNumber(typed, '+63');
    expect(kept.replaceAll(/[\s.]/g, '')).toBe(typed.replaceAll(/[\s.]/g, ''));
  });

  test('may begin with the digits of the country code', () => {
    expect(nationalNumber('6312345678', '+63')).toBe('6312345678');
  });
});

describe('date', () => {
  test.each([
    [{ year: '1990', month: '05', day: '7' }, 'day', '1990-05-07'],
    [{ year: '', month: '', day: '' }, 'day', undefined],
    [{ year: '1990', month: '', day: '' }, 'day', '1990--'],
    [{ year: '2012', month: '03', day: '' }, 'month', '2012-03'],
  ] as const)('%o is %s %s', (parts, precision, value) => {
    expect(joined(parts, precision)).toBe(value);
    expect(joined(partsOf(value), precision)).toBe(value);
  });

  test.each(['1a', '2.5', '123', '-3'])('the day %s stays as typed and is no date', (typed) => {
    const value = joined({ year: '1990', month: '05', day: typedPart(typed) }, 'day');
    expect(partsOf(value).day.replace('−', '-')).toBe(typed);
    expect(value).not.toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test.each([
    ['7', '1990-05-07'],
    ['07', '1990-05-07'],
    ['12', '1990-05-12'],
    ['30', '1990-05-30'],
    ['012', '1990-05-012'],
  ])('the day %s is typed key by key and stored in %s', (keys, expected) => {
    let value = joined({ year: '1990', month: '05', day: '' }, 'day');
    let shown = '';
    for (const [index, key] of keys.split('').entries()) {
      const day = typedPart(shown + key);
      value = joined({ ...partsOf(value), day }, 'day');
      shown = shownDay(day, partsOf(value).day);
      expect(shown).toBe(keys.slice(0, index + 1));
    }
    expect(value).toBe(expected);
  });

  test('a day set from outside replaces the typed one', () => {
    expect(shownDay('1', '17')).toBe('17');
    expect(shownDay('1', '')).toBe('');
  });

  test('typing can continue on a stored day: 1 becomes 12', () => {
    expect(shownDay('', '07')).toBe('7');
    expect(shownDay('', '01') + '2').toBe('12');
    expect(shownDay('', '10')).toBe('10');
    expect(shownDay('01', '01')).toBe('01');
  });

  test.each([
    ['1990-05-17', '1990', '05', '17'],
    ['17/05/1990', '1990', '05', '17'],
    ['7.5.1990', '1990', '05', '07'],
  ])('%s is read as year, month and day', (text, year, month, day) => {
    expect(readDay(text)).toEqual({ year, month, day });
  });

  test.each(['hello', '05/1990', '1/2/3'])('%s is not parsed as a day', (text) => {
    expect(readDay(text)).toBeUndefined();
  });

  test.each([
    ['today', 2026],
    ['-18y', 2008],
    ['1999-01-01', 1999],
  ])('the bound %s lies in %i', (bound, year) => {
    expect(boundYear(bound, '2026-03-02')).toBe(year);
  });

  test.each([
    ['90', 2026, '1990'],
    ['05', 2026, '2005'],
    ['1990', 2026, '1990'],
    ['9', 2026, '9'],
    ['90', undefined, '90'],
  ])('%s with a latest year of %s is %s', (typed, latest, year) => {
    expect(fullYear(typed, latest)).toBe(year);
  });
});

test.each([
  ['12,345.50', 12345.5],
  ['12', 12],
  ['-3', -3],
  ['2.5', 2.5],
  ['7.', 7],
  [' 007 ', 7],
])('%s is the number %d', (typed, value) => {
  expect(typedNumber(typed)).toBe(value);
});

test.each(['1.2.3', '-', '1,5', '0,125', '12a', '1e3', '10,00', '99999999999999999999'])('%s is no number and stays as typed', (typed) => {
  expect(typedNumber(typed)).toBe(typed);
});

test.each(['', '  '])('empty input is no number', (typed) => {
  expect(typedNumber(typed)).toBeUndefined();
});

test('a picture keeps its aspect ratio and is never enlarged', () => {
  expect(fitted(4000, 3000, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitted(640, 480, 1600)).toEqual({ width: 640, height: 480 });
  expect(fitted(10_000, 1, 1600)).toEqual({ width: 1600, height: 1 });
});

test('a search matches any word, ignoring accents, marks and case', () => {
  const options = ['Parañaque City', 'B. F. Homes', "D'Tierra", 'City of Pasay', 'Pasig'].map((label) => ({
    id: label,
    code: label,
    label,
  }));
  const labels = (typed: string) => filtered(options, typed, ({ label }) => label).map(({ label }) => label);
  expect(labels('paranaque')).toEqual(['Parañaque City']);
  expect(labels('bf homes')).toEqual(['B. F. Homes']);
  expect(labels('dtierra')).toEqual(["D'Tierra"]);
  expect(labels('PAS')).toEqual(['Pasig', 'City of Pasay']);
  expect(labels('  ')).toHaveLength(5);
  expect(labels('zzz')).toEqual([]);
});
