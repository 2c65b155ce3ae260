import fc from 'fast-check';
import { autorun, configure, observable, runInAction } from 'mobx';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { settle } from '../../../engine/form/applicability.ts';
import type { RuleModule, ValidatorError } from '../../../engine/form/types.ts';
import type { FormBase } from '../../../engine/session/formBase.ts';
import { FormSession, type FormSessionOptions } from '../../../engine/session/formSession.ts';
import { formModule, must, surroundings } from '../form/support.ts';
import { definitionOf, sessionOf } from './support.ts';

beforeAll(() => configure({ enforceActions: 'always' }));

const same: RuleModule = {
  scope: '',
  at: 'again',
  error: 'mismatch',
  reads: ['account', 'again'],
  mentions: ['account', 'again'],
  assert: ({ self }) => must(self?.['account']) === must(self?.['again']),
};
const isBank = (self: Record<string, unknown>) => must(self['method']) === 'bank';
const bank = formModule(
  'bank',
  {
    method: { type: 'string', enum: ['bank', 'wallet'] },
    account: { type: 'string', minLength: 6, when: isBank },
    again: { type: 'string', when: isBank, 'x-transient': true },
    wallet: { type: 'string', pattern: '^9\\d{3}$', when: (self) => must(self['method']) === 'wallet' },
  },
  ['method', 'account', 'again', 'wallet'],
  [same],
);
const people = formModule(
  'contact',
  {
    people: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, phone: { type: 'string', minLength: 4 } },
        required: ['name', 'phone'],
      },
    },
  },
  ['people'],
);
const codes = (problems: readonly { code: string; path: string }[]) => problems.map(({ code, path }) => `${path} ${code}`);

describe('a problem', () => {
  test('does not show during the first input', () => {
    const session = sessionOf(bank, { values: { method: 'bank' } });
    session.set('account', '12');
    expect(session.problem('account')).toBeUndefined();
    session.blur('account');
    expect(session.problem('account')).toMatchObject({ code: 'minLength' });
  });

  test('disappears once the value is valid, and returns only on blur', () => {
    const session = sessionOf(bank, { values: { method: 'bank' } });
    session.set('account', '12');
    session.blur('account');
    session.set('account', '123456');
    expect(session.problem('account')).toBeUndefined();
    session.set('account', '12345');
    expect(session.problem('account')).toBeUndefined();
    session.blur('account');
    expect(session.problem('account')).toMatchObject({ code: 'minLength' });
  });

  test('shows everywhere at Next, in the order of the form', () => {
    const session = sessionOf(bank, { values: { method: 'bank', account: '123456', again: '1' } });
    expect(codes(session.attempt())).toEqual(['/again mismatch']);
    session.set('account', '');
    session.set('again', '');
    expect(codes(session.attempt())).toEqual(['/account required', '/again required']);
    expect(codes(session.visibleProblems)).toEqual(['/account required', '/again required']);
  });

  test('K06 come at Next from the validator of the whole form, which gets the answers that count', () => {
    const session = sessionOf(bank, { values: { method: 'wallet', wallet: '9', account: '12' } });
    const asked: unknown[] = [];
    const refuse = (answers: unknown): ValidatorError[] => {
      asked.push(answers);
      return [
        { keyword: 'enum', instancePath: '/method', params: {} },
        { keyword: 'minLength', instancePath: '/account', params: { limit: 6 } },
        { keyword: 'required', instancePath: '', params: { missingProperty: 'again' } },
      ];
    };
    expect(codes(session.attempt(refuse))).toEqual(['/method enum']);
    expect(asked).toEqual([{ method: 'wallet', wallet: '9' }]);
  });

  test('of a rule shows at the first field once the second is left', () => {
    const session = sessionOf(bank, { values: { method: 'bank' } });
    session.set('account', '123456');
    session.blur('account');
    session.set('again', '123456');
    session.blur('again');
    session.set('account', '123457');
    expect(session.problem('again')).toBeUndefined();
    session.blur('account');
    expect(session.problem('again')).toMatchObject({ code: 'mismatch' });
  });

  test('does not show at a field that a new answer has just revealed', () => {
    const session = sessionOf(bank, {});
    session.attempt();
    session.set('method', 'bank');
    expect(session.visibleProblems).toEqual([]);
  });

  test('of a list item shows when its own input is left', () => {
    const session = sessionOf(people);
    session.set('/people/0/name', 'Ana');
    session.set('/people/0/phone', '12');
    session.set('/people/1/phone', '12');
    session.blur('/people/0/phone');
    expect(session.problem('/people/0/phone')).toMatchObject({ code: 'minLength' });
    expect(session.problem('/people/1/phone')).toBeUndefined();
    session.blur('people');
    expect(codes(session.problemsWithin('people'))).toEqual([
      '/people/0/phone minLength',
      '/people/1/name required',
      '/people/1/phone minLength',
    ]);
  });

  test('found by the server stays until its field changes', () => {
    const session = sessionOf(bank, { values: { method: 'wallet', wallet: '9123' } });
    session.serverProblems([{ code: 'taken', path: '/wallet' }]);
    expect(session.problem('wallet')).toEqual({ code: 'taken', path: '/wallet' });
    session.set('method', 'wallet');
    expect(codes(session.visibleProblems)).toEqual(['/wallet taken']);
    session.set('wallet', '9124');
    expect(session.visibleProblems).toEqual([]);
  });

  test('found by the server does not block another attempt', () => {
    const session = sessionOf(bank, { values: { method: 'wallet', wallet: '9123' } });
    session.serverProblems([{ code: 'taken', path: '/wallet' }]);
    expect(session.attempt()).toEqual([]);
  });
});

