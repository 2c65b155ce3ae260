import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import rjsf from '@rjsf/validator-ajv8';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { settle } from '../../../engine/form/applicability.ts';
import type { PropertySchema } from '../../../engine/config/form.ts';
import type { RuleModule } from '../../../engine/form/types.ts';
import { formModule, must, surroundings } from './support.ts';

const person: PropertySchema = {
  type: 'object',
  properties: { name: { type: 'string' }, phone: { type: 'string', pattern: '^9\\d{9}$' } },
  required: ['name', 'phone'],
};
const notOwn: RuleModule = {
  scope: 'people',
  at: 'phone',
  error: 'isSelf',
  reads: ['people'],
  assert: ({ self, session }) => must(self?.['phone']) !== (session as { phone: string }).phone,
};
const repeated: RuleModule = {
  scope: 'people',
  at: 'phone',
  error: 'repeated',
  reads: ['people'],
  assert: ({ self, form }) =>
    (form as { people: { phone?: string }[] }).people.filter(({ phone }) => phone === must(self?.['phone'])).length === 1,
};
const same: RuleModule = {
  scope: '',
  at: 'again',
  error: 'mismatch',
  reads: ['account', 'again'],
  assert: ({ self }) => must(self?.['account']) === must(self?.['again']),
};
const form = formModule(
  'bank',
  {
    method: { type: 'string', enum: ['bank', 'wallet'] },
    account: { type: 'string', minLength: 6, when: (self) => must(self['method']) === 'bank' },
    again: { type: 'string', when: (self) => must(self['method']) === 'bank', 'x-transient': true },
    people: { type: 'array', items: person, minItems: 2 },
  },
  ['method', 'account', 'again'],
  [same, notOwn, repeated],
);
const problems = (self: Record<string, unknown>, kept?: string[]) =>
  checkForm(form, contextOf({ ...surroundings, session: { phone: '9000000000' } }, 'bank', self), kept ? { kept: new Set(kept) } : {});
const codes = (self: Record<string, unknown>, kept?: string[]) => problems(self, kept).map(({ code, path }) => `${path} ${code}`);

test('invisible characters are refused at any depth, except those a script needs', () => {
  const text = { type: 'string' } as const;
  const module = formModule('texts', {
    line: text,
    note: { ...text, 'x-lines': true },
    list: { type: 'array', items: { type: 'object', properties: { name: text } } },
  });
  const problemsOf = (self: Record<string, unknown>) => checkForm(module, { self }).map(({ code, path }) => `${path} ${code}`);
  for (const sign of ['\u202e', '\u200b', '\u00ad', '\ufeff', '\u001b', '\u0007', '\n', '\t', '\u200d'])
    expect(problemsOf({ line: `Rizal${sign}Ave.` })).toEqual(['/line unseen']);
  expect(problemsOf({ list: [{ name: 'Ana' }, { name: 'B\u202een' }] })).toEqual(['/list/1/name unseen']);
  expect(problemsOf({ note: 'One\ntwo\r\nthree', line: 'क्\u200dष, क्\u200cष, ñ, “x” 👍' })).toEqual([]);
  expect(problemsOf({ note: 'One\u001b[2J' })).toEqual(['/note unseen']);
});

