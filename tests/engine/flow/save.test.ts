import { describe, expect, test } from 'vitest';
import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { isSentBack, position } from '../../../engine/flow/position.ts';
import { openFields } from '../../../engine/flow/openFields.ts';
import { confirmStep, submitStep, type SaveVerdict } from '../../../engine/flow/save.ts';
import { resubmitted } from '../../../engine/flow/submission.ts';
import type { CompiledFlow, FlowState, SaveRules } from '../../../engine/flow/types.ts';
import type { RuleModule } from '../../../engine/form/types.ts';
import { formModule, must, surroundings } from '../form/support.ts';
import { correction, formStep, state as stateOf, underRules } from './support.ts';

const startsWith = (at: string, other: string): RuleModule => ({
  scope: '',
  at,
  error: 'format',
  reads: [other, at],
  mentions: [other, at],
  assert: ({ self }) => String(must(self?.[at])).startsWith(String(must(self?.[other]))),
});
const modules = {
  card: formModule(
    'card',
    {
      kind: {},
      number: {},
      copy: {},
      again: { 'x-transient': true },
      name: {},
      spouse: { when: (self) => must(self['kind']) === 'a' },
      visa: { when: (self) => must(self['kind']) === 'v' },
    },
    ['kind', 'number', 'copy', 'again', 'name', 'visa'],
    [startsWith('number', 'kind'), startsWith('copy', 'number'), startsWith('again', 'number')],
  ),
  job: formModule(
    'job',
    { title: { enum: ['a1', 'b1', 'b2'] }, since: {} },
    ['title'],
    [
      {
        scope: '',
        at: 'title',
        error: 'kind',
        reads: ['title'],
        assert: ({ self, card }) => String(must(self?.['title'])).startsWith(String(must((card as FormAnswers)['kind']))),
      },
    ],
  ),
  photo: formModule('photo', { file: {} }, ['file']),
};
const flow: CompiledFlow = { id: 'joining', version: 1, steps: [formStep('card'), formStep('job'), formStep('photo')] };
const rules: SaveRules = {
  ...underRules(flow, { module: (id) => must(modules[id as keyof typeof modules]), surroundings }),
  form: (id) => {
    const module = must(modules[id as keyof typeof modules]);
    return {
      module,
      definition: { schema: { id, type: 'object', properties: Object.fromEntries(Object.keys(module.fields).map((name) => [name, {}])) } },
    };
  },
};
const card = { kind: 'a', number: 'a1', copy: 'a1x', name: 'Ana', spouse: 'Ben' };
const before = { card, job: { title: 'a1', since: '2020' }, photo: { file: 'f' } };
const done: FlowState = ['card', 'job', 'photo'].reduce<FlowState>((state, step) => confirmStep(rules, state, step), {
  answers: before,
  confirmed: {},
  corrections: [],
  facts: {},
});
const sentBack = (...requests: [string, string][]): FlowState => ({
  ...done,
  corrections: requests.map(([form, field]) => correction(form, field)),
});
const save = (state: FlowState, step: string, answers: FormAnswers, kept: string[] = []) =>
  submitStep(rules, state, { step, answers, kept });
const saved = (state: FlowState, step: string, answers: FormAnswers): FlowState => {
  const verdict = save(state, step, answers);
  if (verdict.is !== 'accepted') throw new Error(JSON.stringify(verdict));
  return confirmStep(rules, verdict.state, step);
};
const outcomeOf = (verdict: SaveVerdict) =>
  verdict.is === 'refused' ? verdict.problems.map(({ code, path }) => `${path} ${code}`) : verdict.is;