describe('input', () => {
  test('is kept while it does not apply, but not sent', () => {
    const session = sessionOf(bank, { values: { method: 'bank' } });
    session.set('account', '123456');
    session.set('method', 'wallet');
    expect(session.settled()).toEqual({ method: 'wallet' });
    session.set('method', 'bank');
    expect(session.value('account')).toBe('123456');
    expect(session.settled()).toEqual({ method: 'bank', account: '123456' });
  });

  test('is a draft until saved, without transient answers', () => {
    const session = sessionOf(bank, { values: { method: 'bank', account: '123456' } });
    expect(session.dirty).toBe(false);
    session.set('account', '');
    session.set('again', '1');
    session.set('wallet', '9');
    expect(session.draft()).toEqual({ account: null, wallet: '9' });
    session.set('account', '123456');
    session.set('wallet', undefined);
    session.set('again', '');
    expect(session.dirty).toBe(false);
  });

  test('restores the draft of an earlier visit', () => {
    const session = sessionOf(bank, { values: { method: 'bank', account: '123456' }, draft: { account: null, wallet: '9' } });
    expect([session.value('account'), session.value('wallet'), session.dirty]).toEqual([undefined, '9', true]);
  });

  test('changes lists and objects without touching other items', () => {
    const session = sessionOf(people, { values: { people: [{ name: 'Ana', phone: '1234' }] } });
    const before = session.value('people');
    session.set('/people/2/name', 'Cora');
    expect(session.value('people')).toEqual([{ name: 'Ana', phone: '1234' }, {}, { name: 'Cora' }]);
    expect(before).toEqual([{ name: 'Ana', phone: '1234' }]);
    expect(session.value('/people/2/name')).toBe('Cora');
  });

  test('survives a newer answer of the server', () => {
    const session = sessionOf(bank, { values: { method: 'bank', account: '123456' } });
    session.set('account', '999999');
    session.rebase({ values: { method: 'wallet', account: '777777', wallet: '9123' } });
    expect([session.value('method'), session.value('account'), session.value('wallet')]).toEqual(['wallet', '999999', '9123']);
    session.reset();
    expect([session.value('account'), session.dirty]).toEqual(['777777', false]);
  });

  test('for an unknown field is ignored', () => {
    const session = sessionOf(bank);
    session.set('__proto__', 'x');
    session.set('other', 'x');
    expect([session.dirty, session.settled()]).toEqual([false, {}]);
  });
});

