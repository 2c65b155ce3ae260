import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersByForm, formKeyOf } from '../../../engine/flow/instances.ts';
import { renumbering } from '../../../engine/flow/renumbering.ts';
import { guard } from '../../../engine/flow/places.ts';
import { position } from '../../../engine/flow/position.ts';
import { confirmStep, submitStep } from '../../../engine/flow/save.ts';
import { resubmitted } from '../../../engine/flow/submission.ts';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { CompiledFlow, FlowState, SaveRules } from '../../../engine/flow/types.ts';
import { stepIdAt } from '../../../engine/scenario/screenChecks.ts';
import { FlowClient } from '../../../engine/scenario/client.ts';
import { formModule, must, surroundings } from '../form/support.ts';
import { formStep, state, underRules } from './support.ts';

interface Thing {
  name: string;
  price: number;
}

const isDear = ({ item }: Readonly<Record<string, unknown>>) => must(item as Thing | undefined).price > 100;
const things = { list: 'list.things', group: 'things' };
const flow: CompiledFlow = {
  id: 'claim',
  version: 1,
  steps: [
    formStep('list'),
    formStep('detail', { route: '/detail/:item', forEach: things }),
    formStep('receipt', { route: '/receipt/:item', forEach: things, when: isDear, optional: true }),
    formStep('bank', {
      when: ({ detail }) => (detail as { age?: string }[]).some(({ age }) => age === 'new'),
    }),
    { id: 'review', route: '/review', kind: 'review', minutes: 1 },
  ],
};
const modules = {
  list: formModule('list', { things: { type: 'array', items: { type: 'object' } } }, ['things']),
  detail: formModule('detail', { age: { enum: ['new', 'old'] }, serial: { type: 'string', when: (_self, context) => isDear(context) } }, [
    'age',
    'serial',
  ]),
  receipt: formModule('receipt', { scan: { type: 'string', 'x-sensitive': 'pii' } }, ['scan']),
  bank: formModule('bank', { account: { type: 'string' } }, ['account']),
};
const client = () => new FlowClient({ flow, modules });
const bag = { name: 'bag', price: 50 };
const watch = { name: 'watch', price: 500 };
const path = ({ position }: FlowClient) => position.path.map(({ id, status }) => `${id} ${status}`);

/** Both things are answered: the bag is old, and the watch is new and has a receipt. */
const answered = (client: FlowClient) =>
  client
    .answer('list.things', [bag, watch])
    .next()
    .answer('detail.age', 'old')
    .next()
    .answers('detail', { age: 'new', serial: 'S1' })
    .next()
    .answer('receipt.scan', 'file')
    .next();

const rulesOf = (): SaveRules => ({
  ...underRules(flow, { module: (form) => must(modules[form as keyof typeof modules]), surroundings }),
  form: (key: string) => {
    const module = must(modules[key.replace(/:\d+$/, '') as keyof typeof modules]);
    const properties = Object.fromEntries(Object.keys(module.fields).map((field) => [field, {}]));
    return { module, definition: { schema: { id: module.id, type: 'object' as const, properties } } };
  },
});

/** Confirms every step that is answered. */
function confirmAll(given: FlowState, rules: SaveRules): FlowState {
  return position(flow, given, rules.environment).path.reduce((now, { id }) => confirmStep(rules, now, id), given);
}