describe('a save', () => {
  test('stores applicable answers, drops transient ones, and opens the next step once confirmed', () => {
    const empty: FlowState = { answers: {}, confirmed: {}, corrections: [], facts: {} };
    const verdict = save(empty, 'card', { ...card, kind: 'b', number: 'b1', copy: 'b1', again: 'b1' });
    expect(verdict).toMatchObject({ is: 'accepted', state: { answers: { card: { kind: 'b', number: 'b1', copy: 'b1', name: 'Ana' } } } });
    if (verdict.is !== 'accepted') return;
    expect(verdict.state.answers['card']).not.toHaveProperty('spouse');
    expect(save(verdict.state, 'job', { title: 'b1' }).is).toBe('outOfOrder');
    expect(save(confirmStep(rules, verdict.state, 'card'), 'job', { title: 'b1' }).is).toBe('accepted');
  });

  test('refuses unknown names, and requires a confirmation only when its answer changed', () => {
    expect(outcomeOf(save(done, 'card', { ...card, other: 1 }))).toEqual(['/other additionalProperties']);
    expect(outcomeOf(save(done, 'card', { ...card, name: 'Anna' }))).toBe('accepted');
    expect(outcomeOf(save(done, 'card', { ...card, number: 'a1x' }))).toEqual(['/again required']);
  });
});

describe('R03 a default', () => {
  const modules = { colour: formModule('colour', { paint: { enum: ['red', 'blue'], default: 'red' }, coats: { default: 2 } }, ['paint']) };
  const definition = { schema: { id: 'colour', type: 'object', properties: { paint: {}, coats: {} } } } as const;
  const rules: SaveRules = {
    ...underRules({ id: 'painting', version: 1, steps: [formStep('colour')] }, { module: () => modules.colour, surroundings }),
    form: () => ({ module: modules.colour, definition }),
  };
  const answersAfter = (stored: Answers, answers: FormAnswers) => {
    const verdict = submitStep(rules, stateOf(stored), { step: 'colour', answers, kept: [] });
    return verdict.is === 'accepted' ? verdict.state.answers['colour'] : verdict;
  };

  test('fills answers missing from the first save, and leaves cleared ones', () => {
    expect(answersAfter({}, {})).toEqual({ paint: 'red', coats: 2 });
    expect(answersAfter({}, { paint: 'blue', coats: null })).toEqual({ paint: 'blue' });
  });

  test('does not apply to a form saved before', () => {
    expect(answersAfter({ colour: { paint: 'red' } }, { paint: 'blue' })).toEqual({ paint: 'blue' });
  });
});

describe('R06 a derived answer', () => {
  const person = formModule(
    'person',
    {
      born: { 'x-sensitive': 'pii' },
      nick: {},
      age: { 'x-sensitive': 'pii', value: (self, { today }) => Number(String(today).slice(0, 4)) - Number(must(self['born'])) },
    },
    ['born'],
  );
  const rulesOn = (today: string): SaveRules => ({
    ...underRules(
      { id: 'joining', version: 1, steps: [formStep('person')] },
      { module: () => person, surroundings: { ...surroundings, today } },
    ),
    form: () => ({ module: person, definition: { schema: { id: 'person', type: 'object', properties: { born: {}, nick: {}, age: {} } } } }),
  });
  const rules = rulesOn('2026-03-01');
  const saveOn = (state: FlowState, answers: FormAnswers, kept: string[] = []): FlowState => {
    const verdict = submitStep(rules, state, { step: 'person', answers, kept });
    if (verdict.is !== 'accepted') throw new Error(JSON.stringify(verdict));
    return confirmStep(rules, verdict.state, 'person');
  };
  const saved = saveOn(stateOf(), { born: 2000, age: 99 });

  test('is computed by the server, not taken from a client', () => {
    expect(saved.answers).toEqual({ person: { born: 2000, age: 26 } });
    expect(saveOn(stateOf(), { nick: 'Al', born: 1990 }).answers['person']).toMatchObject({ age: 36 });
    expect(saveOn(saved, { nick: 'Al' }, ['born', 'age']).answers['person']).toEqual({ born: 2000, nick: 'Al', age: 26 });
  });

  test('may change without confirming the step again', () => {
    const next = rulesOn('2027-03-01');
    expect(position(next.flow, saved, next.environment).complete).toBe(true);
  });

  test('follows a corrected answer and is not asked itself', () => {
    const state = { ...saved, corrections: [correction('person', 'born')] };
    const after = saveOn(state, { born: 2001 });
    expect(after.answers['person']).toEqual({ born: 2001, age: 25 });
    expect(after.corrections).toEqual([{ ...correction('person', 'born'), given: true }]);
    expect(resubmitted(rules, after, saved.answers)).toEqual({ person: { born: 2001, age: 25 } });
  });
});