describe('a sensitive answer that the server holds', () => {
  const held = () => sessionOf(bank, { values: { method: 'bank' }, masked: { account: '•••• 3456' }, confirmed: true });

  test('is kept with its confirmation', () => {
    const session = held();
    expect([session.isKept('account'), session.masked('account'), session.applies('again')]).toEqual([true, '•••• 3456', false]);
    expect(session.attempt()).toEqual([]);
    expect([session.settled(), session.kept()]).toEqual([{ method: 'bank' }, ['account', 'again']]);
  });

  test('is asked again with its confirmation when changed', () => {
    const session = held();
    session.change('account');
    expect(codes(session.attempt())).toEqual(['/account required', '/again required']);
    session.set('account', '654321');
    session.set('again', '654321');
    expect([session.attempt(), session.kept()]).toEqual([[], []]);
    session.keep('account');
    expect([session.isKept('account'), session.dirty, session.kept()]).toEqual([true, false, ['account', 'again']]);
  });

  test('may be kept after all, unless it was sent back', () => {
    const session = held();
    expect(session.mayKeep('account')).toBe(true);
    session.change('account');
    expect([session.mayKeep('account'), session.isKept('account')]).toEqual([true, false]);
    const corrections = [{ form: 'bank', field: 'account', reason: 'refused' }];
    const requested = new Map([['account', ['']]]);
    expect(sessionOf(bank, { masked: { account: '•••• 3456' }, corrections, requested }).mayKeep('account')).toBe(false);
  });

  test('is replaced by the one of a draft', () => {
    const session = sessionOf(bank, { values: { method: 'bank' }, masked: { account: '•••• 3456' }, draft: { account: '654321' } });
    expect([session.isKept('account'), session.value('account')]).toEqual([false, '654321']);
  });

  test('does not count as absent in a rule', () => {
    const rule: RuleModule = {
      scope: '',
      at: 'viber',
      error: 'oneOfThem',
      reads: [],
      mentions: ['email', 'viber'],
      assert: ({ self }) => self?.['email'] !== undefined || self?.['viber'] !== undefined,
    };
    const form = formModule('contact', { email: {}, viber: {} }, [], [rule]);
    expect(codes(sessionOf(form).attempt())).toEqual(['/viber oneOfThem']);
    expect(sessionOf(form, { masked: { email: 'a••••@mail.ph' } }).attempt()).toEqual([]);
  });

  test('asks for the confirmation at once if no answer was stored', () => {
    const session = sessionOf(bank, { values: { method: 'wallet', wallet: '9123' }, confirmed: true });
    session.set('method', 'bank');
    expect([session.applies('account'), session.applies('again')]).toEqual([true, true]);
  });

  test('asks for it again on any change if a rule names no fields', () => {
    const rule: RuleModule = { scope: '', at: 'again', error: 'mismatch', reads: [], assert: () => true };
    const form = formModule('f', { note: {}, account: {}, again: { 'x-transient': true } }, [], [rule]);
    const session = sessionOf(form, { values: { note: 'a', account: '1' }, confirmed: true });
    expect(session.applies('again')).toBe(false);
    session.set('note', 'b');
    expect(session.applies('again')).toBe(true);
  });

  test('is asked again if it was never confirmed', () => {
    const session = sessionOf(bank, { values: { method: 'bank' }, masked: { account: '•••• 3456' } });
    expect(codes(session.attempt())).toEqual(['/again required']);
  });
});

