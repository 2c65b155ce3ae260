import { describe, expect, test } from 'vitest';
import { fill, templateOf } from '../../../engine/react/fill.ts';
import { createTexts } from '../../../engine/react/text.tsx';

describe('a text whose placeholders are plain names', () => {
  test('is filled in without i18next', () => {
    const template = templateOf('{{label}}: at least {{ minLength }} characters.');
    expect(template && fill(template, { label: 'Name', minLength: 2 })).toBe('Name: at least 2 characters.');
  });

  test('takes values as they are, whatever they look like', () => {
    const template = templateOf('{{label}}!');
    expect(template && fill(template, { label: '$& {{other}} $t(x)' })).toBe('$& {{other}} $t(x)!');
  });

  test.each(['{{amount, money}}', '{{constants.limit}}', '{{- raw}}', '$t(common.next)'])('%s is left to i18next', (text) => {
    expect(templateOf(text)).toBeUndefined();
  });

  test.each([{}, { label: undefined }, { label: ['a'] }])('with %o is left to i18next', (values) => {
    expect(fill(templateOf('{{label}}') ?? [], values)).toBeUndefined();
  });

  test('says the same as i18next, before and after the words have changed', () => {
    const texts = createTexts({ language: 'en' });
    texts.add('en', { a: 'Fill in {{label}}', b: '{{list}} and {{label}}' });
    const values = { label: 'x < y', list: ['p', 'q'] };
    expect([texts.t(['none', 'a'], values), texts.t('b', values), texts.t('missing', values)]).toEqual([
      'Fill in x < y',
      'p,q and x < y',
      'missing',
    ]);
    texts.add('en', { a: '{{label}}, please' });
    expect(texts.t(['none', 'a'], values)).toBe('x < y, please');
  });
});