describe('R09 an optional step', () => {
  const optional: SaveRules = {
    ...rules,
    flow: { ...rules.flow, steps: rules.flow.steps.map((step) => (step.id === 'job' ? { ...step, optional: true } : step)) },
  };
  const skip = (state: FlowState, step: string, answers: FormAnswers = {}) =>
    submitStep(optional, state, { step, answers, kept: [], skip: true });
  const afterSkip = (state: FlowState): FlowState => {
    const verdict = skip(state, 'job');
    if (verdict.is !== 'accepted') throw new Error(JSON.stringify(verdict));
    return confirmStep(optional, verdict.state, 'job');
  };
  const statusOf = (state: FlowState, id: string) =>
    position(optional.flow, state, optional.environment).path.find((step) => step.id === id)?.status;

  test('can be skipped, answered later and skipped again, which removes its answers', () => {
    const first = saved({ ...done, answers: { card }, confirmed: { card: done.confirmed['card'] ?? '' } }, 'card', card);
    expect(statusOf(first, 'job')).toBe('missing');
    const skipped = afterSkip(first);
    expect(statusOf(skipped, 'job')).toBe('skipped');
    expect(position(optional.flow, skipped, optional.environment).step?.id).toBe('photo');
    const answered = saved(skipped, 'job', before.job);
    expect(statusOf(answered, 'job')).toBe('done');
    expect(afterSkip(answered).answers).not.toHaveProperty('job');
  });

  test('is not skipped by an empty save', () => {
    expect(outcomeOf(submitStep(optional, done, { step: 'job', answers: {}, kept: [] }))).toEqual(['/title required']);
  });

  test('keeps its answers during a send-back, and cannot be skipped with answers', () => {
    const sent = { ...done, corrections: [correction('job', 'title')] };
    expect(outcomeOf(skip(sent, 'job'))).toEqual([' required']);
    expect(outcomeOf(skip(done, 'job', { title: 'a1' }))).toEqual(['/title additionalProperties']);
  });

  test('no other step can be skipped', () => {
    expect(outcomeOf(skip(done, 'card'))).toEqual([' required']);
  });
});