describe('checking a form', () => {
  test('requires only applicable answers', () => {
    expect(codes({})).toEqual(['/method required']);
    expect(codes({ method: 'wallet' })).toEqual([]);
    expect(codes({ method: 'bank' })).toEqual(['/account required', '/again required']);
  });

  test('returns the keyword and the values for the message', () => {
    expect(problems({ method: 'bank', account: '12', again: '12' })).toEqual([
      { code: 'minLength', path: '/account', params: { limit: 6 } },
    ]);
    expect(problems({ method: 'cash' })).toEqual([{ code: 'enum', path: '/method' }]);
  });

  test('checks a rule once all answers that it reads are valid', () => {
    expect(codes({ method: 'bank', account: '123456', again: '123457' })).toEqual(['/again mismatch']);
    expect(codes({ method: 'bank', account: '12', again: '13' })).toEqual(['/account minLength']);
    expect(codes({ method: 'wallet', account: '123456', again: '9' })).toEqual([]);
  });

  test('skips kept fields and the rules that read them', () => {
    expect(codes({ method: 'bank', again: '123456' }, ['account'])).toEqual([]);
    expect(codes({ method: 'bank' }, ['account', 'again'])).toEqual([]);
  });

  test('does not treat answers on the server as absent', () => {
    const reach = formModule(
      'contact',
      { email: {}, viber: {} },
      [],
      [
        {
          scope: '',
          at: 'viber',
          error: 'oneOfThem',
          reads: [],
          assert: ({ self }) => 'email' in (self ?? {}) || self?.['viber'] !== undefined,
        },
        { scope: '', at: 'email', error: 'never', reads: [], assert: () => false },
      ],
    );
    const read = formModule(
      'contact',
      { email: {}, viber: {} },
      [],
      [
        {
          scope: '',
          at: 'viber',
          error: 'oneOfThem',
          reads: [],
          assert: ({ self }) => self?.['email'] !== undefined || self?.['viber'] !== undefined,
        },
      ],
    );
    const context = contextOf(surroundings, 'contact', {});
    expect(checkForm(read, context)).toEqual([{ code: 'oneOfThem', path: '/viber' }]);
    expect(checkForm(read, context, { kept: new Set(['email']) })).toEqual([]);
    expect(checkForm(reach, context, { kept: new Set(['email']) })).toEqual([]);
  });

  test('points at the input of a list item', () => {
    const people = [{ name: 'Ana', phone: '9000000000' }, { name: 'Ben', phone: '12' }, { phone: '9111111111' }];
    expect(codes({ method: 'wallet', people })).toEqual(['/people/1/phone pattern', '/people/2/name required', '/people/0/phone isSelf']);
  });

  test('checks each item separately', () => {
    const people = [{ name: 'Ana', phone: '9111111111' }, { phone: '9111111111' }];
    expect(codes({ method: 'wallet', people })).toEqual([
      '/people/1/name required',
      '/people/0/phone repeated',
      '/people/1/phone repeated',
    ]);
  });

  test('shows one problem at a place', () => {
    const people = [
      { name: 'Ana', phone: '9000000000' },
      { name: 'Ben', phone: '9000000000' },
    ];
    expect(codes({ method: 'wallet', people })).toEqual(['/people/0/phone isSelf', '/people/1/phone isSelf']);
  });

  test('treats a failing rule as violated, and reports it', () => {
    const assert = () => {
      throw new TypeError('boom');
    };
    const broken = formModule('x', { a: { type: 'string' } }, [], [{ scope: '', at: 'a', error: 'odd', reads: ['a'], assert }]);
    const reported: string[] = [];
    const context = contextOf(surroundings, 'x', { a: '1' });
    expect(checkForm(broken, context, { report: (_, where) => reported.push(where) })).toEqual([{ code: 'odd', path: '/a' }]);
    expect(reported).toEqual(['x.a x-rules odd']);
  });

  test('reports that no alternative matched, not how each failed', () => {
    const wallet = formModule('w', { wallet: { type: 'string', anyOf: [{ pattern: '^09\\d{9}$' }, { pattern: '^9\\d{9}$' }] } });
    expect(checkForm(wallet, contextOf(surroundings, 'w', { wallet: '8' }))).toEqual([{ code: 'anyOf', path: '/wallet' }]);
  });
});

describe('the verdict', () => {
  const schemas: Record<string, PropertySchema> = {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    code: { type: 'string', pattern: '^[A-Z]\\d$' },
    band: { type: 'string', enum: ['low', 'high'] },
    years: { type: 'integer', minimum: 0, maximum: 60 },
    consent: { type: 'boolean', const: true },
    people: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { ...person, properties: { name: { type: 'string' }, phone: { type: 'string', maxLength: 3 } } },
    },
  };
  const values = fc.record(
    {
      name: fc.string({ maxLength: 7 }),
      code: fc.constantFrom('A1', 'B', '', 'AA'),
      band: fc.constantFrom('low', 'high', 'none'),
      years: fc.oneof(fc.integer({ min: -3, max: 70 }), fc.constant(1.5)),
      consent: fc.boolean(),
      people: fc.array(fc.record({ name: fc.string({ maxLength: 2 }), phone: fc.string({ maxLength: 5 }) }, { requiredKeys: [] }), {
        maxLength: 3,
      }),
    },
    { requiredKeys: [] },
  );

  test('agrees with rjsf on the equivalent plain schema', () => {
    fc.assert(
      fc.property(values, fc.subarray(Object.keys(schemas)), (answers, required) => {
        const module = formModule('f', schemas, required);
        const context = contextOf(surroundings, 'f', answers);
        const plain = { type: 'object', properties: schemas, required } as Parameters<typeof rjsf.isValid>[0];
        const expected = rjsf.isValid(plain, settle(module, context), plain);
        expect(checkForm(module, context).length === 0).toBe(expected);
      }),
    );
  });
});
