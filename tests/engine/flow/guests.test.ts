import { describe, expect, test } from 'vitest';
import { dismissedGuests, guestForms, guestOf } from '../../../engine/flow/guests.ts';
import { ownersView } from '../../../engine/flow/ownersView.ts';
import { position } from '../../../engine/flow/position.ts';
import { confirmStep, submitStep } from '../../../engine/flow/save.ts';
import { resubmitted } from '../../../engine/flow/submission.ts';
import type { CompiledFlow, FlowState, SaveRules } from '../../../engine/flow/types.ts';
import { formModule, must } from '../form/support.ts';
import { confirmAll, environment, formStep, modules, state } from './support.ts';

const person = (context: Record<string, unknown>) => must(context['person'] as { name: string; nick?: string });
const flow: CompiledFlow = {
  id: 'joining',
  version: 1,
  steps: [
    formStep('person'),
    formStep('work', {
      when: (context) => person(context).name !== 'Alone',
      guest: {
        name: (context) => person(context).name,
        phone: (context) => must(person(context).nick),
        from: () => 'Club',
        route: '/asked',
      },
    }),
    { id: 'review', route: '/review', kind: 'review', minutes: 0.5 },
  ],
};
const form = (id: string) => ({ module: must(modules[id]), definition: { schema: { id, type: 'object' as const, properties: {} } } });
const rules: SaveRules = { flow, environment, form };
const asked = (rest: object = {}) => confirmAll(state({ person: { name: 'Ana', age: 30, nick: '9171234567', ...rest } }), flow);
const status = (now: FlowState) => position(flow, now, environment).path.find(({ id }) => id === 'work')?.status;
const answer = { step: 'work', answers: { job: 'clerk' }, kept: [] };

function answered(now: FlowState): FlowState {
  const verdict = submitStep({ ...rules, form: schemaOf }, now, { ...answer, guest: true });
  if (verdict.is !== 'accepted') throw new Error(verdict.is);
  return confirmStep(rules, verdict.state, 'work');
}
/** Uses the form's own names, because a save refuses unknown ones. */
const schemaOf = (id: string) => {
  const { module } = form(id);
  const properties = Object.fromEntries(Object.keys(module.fields).map((field) => [field, {}]));
  return { module, definition: { schema: { id, type: 'object' as const, properties } } };
};

describe('R10 a step that a guest answers', () => {
  test('waits for the guest, whatever the customer does, and is done by the guest', () => {
    expect(status(asked())).toBe('waiting');
    expect(submitStep({ ...rules, form: schemaOf }, asked(), answer).is).toBe('outOfOrder');
    const now = answered(asked());
    expect([status(now), position(flow, now, environment).step?.id]).toEqual(['done', 'review']);
  });

  test('waits again after answers that are not valid any more, and when it is sent back', () => {
    const now = answered(asked());
    expect(status({ ...now, answers: { ...now.answers, work: { job: 'pilot' } } })).toBe('waiting');
    expect(status({ ...now, corrections: [{ form: 'work', field: 'job', reason: 'unclear' }] })).toBe('sentBack');
  });

  test('gives a guest no other step', () => {
    const verdict = submitStep({ ...rules, form: schemaOf }, asked(), {
      step: 'person',
      answers: { name: 'Eve', age: 20 },
      kept: [],
      guest: true,
    });
    expect(verdict.is).toBe('outOfOrder');
  });

  test('asks the person whom earlier answers name, and nobody without a number or off the path', () => {
    expect(guestOf(rules, asked(), 'work')).toEqual({ name: 'Ana', phone: '9171234567', from: 'Club' });
    expect(guestOf(rules, asked({ nick: undefined }), 'work')).toBeUndefined();
    expect(guestOf(rules, asked({ name: 'Alone' }), 'work')).toBeUndefined();
    expect(guestOf(rules, asked(), 'person')).toBeUndefined();
  });

  test('drops the answers of a guest whom another name or number replaces, and keeps them otherwise', () => {
    const now = answered(asked());
    const change = (rest: object) => {
      const answers = { name: 'Ana', age: 31, nick: '9171234567', ...rest };
      const verdict = submitStep({ ...rules, form: schemaOf }, now, { step: 'person', answers, kept: [] });
      if (verdict.is !== 'accepted') throw new Error(verdict.is);
      return { work: verdict.state.answers['work'], dismissed: dismissedGuests(rules, now, verdict.state).map(({ id }) => id) };
    };
    expect(change({})).toEqual({ work: { job: 'clerk' }, dismissed: [] });
    expect(change({ nick: '9189999999' })).toEqual({ work: undefined, dismissed: ['work'] });
    expect(change({ name: 'Eve' })).toEqual({ work: undefined, dismissed: ['work'] });
    expect(change({ name: ' ana ' })).toEqual({ work: { job: 'clerk' }, dismissed: [] });
    expect(change({ name: 'Alone' })).toEqual({ work: undefined, dismissed: ['work'] });
  });
});

describe('R10 after a send-back', () => {
  const sentBack = (now: FlowState): FlowState => ({
    ...now,
    corrections: [
      { form: 'person', field: 'nick', reason: 'wrong' },
      { form: 'work', field: 'job', part: '/1', reason: 'unclear', anew: true },
    ],
  });
  const save = (now: FlowState, submitted: Parameters<typeof submitStep>[2]) => {
    const verdict = submitStep({ ...rules, form: schemaOf }, now, submitted);
    if (verdict.is !== 'accepted') throw new Error(JSON.stringify(verdict));
    return confirmStep(rules, verdict.state, submitted.step);
  };
  const person = { step: 'person', answers: { nick: '9189999999' }, kept: [] };

  test('a request for the answers of a replaced guest ends with them, and the next guest answers freely', () => {
    const replaced = save(sentBack(answered(asked())), person);
    expect(replaced.corrections).toEqual([{ form: 'person', field: 'nick', reason: 'wrong', given: true }]);
    expect(status(replaced)).toBe('waiting');
    const next = save(replaced, { step: 'work', answers: { job: 'student' }, kept: [], guest: true });
    expect(position(flow, next, environment).step?.id).toBe('review');
  });

  test('nothing that the replaced guest said is submitted as said by the next', () => {
    const work = formModule('work', { job: { type: 'string', enum: ['student', 'clerk'] }, note: { type: 'string' } }, ['job']);
    const withNote = { ...rules, form: (id: string) => (id === 'work' ? { ...form(id), module: work } : form(id)) };
    const before = answered(asked());
    const next = save(save(sentBack(before), person), { step: 'work', answers: { job: 'student' }, kept: [], guest: true });
    const said = { ...before.answers, work: { job: 'clerk', note: 'I know her.' } };
    expect(resubmitted(withNote, next, said)).toEqual({ person: { name: 'Ana', age: 30, nick: '9189999999' }, work: { job: 'student' } });
  });
});

test("R10 the customer's view has no sensitive answer of a guest, not even masked", () => {
  const module = formModule('work', { job: { type: 'string' }, story: { type: 'string' } }, []);
  const secret = { ...module, fields: { ...module.fields, story: { ...must(module.fields['story']), sensitive: 'pii' as const } } };
  const view = ownersView(
    () => ({ module: secret, definition: { schema: { properties: {} } } }),
    { work: { job: 'clerk', story: 'mine' } },
    guestForms(flow),
  );
  expect(view).toEqual({ answers: { work: { job: 'clerk' } }, masked: { work: { story: '•••' } } });
});