describe('a send-back', () => {
  const corrections = [{ form: 'bank', field: 'account', reason: 'refused' }];
  const sent = () =>
    sessionOf(bank, {
      values: { method: 'bank', account: '123456' },
      corrections,
      requested: new Map([['account', ['']]]),
      confirmed: true,
    });

  test('opens the requested fields with the reason, and locks the rest', () => {
    const session = sent();
    expect([session.locked('account'), session.locked('method')]).toEqual([false, true]);
    expect(session.correction('account')).toEqual(corrections[0]);
    session.set('method', 'wallet');
    expect(session.value('method')).toBe('bank');
  });

  test('R12 opens the item of a requested part; the list and the other items stay locked', () => {
    const form = formModule('f', { people: { type: 'array', items: { type: 'object' } }, note: {} }, []);
    const people = [
      { name: 'Bo', phone: '1' },
      { name: 'Cy', phone: '2' },
    ];
    const request = { form: 'f', field: 'people', part: '/1/phone', reason: 'wrong' };
    const session = sessionOf(form, { values: { people, note: 'x' }, corrections: [request], requested: new Map([['people', ['/1']]]) });
    const paths = ['/people', '/people/0/phone', '/people/1/phone', '/people/1/name', '/note'];
    expect(paths.map((path) => session.locked(path))).toEqual([true, true, false, false, true]);
    expect([session.correction('/people/1/phone'), session.correction('people')]).toEqual([request, undefined]);
    session.arrange('people', [1, 0]);
    session.set('/people/0/phone', '9');
    session.set('/people/1/phone', '3');
    expect(session.value('people')).toEqual([people[0], { name: 'Cy', phone: '3' }]);
    expect([session.locked('/people/1/phone'), session.locked('/people')]).toEqual([false, true]);
  });

  test('asks a sensitive answer again and does not keep the wrong one', () => {
    const session = sessionOf(bank, {
      values: { method: 'bank' },
      masked: { account: '•••• 3456' },
      corrections,
      requested: new Map([['account', ['']]]),
    });
    expect([session.isKept('account'), session.kept()]).toEqual([false, []]);
    expect(codes(session.attempt())).toContain('/account required');
  });

  test('opens unanswered fields and those that the new answers invalidate', () => {
    const rule: RuleModule = {
      scope: '',
      at: 'note',
      error: 'short',
      reads: ['kind', 'note'],
      assert: ({ self }) => self?.['kind'] === 'a',
    };
    const form = formModule('f', { kind: {}, note: {}, extra: {} }, [], [rule]);
    const session = sessionOf(form, { values: { kind: 'a', note: 'x' }, requested: new Map([['kind', ['']]]), corrections: [] });
    expect([session.locked('note'), session.locked('extra')]).toEqual([true, false]);
    session.set('kind', 'b');
    expect(session.locked('note')).toBe(false);
  });

  test('restores the stored answer of a field once it is valid again', () => {
    const rule: RuleModule = {
      scope: '',
      at: 'note',
      error: 'short',
      reads: ['kind', 'note'],
      assert: ({ self }) => self?.['kind'] === 'a',
    };
    const form = formModule('f', { kind: {}, note: {} }, [], [rule]);
    const session = sessionOf(form, { values: { kind: 'a', note: 'x' }, requested: new Map([['kind', ['']]]), corrections: [] });
    session.set('kind', 'b');
    session.set('note', 'y');
    session.set('kind', 'a');
    expect([session.locked('note'), session.value('note')]).toEqual([true, 'x']);
  });

  test('keeps a refused field open while it is answered again', () => {
    const session = sent();
    session.serverProblems([{ code: 'wrong', path: '/method' }]);
    session.set('method', 'wallet');
    expect([session.locked('method'), session.value('method')]).toEqual([false, 'wallet']);
  });

  test('opens fields that the server refused', () => {
    const session = sent();
    session.serverProblems([{ code: 'wrong', path: '/method' }]);
    expect(session.locked('method')).toBe(false);
  });
});

describe('an observer', () => {
  test('of one field runs only for that field and those that its condition or rule reads', () => {
    const count = 400;
    const fields = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `f${index}`,
        {
          type: 'string' as const,
          ...(index % 3 === 2 ? { when: (self: Record<string, unknown>) => self[`f${index - 1}`] === 'yes' } : {}),
        },
      ]),
    );
    const session = sessionOf(formModule('big', fields, Object.keys(fields)));
    const runs = new Map<string, number>();
    const stops = session.fields.map((field) =>
      autorun(() => {
        void [session.value(field), session.applies(field), session.problem(field), session.locked(field)];
        runs.set(field, (runs.get(field) ?? 0) + 1);
      }),
    );
    runs.clear();
    session.set('f0', 'x');
    expect([...runs]).toEqual([['f0', 1]]);
    runs.clear();
    session.set('f1', 'yes');
    expect([...runs.keys()].sort()).toEqual(['f1', 'f2']);
    runs.clear();
    session.set('f1', 'yesterday');
    session.set('f1', 'yesterdays');
    expect(runs.get('f2')).toBe(1);
    stops.forEach((stop) => stop());
  });

  test('of a problem runs only for its own field, even if another appears or disappears', () => {
    const fields = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { type: 'string' as const, minLength: 3 }]));
    const session = sessionOf(formModule('three', fields, ['a', 'b', 'c']));
    const runs: string[] = [];
    const stops = session.fields.map((field) => autorun(() => void [session.problem(field), runs.push(field)]));
    runs.length = 0;
    session.set('b', 'x');
    session.blur('b');
    expect(runs).toEqual(['b']);
    session.set('b', 'xyz');
    expect(runs).toEqual(['b', 'b']);
    stops.forEach((stop) => stop());
  });

  test("of a field runs when its condition's outside values change", () => {
    const session = observable.box({ isReloan: false });
    const form = formModule('f', { a: { when: (_, context) => (context['session'] as { isReloan: boolean }).isReloan } });
    const live = sessionOf(form, { surroundings: () => ({ ...surroundings, session: session.get() }) });
    const observed: boolean[] = [];
    const stop = autorun(() => observed.push(live.applies('a')));
    runInAction(() => session.set({ isReloan: true }));
    expect(observed).toEqual([false, true]);
    stop();
  });
});