describe('R12 a part that was sent back', () => {
  const unique: RuleModule = {
    scope: '',
    at: 'people',
    error: 'duplicate',
    reads: ['people'],
    assert: ({ self }) => {
      const given = (self?.['people'] ?? []) as { phone: string }[];
      return new Set(given.map(({ phone }) => phone)).size === 2;
    },
  };
  const crew = formModule('crew', { people: { type: 'array', items: { type: 'object' } }, team: {} }, ['people'], [unique]);
  const crewRules: SaveRules = {
    ...underRules({ id: 'crew', version: 1, steps: [formStep('crew')] }, { module: () => crew, surroundings }),
    form: () => ({ module: crew, definition: { schema: { id: 'crew', type: 'object', properties: { people: {}, team: {} } } } }),
  };
  const people = [
    { name: 'Bo', phone: '1' },
    { name: 'Cy', phone: '2' },
  ];
  const other = { name: 'Cy', phone: '3' };
  const requested = { ...correction('crew', 'people'), part: '/1/phone' };
  const stored: FlowState = { answers: { crew: { people, team: 'a' } }, confirmed: {}, corrections: [requested], facts: {} };
  const outcome = (answers: FormAnswers, state = stored) => outcomeOf(submitStep(crewRules, state, { step: 'crew', answers, kept: [] }));

  test('can change with its item, and nothing else can', () => {
    expect(outcome({ people: [people[0], other] })).toBe('accepted');
    expect(outcome({ people: [{ name: 'Bo', phone: '4' }, other] })).toEqual(['/people locked']);
    expect(outcome({ people: [people[0], other, other] })).toEqual(['/people locked']);
    expect(outcome({ people: [people[0]] })).toEqual(['/people duplicate']);
    expect(outcome({ people: [people[0], other], team: 'b' })).toEqual(['/team locked']);
  });

  test('must change if its reason demands it', () => {
    const anew = { ...stored, corrections: [{ ...requested, anew: true }] };
    expect(outcome({ people: [people[0], { name: 'Di', phone: '2' }] }, anew)).toEqual(['/people/1/phone unchanged']);
    expect(outcome({ people: [people[0], other] }, anew)).toBe('accepted');
  });

  test('does not keep people from a list whose stored answer is invalid now', () => {
    const invalid = { ...stored, answers: { crew: { people: [people[0], { name: 'Cy', phone: '1' }], team: 'a' } } };
    expect(outcome({ people: [{ name: 'Bo', phone: '4' }, other] }, invalid)).toBe('accepted');
  });

  test('is all that a submission takes from the list', () => {
    const draft = { ...stored, answers: { crew: { people: [{ name: 'X', phone: '9' }, other], team: 'b' } } };
    expect(resubmitted(crewRules, draft, stored.answers)).toEqual({ crew: { people: [people[0], other], team: 'a' } });
  });
});

