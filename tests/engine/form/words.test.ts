import { describe, expect, test } from 'vitest';
import type { FormSchema } from '../../../engine/config/form.ts';
import { hashAnswers, stableJson } from '../../../engine/form/hash.ts';
import { mask } from '../../../engine/form/mask.ts';
import { fieldKey, messageKeys, messageParams, schemaAt } from '../../../engine/form/messages.ts';
import { asPointer, fieldOf, isWithin, pointer, segmentsOf } from '../../../engine/form/pointer.ts';

const schema: FormSchema = {
  id: 'contact',
  type: 'object',
  properties: {
    wallet: { type: 'string', 'x-format': 'wallet', maxLength: 11 },
    people: {
      type: 'array',
      minItems: 3,
      items: { type: 'object', properties: { phone: { type: 'string', 'x-format': 'phone', minLength: 10 } } },
    },
  },
};

describe('messages', () => {
  test('are looked up by field, then format, then keyword', () => {
    expect(messageKeys('contact', schema, { code: 'pattern', path: '/wallet' })).toEqual([
      'forms.contact.wallet.errors.pattern',
      'formats.wallet.errors.pattern',
      'common.validation.pattern',
    ]);
  });

  test('of a list item are under the name of its input', () => {
    expect(messageKeys('contact', schema, { code: 'isSelf', path: '/people/2/phone' })).toEqual([
      'forms.contact.people.phone.errors.isSelf',
      'formats.phone.errors.isSelf',
      'common.validation.isSelf',
    ]);
    expect(fieldKey('contact', '/people/2/phone')).toBe('forms.contact.people.phone');
  });

  test('get the limits of their schema and the number of their item', () => {
    expect(messageParams(schema, { code: 'minLength', path: '/people/2/phone', params: { limit: 10 } })).toEqual({
      minLength: 10,
      limit: 10,
      number: 3,
    });
    expect(messageParams(schema, { code: 'required', path: '/wallet' })).toEqual({ maxLength: 11 });
  });

  test('have no schema for unknown fields', () => {
    expect(schemaAt(schema, '/nothing/here')).toBeUndefined();
    expect(messageKeys('contact', schema, { code: 'x', path: '' })).toEqual(['forms.contact.errors.x', 'common.validation.x']);
  });
});

describe('a masked answer', () => {
  test.each([
    ['1234567890', '•••• 7890'],
    ['P1234567A', '•••• 567A'],
    ['12345', '•••• 45'],
    ['123', '••••'],
    ['Maria Santos', 'M•••• S••••'],
    ['maria.santos@mail.ph', 'm••••@mail.ph'],
    ['1990-05-17', '••••-••-17'],
    ['2015-06', '••••-06'],
    [34, '••••'],
    [true, '••••'],
    [['Ana', 'Ben'], 'A••••, B••••'],
    [{ name: 'Ana Cruz', phone: '9171234567' }, 'A•••• C•••• · •••• 4567'],
    ['', '••••'],
  ])('%j is shown as %s', (value, shown) => {
    expect(mask(value, 'pii')).toBe(shown);
  });

  test('omits codes, which mean nothing when masked', () => {
    const contact = { properties: { name: {}, phone: {}, relationship: { 'x-enum': 'relationship' } } };
    const luz = { name: 'Luz Santos', phone: '9181234567', relationship: 'parents' };
    expect(mask([luz], 'pii', { items: contact })).toBe('L•••• S•••• · •••• 4567');
  });

  test('reveals nothing of a secret', () => {
    expect(mask('1234567890', 'secret')).toBe('••••');
  });
});

describe('the hash of answers', () => {
  test('does not depend on the order or on undefined values', () => {
    expect(hashAnswers({ a: 1, b: [{ c: 2, d: 3 }], e: undefined })).toBe(hashAnswers({ b: [{ d: 3, c: 2 }], a: 1 }));
  });

  test('differs between answers', () => {
    const hashes = new Set(Array.from({ length: 20_000 }, (_, index) => hashAnswers({ account: String(index) })));
    expect(hashes.size).toBe(20_000);
    expect(hashAnswers({ a: '1' })).not.toBe(hashAnswers({ a: 1 }));
    expect(hashAnswers({ a: ['1', '2'] })).not.toBe(hashAnswers({ a: ['2', '1'] }));
  });

  test('is sixteen hex digits of stable JSON', () => {
    expect(hashAnswers(undefined)).toMatch(/^[0-9a-f]{16}$/);
    expect(stableJson({ b: null, a: [undefined] })).toBe('{"a":[null],"b":null}');
  });
});

describe('pointers', () => {
  test('escape what JSON pointers escape', () => {
    expect(segmentsOf(pointer('a/b', '~c', 0))).toEqual(['a/b', '~c', '0']);
  });

  test('accept a bare name', () => {
    expect([asPointer('name'), asPointer('/name/0'), asPointer('')]).toEqual(['/name', '/name/0', '']);
    expect([fieldOf('/people/1/phone'), fieldOf('')]).toEqual(['people', '']);
  });

  test('detect nested pointers', () => {
    expect([isWithin('/a/b', '/a'), isWithin('/ab', '/a'), isWithin('/a', '')]).toEqual([true, false, true]);
  });
});