describe('the live form', () => {
  const method = fc.constantFrom('bank', 'wallet', 'cash', '');
  const text = fc.constantFrom('', '123456', '123457', '12', '9123');
  const action = fc.record({ field: fc.constantFrom('method', 'account', 'again', 'wallet'), method, text, blur: fc.boolean() });

  test('has the same result as the pure functions after any input', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const session = sessionOf(bank);
        const stop = autorun(() => void session.visibleProblems);
        const typed: Record<string, unknown> = {};
        for (const { field, blur, ...values } of actions) {
          typed[field] = field === 'method' ? values.method : values.text;
          session.set(field, typed[field]);
          if (blur) session.blur(field);
        }
        const context = contextOf(surroundings, 'bank', typed);
        expect(session.settled()).toEqual(settle(bank, context));
        expect(session.settled({ stored: true })).toEqual(settle(bank, context, { stored: true }));
        expect(session.attempt()).toEqual(checkForm(bank, context));
        stop();
      }),
    );
  });

  const bases: FormBase[] = [
    { masked: { account: '••••56' } },
    { values: { method: 'bank', account: '123456' }, confirmed: true },
    { values: { method: 'bank' }, masked: { account: '••••56' }, confirmed: true },
  ];

  test('refuses on Next the problems shown at the fields, whatever the server has', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bases), fc.array(action, { maxLength: 12 }), (base, actions) => {
        const session = sessionOf(bank, base);
        for (const { field, ...values } of actions) session.set(field, field === 'method' ? values.method : values.text);
        const refused = session.attempt();
        expect(session.visibleProblems).toEqual(refused);
      }),
    );
  });
});

test('normalises unfinished input on Next, also in lists', () => {
  const zip = formModule('address', { zip: { type: 'string', pattern: '^\\d{6}$' }, people: { type: 'array' } }, ['zip']);
  const definition: FormSessionOptions['definition'] = {
    ...definitionOf(zip),
    ui: {
      id: 'address',
      order: ['zip', 'people'],
      fields: { zip: { 'ui:complete': { digits: 4, prefix: '00' } }, people: { items: { name: { 'ui:normalise': ['trim'] } } } },
    },
  };
  const session = new FormSession({ definition, module: zip, surroundings: () => surroundings });
  session.set('zip', '1100');
  session.set('people', [{ name: ' Ana ' }]);
  expect(session.attempt()).toEqual([]);
  expect(session.settled()).toEqual({ zip: '001100', people: [{ name: 'Ana' }] });
});

describe('R03 a default', () => {
  const colour = formModule('colour', { paint: { enum: ['red', 'blue'], default: 'red' }, coats: { type: 'integer', default: 2 } }, [
    'paint',
  ]);

  test('fills an untouched field without counting as input', () => {
    const session = sessionOf(colour);
    expect(session.value('paint')).toBe('red');
    expect(session.dirty).toBe(false);
    expect(session.attempt()).toEqual([]);
    expect(session.submission().answers).toEqual({ paint: 'red', coats: 2 });
  });

  test('stays away once the person clears the field, in the draft and in what is sent', () => {
    const session = sessionOf(colour);
    session.set('coats', undefined);
    expect(session.draft()).toEqual({ coats: null });
    expect(sessionOf(colour, { draft: session.draft() }).value('coats')).toBeUndefined();
    expect(session.submission().answers).toEqual({ paint: 'red', coats: null });
    expect(session.settled()).toEqual({ paint: 'red' });
  });

  test('does not return in a form saved without it', () => {
    const session = sessionOf(colour, { values: { paint: 'blue' }, confirmed: true });
    expect(session.value('coats')).toBeUndefined();
  });
});

