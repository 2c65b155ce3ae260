import { describe, expect, test } from 'vitest';
import { decide } from '../../../engine/flow/decide.ts';
import { answersByForm } from '../../../engine/flow/instances.ts';
import { position } from '../../../engine/flow/position.ts';
import { submitStep } from '../../../engine/flow/save.ts';
import { resubmitted, submission } from '../../../engine/flow/submission.ts';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { CompiledFlow, SaveRules } from '../../../engine/flow/types.ts';
import { FlowClient } from '../../../engine/scenario/client.ts';
import { formModule, must, surroundings } from '../form/support.ts';
import { correction, formStep, state, underRules } from './support.ts';

const isOwner = ({ person }: Readonly<Record<string, unknown>>) => (person as { owner?: boolean }).owner === true;
const isDear = ({ item }: Readonly<Record<string, unknown>>) => (item as { price: number }).price > 100;
const modules = {
  person: formModule('person', { owner: { type: 'boolean' }, name: { type: 'string' } }, ['name']),
  house: formModule('house', { rooms: { type: 'integer' } }, ['rooms']),
  // Asks only owners with a big house for the insurer.
  bank: formModule(
    'bank',
    { account: { type: 'string' }, insurer: { when: (_self, { house }) => ((house as { rooms?: number }).rooms ?? 0) > 3 } },
    ['account', 'insurer'],
  ),
  list: formModule('list', { things: { type: 'array', items: { type: 'object' } } }, ['things']),
  detail: formModule('detail', { serial: { type: 'string' } }, ['serial']),
  nick: formModule('nick', { nick: { type: 'string' } }, ['nick']),
};
const flow: CompiledFlow = {
  id: 'joining',
  version: 1,
  steps: [
    formStep('person'),
    formStep('house', { when: isOwner }),
    formStep('bank'),
    formStep('list'),
    formStep('detail', { route: '/detail/:item', forEach: { list: 'list.things', group: 'things' }, when: isDear }),
    formStep('nick', { optional: true }),
    { id: 'review', route: '/review', kind: 'review', minutes: 1 },
  ],
};
const moduleOf = (key: string) => must(modules[key.replace(/:\d+$/, '') as keyof typeof modules]);
const rules: SaveRules = {
  ...underRules(flow, { module: moduleOf, surroundings }),
  form: (key) => {
    const module = moduleOf(key);
    const properties = Object.fromEntries(Object.keys(module.fields).map((field) => [field, {}]));
    return { module, definition: { schema: { id: module.id, type: 'object', properties } } };
  },
};
const submittedFrom = (answers: Answers) => submission(position(flow, state(answers), rules.environment), answers);

const ring = { name: 'ring', price: 500 };
const cup = { name: 'cup', price: 5 };
const all: Answers = {
  person: { owner: true, name: 'Ana' },
  house: { rooms: 5 },
  bank: { account: '1', insurer: 'X' },
  list: { things: [ring] },
  'detail:1': { serial: 'R1' },
  nick: { nick: 'An' },
};

describe('R09 a submission', () => {
  test('contains the answers of all steps on the path', () => {
    expect(submittedFrom(all)).toEqual(all);
  });

  test('leaves out a step whose condition no longer holds', () => {
    const left: Answers = { ...all, person: { owner: false, name: 'Ana' } };
    const { house: _left, ...others } = left;
    expect(submittedFrom(left)).toEqual(others);
  });

  test('leaves out items that are not asked about', () => {
    const answers = { ...all, list: { things: [cup] }, 'detail:2': { serial: 'R2' } };
    expect(Object.keys(submittedFrom(answers))).toEqual(['person', 'house', 'bank', 'list', 'nick']);
  });

  test('has nothing of an optional step that was skipped', () => {
    const { nick: _skipped, ...others } = all;
    expect(submittedFrom(others)).toEqual(others);
  });
});

test('R09 a save is not judged by answers of a step that left the path', () => {
  const left = state({ ...all, person: { owner: false, name: 'Ana' } });
  const confirmed = { ...left, confirmed: { person: rules.environment.hash(must(flow.steps[0]), left.answers) } };
  const verdict = submitStep(rules, confirmed, { step: 'bank', answers: { account: '1' }, kept: [] });
  expect(verdict).toMatchObject({ is: 'accepted', state: { answers: { bank: { account: '1' }, house: { rooms: 5 } } } });
});

test('L12 a resubmission leaves out what the correction took off the path, also from an older submission', () => {
  const corrections = [{ ...correction('person', 'owner'), given: true }];
  const draft: Answers = { ...all, person: { owner: false, name: 'Ana' }, bank: { account: '1' } };
  const { house: _left, ...others } = draft;
  expect(resubmitted(rules, state(draft, { corrections }), { ...all, old: { a: 1 } })).toEqual(others);
});

describe('R09 a person whose answer takes a step off the path', () => {
  const going = () =>
    new FlowClient({ flow, modules })
      .answers('person', { owner: true, name: 'Ana' })
      .next()
      .answer('house.rooms', 5)
      .next()
      .answers('bank', { account: '1', insurer: 'X' })
      .next()
      .open('/person')
      .answer('person.owner', false)
      .next();

  test('is not asked by its answers, and a decision does not read them', () => {
    const client = going();
    expect(client.at).toBe('bank');
    expect(client.asked()).toEqual(['account']);
    client.next();
    expect(client.submission).toMatchObject({ house: {}, bank: { account: '1' } });
    expect(client.submission['bank']).not.toHaveProperty('insurer');
    const table = { id: 'homes', rows: [{ when: 'big', outcome: { decision: 'refer' } }, { outcome: { decision: 'accept' } }] };
    const expressions = { big: ({ house }: Readonly<Record<string, unknown>>) => ((house as { rooms?: number }).rooms ?? 0) > 3 };
    expect(decide(table, expressions, client.submission).outcome).toEqual({ decision: 'accept' });
  });

  test('finds them again when the step comes back', () => {
    const client = going().open('/person').answer('person.owner', true).next();
    expect(client.stored).toMatchObject({ house: { rooms: 5 } });
    expect(answersByForm(flow, client.stored as Answers)).toMatchObject({ house: { rooms: 5 } });
    expect(client.position.path.find(({ id }) => id === 'house')?.status).toBe('done');
  });
});