describe('R09 a step for each item of a list', () => {
  test('is asked once for each item, with all steps about one item before the next', () => {
    const going = client().answer('list.things', [bag, watch]).next();
    expect(path(going)).toEqual(['list done', 'detail:1 missing', 'detail:2 missing', 'receipt:2 missing', 'review unconfirmed']);
    expect(going.position.step).toMatchObject({ route: '/detail/1', form: 'detail:1' });
    expect(going.position.total).toBe(5);
  });

  test('R12 reads its item in conditions of the step and of the form', () => {
    const going = client().answer('list.things', [bag, watch]).next();
    expect(going.asked()).toEqual(['age']);
    expect(going.answer('detail.age', 'old').next().asked()).toEqual(['age', 'serial']);
    expect(going.answer('detail.age', 'new').next().problems()).toEqual(['/serial required']);
  });

  test('gives its answers to later conditions as a list', () => {
    expect(path(answered(client()))).toContain('bank missing');
    expect(answersByForm(flow, { list: { things: [bag, watch] }, 'detail:2': { age: 'new' } })).toEqual({
      list: { things: [bag, watch] },
      detail: [{}, { age: 'new' }],
      receipt: [{}, {}],
      bank: {},
    });
  });

  test('can be skipped for one item alone', () => {
    const going = client()
      .answer('list.things', [watch, { ...watch, name: 'ring' }])
      .next();
    going.answers('detail', { age: 'old', serial: 'S1' }).next().skip();
    expect(path(going)).toEqual([
      'list done',
      'detail:1 done',
      'receipt:1 skipped',
      'detail:2 missing',
      'receipt:2 missing',
      'review unconfirmed',
    ]);
  });

  test('keeps the answers with their item when another one is removed', () => {
    const going = answered(client()).open('/list').answer('list.things', [watch]).next();
    expect(path(going)).toEqual(['list done', 'detail:1 done', 'receipt:1 done', 'bank missing', 'review unconfirmed']);
    expect(going.stored).toMatchObject({ detail: [{ age: 'new', serial: 'S1' }], receipt: [{ scan: 'file' }] });
  });

  test('follows items that change places, and asks about a new one', () => {
    const ring = { name: 'ring', price: 90 };
    const going = answered(client()).open('/list').answer('list.things', [watch, ring, bag]).next();
    expect(path(going).slice(0, 5)).toEqual(['list done', 'detail:1 done', 'receipt:1 done', 'detail:2 missing', 'detail:3 done']);
    expect(going.stored).toMatchObject({ detail: [{ age: 'new', serial: 'S1' }, {}, { age: 'old' }] });
  });

  test('asks to confirm again what was answered about an item that changed', () => {
    const going = answered(client())
      .open('/list')
      .answer('list.things', [{ ...bag, price: 60 }, watch])
      .next();
    expect(path(going).slice(0, 3)).toEqual(['list done', 'detail:1 unconfirmed', 'detail:2 done']);
    expect(going.stored).toMatchObject({ detail: [{ age: 'old' }, { age: 'new' }] });
  });

  test('keeps the answers with an item that was edited when another one is removed or moved', () => {
    const dearer = { ...watch, price: 600 };
    const lists: [Thing[], string[]][] = [
      [[dearer], ['detail:1 unconfirmed', 'receipt:1 unconfirmed']],
      [
        [dearer, bag],
        ['detail:1 unconfirmed', 'receipt:1 unconfirmed', 'detail:2 done'],
      ],
    ];
    for (const [list, expected] of lists) {
      const going = answered(client()).open('/list').answer('list.things', list).next();
      expect(path(going).slice(1, 1 + expected.length)).toEqual(expected);
      expect(going.stored).toMatchObject({ detail: [{ age: 'new', serial: 'S1' }, ...(list[1] ? [{ age: 'old' }] : [])] });
    }
  });

  test('asks anew about an item that replaces two others and resembles neither', () => {
    const ring = { name: 'ring', price: 90 };
    const going = answered(client()).open('/list').answer('list.things', [ring]).next();
    expect(path(going).slice(0, 2)).toEqual(['list done', 'detail:1 missing']);
  });

  test('follows items offline, with drafts and queued steps', () => {
    const going = client().answer('list.things', [bag, watch]).next().offline();
    going.answer('detail.age', 'old').next().answers('detail', { age: 'new', serial: 'S1' });
    going.open('/list').answer('list.things', [watch, bag]).next();
    expect(path(going).slice(0, 4)).toEqual(['list done', 'detail:1 missing', 'receipt:1 missing', 'detail:2 done']);
    expect(going.form.value('age')).toBe('new');
    // The server asks about the watch first, so it does not accept the bag's step yet. Its answers stay as a draft.
    going.online().next().skip();
    expect(going.at).toBe('detail:2');
    expect(going.form.value('age')).toBe('old');
    going.next();
    expect(going.stored).toMatchObject({ detail: [{ age: 'new', serial: 'S1' }, { age: 'old' }] });
  });

  test('R12 is sent back for one item, and everything else is locked', () => {
    const going = answered(client()).answer('bank.account', '1').next().next();
    expect(going.position.complete).toBe(true);
    going.sendBack('detail:2', 'age');
    expect(going.position.path.filter(({ open }) => open).map(({ id }) => id)).toEqual(['detail:2']);
    going.answer('detail.age', 'old').next();
    expect(going.stored).toMatchObject({ detail: [{ age: 'old' }, { age: 'old', serial: 'S1' }] });
  });

  test('R12 resubmits locked answers with their item when the list itself was sent back', () => {
    const rules = rulesOf();
    const submitted = { list: { things: [bag, watch] }, 'detail:1': { age: 'old' }, 'detail:2': { age: 'new', serial: 'S1' } };
    const now = { list: { things: [watch] }, 'detail:1': { age: 'new', serial: 'S1' } };
    const corrections = [{ form: 'list', field: 'things', reason: 'wrong', given: true }];
    expect(resubmitted(rules, state(now, { corrections }), submitted)).toEqual(now);
  });

  test('R12 asks anew about an item that replaces another after a send-back, and submits nothing of the other', () => {
    const rules = rulesOf();
    const submitted = {
      list: { things: [bag, watch] },
      'detail:1': { age: 'old' },
      'detail:2': { age: 'new', serial: 'S1' },
      'receipt:2': { scan: 'file' },
    };
    const corrections = [{ form: 'list', field: 'things', reason: 'wrong' }];
    const save = (now: FlowState, step: string, answers: FormAnswers): FlowState => {
      const verdict = submitStep(rules, now, { step, answers, kept: [] });
      if (verdict.is !== 'accepted') throw new Error(JSON.stringify(verdict));
      return confirmStep(rules, verdict.state, step);
    };
    const sent = confirmAll(state(submitted), rules);
    // Two changes: first the bag is removed, then another thing replaces the watch.
    const first = save({ ...sent, corrections }, 'list', { things: [watch] });
    const ring = { name: 'ring', price: 300 };
    const second = save(first, 'list', { things: [ring] });
    expect(second.answers).toEqual({ list: { things: [ring] } });
    const answered = save(second, 'detail:1', { age: 'old', serial: 'R9' });
    expect(resubmitted(rules, answered, submitted)).toEqual({ list: { things: [ring] }, 'detail:1': { age: 'old', serial: 'R9' } });
  });

  test('has an address for each item', () => {
    const going = client().answer('list.things', [bag, watch]).next();
    expect(guard(flow, going.position, '/detail/1')).toBeUndefined();
    expect(guard(flow, going.position, '/detail/2')).toBe('/detail/1');
    expect(guard(flow, going.position, '/detail/9')).toBe('/detail/1');
    expect(guard(flow, going.position, '/detail/x')).toBe('/detail/1');
    expect(guard(flow, going.position, '/other/1')).toBeUndefined();
    expect(stepIdAt(flow, '/receipt/2?from=mail')).toBe('receipt:2');
    expect(formKeyOf(flow, 'receipt:2')).toBe('receipt:2');
  });

  test('never gives the answers about one item to another', () => {
    const item = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), price: fc.constantFrom(1, 2) });
    const list = fc.uniqueArray(item, { maxLength: 5, selector: ({ name, price }) => name + price });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const renumber = renumbering(flow, 'list', { before: { things: before }, after: { things: after }, sentBack: false });
        const moved = before.flatMap((thing, index) => {
          const now = renumber(`detail:${index + 1}`);
          return now === undefined ? [] : [{ thing, at: Number(now.split(':')[1]) - 1, from: index }];
        });
        expect(new Set(moved.map(({ at }) => at)).size).toBe(moved.length);
        for (const { thing, at, from } of moved) {
          const isUnchanged = JSON.stringify(after[at]) === JSON.stringify(thing);
          // An item that is gone passes its answers on to a similar one, or to the one in its place. They must be confirmed again.
          const isGone = !after.some((each) => JSON.stringify(each) === JSON.stringify(thing));
          const resembles = after[at]?.name === thing.name || after[at]?.price === thing.price;
          const isNew = !before.some((each) => JSON.stringify(each) === JSON.stringify(after[at]));
          expect(isUnchanged || (isGone && isNew && (resembles || at === from))).toBe(true);
        }
        const unchanged = before.filter((thing) => after.some((each) => JSON.stringify(each) === JSON.stringify(thing)));
        expect(moved.filter(({ thing }) => unchanged.includes(thing))).toHaveLength(unchanged.length);
      }),
    );
  });
});
