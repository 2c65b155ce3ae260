import { describe, expect, test } from 'vitest';
import { applies, settle, settleAll } from '../../../engine/form/applicability.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { clean, isEmpty } from '../../../engine/form/empty.ts';
import { formModule, must, surroundings } from './support.ts';

const cascade = formModule('work', {
  jobType: { type: 'string' },
  company: { type: 'string', when: (self) => must(self['jobType']) === 'employee' },
  companyPhone: { type: 'string', when: (self) => must(self['company']) !== '' },
  note: { type: 'string' },
});
const context = (self: Record<string, unknown>) => contextOf(surroundings, 'work', self);

describe('settling answers', () => {
  test('drops inapplicable answers and those that depend on them', () => {
    const self = { jobType: 'student', company: 'Acme', companyPhone: '028123', note: 'hi' };
    expect(settle(cascade, context(self))).toEqual({ jobType: 'student', note: 'hi' });
  });

  test('keeps applicable answers', () => {
    const self = { jobType: 'employee', company: 'Acme', companyPhone: '028123' };
    expect(settle(cascade, context(self))).toEqual(self);
  });

  test('treats empty values as absent, even in list items', () => {
    const form = formModule('contact', { email: {}, place: {}, people: {} });
    const self = { email: '', place: { city: { code: '' } }, people: [{ name: 'Ana', phone: '' }, { name: '' }] };
    expect(settle(form, contextOf(surroundings, 'contact', self))).toEqual({ people: [{ name: 'Ana' }, {}] });
  });

  test('omits transient answers only for storage', () => {
    const form = formModule('bank', { account: {}, again: { 'x-transient': true } });
    const self = contextOf(surroundings, 'bank', { account: '1', again: '1' });
    expect(settle(form, self)).toEqual({ account: '1', again: '1' });
    expect(settle(form, self, { stored: true })).toEqual({ account: '1' });
  });

  test('ignores inherited names', () => {
    const form = formModule('odd', { constructor: {}, name: {} });
    expect(settle(form, contextOf(surroundings, 'odd', { name: 'x' }))).toEqual({ name: 'x' });
  });

  test('keeps an answered field applicable when its condition reads an answer only the server has', () => {
    const kept = new Set(['company']);
    expect(settleAll(cascade, context({ jobType: 'employee', companyPhone: '028123' }), { kept }).applying).toEqual(
      new Set(['jobType', 'company', 'companyPhone', 'note']),
    );
    expect(settleAll(cascade, context({ jobType: 'employee' }), { kept }).applying.has('companyPhone')).toBe(false);
  });
});

describe('a condition', () => {
  test('that reads an absent value is false, without a report', () => {
    const reported: unknown[] = [];
    expect(applies(cascade, 'company', context({}), (error) => reported.push(error))).toBe(false);
    expect(reported).toEqual([]);
  });

  test('that fails is false and is reported with its place', () => {
    const broken = formModule('work', {
      field: {
        when: () => {
          throw new TypeError('expected a boolean');
        },
      },
    });
    const reported: string[] = [];
    expect(applies(broken, 'field', context({}), (error, where) => reported.push(`${where}: ${String(error)}`))).toBe(false);
    expect(reported).toEqual(['work.field x-when: TypeError: expected a boolean']);
  });

  test('is false for unknown fields', () => {
    expect(applies(cascade, 'toString', context({}))).toBe(false);
  });

  test('sees the form under self, form and its own id', () => {
    const context = contextOf({ ...surroundings, answers: { work: { stale: true }, personal: { age: 3 } } }, 'work', { jobType: 'x' });
    expect(context).toMatchObject({ self: { jobType: 'x' }, form: { jobType: 'x' }, work: { jobType: 'x' }, personal: { age: 3 } });
    expect(context).not.toHaveProperty('answers');
  });
});

describe('emptiness', () => {
  test.each([
    [''],
    [null],
    [undefined],
    [[]],
    [{}],
    [[{ name: '' }]],
    [{ city: { code: '' } }],
    ['   '],
    [' \u00a0\u200b\u3164'],
    [{ a: ' ' }],
  ])('%j is empty', (value) => {
    expect(isEmpty(value)).toBe(true);
    expect(clean(value)).toBeUndefined();
  });

  test.each([[0], [false], ['0'], [[false]], [{ a: 0 }]])('%j is an answer', (value) => {
    expect(isEmpty(value)).toBe(false);
    expect(clean(value)).toEqual(value);
  });

  test('a text counts without surrounding blanks, at any depth', () => {
    expect(clean({ name: '  Ana  Cruz ', list: [' a', { b: '\u00a0b\n' }] })).toEqual({ name: 'Ana  Cruz', list: ['a', { b: 'b' }] });
  });
});