describe('L12 after a send-back', () => {
  test('only its own fields fulfil a request; the rest stays as stored', () => {
    const state = sentBack(['card', 'name']);
    expect(outcomeOf(save(state, 'card', {}))).toEqual(['/name required']);
    expect(outcomeOf(save(state, 'card', { name: 'Anna', spouse: 'Bob' }))).toEqual(['/spouse locked']);
    expect(save(state, 'card', { name: 'Anna' })).toMatchObject({
      state: { answers: { card: { ...card, name: 'Anna' } }, corrections: [{ ...correction('card', 'name'), given: true }] },
    });
  });

  test('corrected fields stay open and all others locked until submission', () => {
    const given = saved(sentBack(['card', 'name']), 'card', { name: 'Anna' });
    expect(isSentBack(position(flow, given, rules.environment))).toBe(true);
    expect(position(flow, given, rules.environment).complete).toBe(true);
    expect(outcomeOf(save(given, 'card', { ...card, name: 'Anna', spouse: 'Bob' }))).toEqual(['/spouse locked']);
    expect(outcomeOf(save(given, 'job', { title: 'a1', since: '2021' }))).toBe('outOfOrder');
    expect(outcomeOf(save(given, 'card', { name: 'Eva' }))).toBe('accepted');
    expect(outcomeOf(save(given, 'card', {}, ['name']))).toEqual(['/name required']);
  });

  test('a field opened by another one can be corrected until submission', () => {
    const mistyped = { kind: 'b', number: 'b1', again: 'b1', copy: 'b1' };
    const given = saved(sentBack(['card', 'kind']), 'card', mistyped);
    expect(outcomeOf(save(given, 'card', { ...mistyped, copy: 'b12' }))).toBe('accepted');
    const later = saved(given, 'job', { title: 'b1' });
    expect(outcomeOf(save(later, 'job', { title: 'b2' }))).toBe('accepted');
    expect(outcomeOf(save(later, 'job', { title: 'b1', since: '2021' }))).toEqual(['/since locked']);
  });

  test('if the reason requires a new answer, the same one does not fulfil the request', () => {
    const asked = (...fields: string[]) => ({
      ...done,
      corrections: fields.map((field) => ({ ...correction('card', field), anew: true })),
    });
    expect(outcomeOf(save(asked('name'), 'card', { name: 'Ana' }))).toEqual(['/name unchanged']);
    expect(outcomeOf(save(asked('name', 'spouse', 'visa'), 'card', { name: 'Ana', spouse: 'Ben' }))).toEqual([
      '/name unchanged',
      '/spouse unchanged',
    ]);
    expect(outcomeOf(save(asked('name', 'spouse'), 'card', { name: 'Anna', spouse: 'Ben' }))).toBe('accepted');
    const given = saved(asked('name'), 'card', { name: 'Anna' });
    expect(outcomeOf(save(given, 'card', { name: 'Anna' }))).toBe('accepted');
    expect(outcomeOf(save(sentBack(['card', 'name']), 'card', { name: 'Ana' }))).toBe('accepted');
  });

  test('a submission takes only open fields from a draft', () => {
    const state = {
      ...sentBack(['card', 'kind']),
      answers: { ...before, card: { ...card, kind: 'b', number: 'b1', copy: 'b1', name: 'Eva' }, job: { title: 'b1', since: '2021' } },
    };
    // Nobody of the other kind is asked about a spouse.
    expect(resubmitted(rules, state, before)).toEqual({
      ...before,
      card: { kind: 'b', number: 'b1', copy: 'b1', name: 'Ana' },
      job: { title: 'b1', since: '2020' },
    });
  });

  test('answers invalidated by the new one open, and those they invalidate in turn', () => {
    const state = sentBack(['card', 'kind'], ['photo', 'file']);
    expect(outcomeOf(save(state, 'card', { kind: 'b' }))).toEqual(['/number format']);
    expect(outcomeOf(save(state, 'card', { kind: 'b', number: 'b1', again: 'b1' }))).toEqual(['/copy format']);
    expect(outcomeOf(save(state, 'card', { kind: 'b', number: 'b1', again: 'b1', copy: 'b1', name: 'Eva' }))).toEqual(['/name locked']);
    expect(outcomeOf(save(state, 'card', { kind: 'b', number: 'b1', again: 'b1', copy: 'b1' }))).toBe('accepted');
  });

  test('valid answers stay locked', () => {
    expect(outcomeOf(save(sentBack(['card', 'kind']), 'card', { kind: 'a', number: 'a1x', again: 'a1x', copy: 'a1x' }))).toEqual([
      '/number locked',
    ]);
  });

  test('answers that the new one requires open', () => {
    const state = sentBack(['card', 'kind']);
    const visa = { kind: 'v', number: 'v1', again: 'v1', copy: 'v1' };
    expect(outcomeOf(save(state, 'card', visa))).toEqual(['/visa required']);
    expect(outcomeOf(save(state, 'card', { ...visa, visa: 'x' }))).toBe('accepted');
  });

  test('a later form opens where the new answer invalidates it, while other requests wait', () => {
    const state = saved(sentBack(['card', 'kind'], ['photo', 'file']), 'card', { kind: 'b', number: 'b1', again: 'b1', copy: 'b1' });
    expect(outcomeOf(save(state, 'job', { title: 'b1', since: '2021' }))).toEqual(['/since locked']);
    expect(outcomeOf(save(state, 'job', { title: 'b1' }))).toBe('accepted');
  });

  test('nothing is locked by a request for a form that has left the path', () => {
    expect(outcomeOf(save(sentBack(['gone', 'field']), 'card', { ...card, name: 'Anna' }))).toBe('accepted');
  });

  test('the browser knows the open fields even if only the server has an answer', () => {
    const held = new Set(['number']);
    const { number: _held, ...shown } = card;
    const open = (self: FormAnswers) =>
      [
        ...openFields(modules.card, contextOf(surroundings, 'card', self), { requested: new Map([['kind', ['']]]), before: shown, held }),
      ].sort();
    expect(open(shown)).toEqual(['again', 'kind', 'visa']);
    expect(open({ ...shown, kind: 'b', number: 'b1' })).not.toContain('name');
  });
});