describe('R06 a derived answer', () => {
  const box = formModule(
    'box',
    {
      width: { type: 'integer', 'x-sensitive': 'pii' },
      height: { type: 'integer' },
      area: { type: 'integer', 'x-sensitive': 'pii', value: (self) => Number(must(self['width'])) * Number(must(self['height'])) },
      lid: { type: 'string', when: (self) => Number(must(self['area'])) > 10 },
    },
    ['width', 'height'],
  );

  test('follows the answers it is computed from, and conditions follow it', () => {
    const session = sessionOf(box);
    const observed: unknown[] = [];
    autorun(() => observed.push([session.value('area'), session.applies('lid')]));
    session.set('width', 3);
    session.set('height', 4);
    session.set('height', 2);
    expect(observed).toEqual([
      [undefined, false],
      [12, true],
      [6, false],
    ]);
    expect(session.settled()).toEqual({ width: 3, height: 2, area: 6 });
    expect(session.draft()).toEqual({ width: 3, height: 2 });
  });

  test('is empty while an answer that it reads is invalid, instead of showing the stored result', () => {
    const session = sessionOf(box, { values: { width: 3, height: 4, area: 12 }, confirmed: true });
    session.set('width', 'x');
    expect(session.value('area')).toBeUndefined();
  });

  test('ignores values set by a widget', () => {
    const session = sessionOf(box, { values: { width: 3, height: 4, area: 12 }, confirmed: true });
    session.set('area', 99);
    expect(session.value('area')).toBe(12);
    expect(session.locked('area')).toBe(true);
    expect(session.dirty).toBe(false);
  });

  test('stays masked while the device lacks an answer that it reads, and follows a new one', () => {
    const session = sessionOf(box, { values: { height: 4 }, masked: { width: '•', area: '••' }, confirmed: true });
    expect(session.isKept('area')).toBe(true);
    expect(session.attempt()).toEqual([]);
    expect(session.submission()).toEqual({ answers: { height: 4 }, kept: ['width', 'area'] });
    session.change('width');
    session.set('width', 5);
    expect(session.isKept('area')).toBe(false);
    expect(session.settled()).toMatchObject({ area: 20 });
  });
});

describe('R04 a proposed answer', () => {
  test('starts a new form, follows its source, and is no change of the person', () => {
    const session = sessionOf(bank);
    session.propose({ method: 'bank', account: '123456', again: '', unknown: 1 });
    expect(session.settled()).toEqual({ method: 'bank', account: '123456' });
    expect([session.isProposed('account'), session.isProposed('again'), session.dirty]).toEqual([true, false, false]);
    session.propose({ account: '654321' });
    expect([session.value('method'), session.value('account')]).toEqual([undefined, '654321']);
  });

  test('gives way to what the person types or clears, in this visit and the next', () => {
    const session = sessionOf(bank);
    session.propose({ method: 'bank', account: '123456' });
    session.set('account', '');
    session.propose({ method: 'wallet', account: '999999' });
    expect([session.value('account'), session.isProposed('account'), session.value('method')]).toEqual(['', false, 'wallet']);
    const later = sessionOf(bank, { draft: session.draft() });
    later.propose({ method: 'bank', account: '123456' });
    expect([later.value('account') ?? '', later.value('method')]).toEqual(['', 'bank']);
  });

  test('typed again after it was cleared, it is kept like any answer', () => {
    const session = sessionOf(bank, { draft: { account: null } });
    const proposed = { method: 'bank', account: '123456' };
    session.propose(proposed);
    expect(session.value('account')).toBeUndefined();
    session.set('account', '123456');
    expect(session.draft()).toEqual({});
    session.propose({ ...proposed, wallet: '9123' });
    session.rebase({});
    expect(session.value('account')).toBe('123456');
  });

  test('never replaces what was saved', () => {
    const session = sessionOf(bank);
    session.propose({ method: 'bank', account: '123456' });
    session.rebase({ values: { method: 'wallet' }, confirmed: true });
    expect([session.value('method'), session.value('account'), session.isProposed('account')]).toEqual(['wallet', undefined, false]);
    session.propose({ method: 'bank' });
    expect(session.value('method')).toBe('wallet');
  });
});
