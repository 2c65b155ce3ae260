import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answers } from '../../../engine/config/definitions.ts';
import { position } from '../../../engine/flow/position.ts';
import type { CompiledFlow, FlowState } from '../../../engine/flow/types.ts';
import { at, confirmAll, correction, environment, flow, formStep, sound, state, statuses } from './support.ts';

describe('the path', () => {
  test('has the steps whose condition is true', () => {
    expect(at(state()).path.map(({ id }) => id)).toEqual(['person', 'photo', 'review']);
    expect(at(state(sound)).path.map(({ id }) => id)).toEqual(['person', 'work', 'photo', 'review']);
  });

  test('ignores answers of a step that left it', () => {
    const answers: Answers = { person: { name: 'Ben', age: 12 }, work: { job: 'student' } };
    expect(at(state(answers)).path.map(({ id }) => id)).toEqual(['person', 'photo', 'review']);
  });

  test('keeps a step whose condition fails, and reports it', () => {
    const broken: CompiledFlow = {
      ...flow,
      steps: [
        formStep('person', {
          when: () => {
            throw new TypeError('boom');
          },
        }),
      ],
    };
    const reported: string[] = [];
    expect(position(broken, state(), environment, (_, where) => reported.push(where)).step?.id).toBe('person');
    expect(reported).toEqual(['joining.person when']);
  });
});

describe('the position', () => {
  test('is the first step that is not done', () => {
    expect(statuses(state())).toEqual(['person missing open', 'photo missing', 'review unconfirmed']);
    expect(at(state({ person: { name: 'Ana' } })).step).toMatchObject({ id: 'person', status: 'wrong' });
    expect(at(state(sound)).step).toMatchObject({ id: 'person', status: 'unconfirmed' });
  });

  test('waits for a fact of the server', () => {
    const confirmed = confirmAll(state(sound));
    expect(at(confirmed)).toMatchObject({ step: { id: 'photo', status: 'waiting' }, number: 3, total: 4, minutesLeft: 1.5 });
    expect(at({ ...confirmed, facts: { matched: true } }).step?.id).toBe('review');
  });

  test('is absent when the flow is complete', () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    expect(at(done)).toMatchObject({ complete: true, number: 4, total: 4, minutesLeft: 0 });
    expect(at(done).step).toBeUndefined();
    expect(at(done).path.every(({ open }) => open)).toBe(true);
  });

  test('returns to a step whose answers differ from the confirmed ones, and to the review', () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    const changed = { ...done, answers: { ...done.answers, person: { name: 'Anna', age: 30 } } };
    expect(statuses(changed)).toEqual(['person unconfirmed open', 'work done', 'photo done', 'review unconfirmed']);
  });

  test('moves to a step that a new answer adds to the path', () => {
    const done = confirmAll(state(sound, { facts: { matched: true } }));
    const student = confirmAll({ ...done, answers: { ...done.answers, work: { job: 'student' } } });
    expect(at(student).step).toMatchObject({ id: 'school', status: 'missing' });
  });
});

describe('a send-back', () => {
  const done = confirmAll(state(sound, { facts: { matched: true } }));

  test('opens the step that was sent back and closes all others', () => {
    const sent = { ...done, corrections: [correction('work', 'job')] };
    expect(statuses(sent)).toEqual(['person done', 'work sentBack open', 'photo done', 'review done']);
    expect(at(sent).step?.corrections).toEqual([correction('work', 'job')]);
  });

  test('follows the order of the path', () => {
    const sent = { ...done, corrections: [correction('photo', 'file'), correction('person', 'name')] };
    expect(statuses(sent)).toEqual(['person sentBack open', 'work done', 'photo sentBack', 'review done']);
  });

  test('opens what it newly requires', () => {
    const answers = { ...done.answers, work: { job: 'student' } };
    const sent = confirmAll({ ...done, answers, corrections: [correction('photo', 'file')] });
    expect(statuses(sent)).toEqual(['person done', 'work done', 'school missing open', 'photo sentBack', 'review unconfirmed']);
  });

  test('leads to the review once corrected', () => {
    const corrected = confirmAll({ ...done, answers: { ...done.answers, photo: { file: 'f2' } }, confirmed: done.confirmed });
    expect(at(corrected).complete).toBe(true);
    expect(at({ ...corrected, confirmed: { ...corrected.confirmed, review: done.confirmed['review'] ?? '' } }).step?.id).toBe('review');
  });
});

describe('for any flow', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  // Steps whose condition, if any, reads whether one earlier form was answered with an even number.
  const flows = fc.array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: names.length }).map((reads): CompiledFlow => ({
    id: 'any',
    version: 1,
    steps: reads.map((read, index) => {
      const earlier = index > 0 && read !== undefined ? names[read % index] : undefined;
      const isEven = (context: Readonly<Record<string, unknown>>) => {
        const value = (context[earlier ?? ''] as { n?: number }).n;
        if (value === undefined) throw Object.assign(new Error('absent'), { name: 'MissingValue' });
        return value % 2 === 0;
      };
      return formStep(names[index] ?? '', earlier === undefined ? {} : { when: isEven });
    }),
  }));
  const answers = fc.dictionary(fc.constantFrom(...names), fc.record({ n: fc.integer({ min: 0, max: 5 }) }));
  const simple = {
    ...environment,
    check: (form: string, given: Answers) => (given[form]?.['n'] === 5 ? [{ code: 'maximum', path: '/n' }] : []),
    hash: ({ form = '' }: { form?: string }, given: Answers) => JSON.stringify(given[form]),
  };
  const states = fc
    .tuple(answers, answers)
    .map(([now, then]) =>
      state(now, { confirmed: Object.fromEntries(Object.entries(then).map(([id, value]) => [id, JSON.stringify(value)])) }),
    );
  const place = (of: CompiledFlow, now: FlowState) => {
    const { step } = position(of, now, simple);
    return step ? of.steps.findIndex(({ id }) => id === step.id) : of.steps.length;
  };

  test('the position is the first incomplete step, and all steps before are complete', () => {
    fc.assert(
      fc.property(flows, states, (of, now) => {
        const { path, step, number } = position(of, now, simple);
        const first = path.find(({ status }) => status !== 'done');
        expect(step?.id).toBe(first?.id);
        expect(path.slice(0, number - 1).every(({ status, open }) => status === 'done' && open)).toBe(true);
        expect(path.slice(number).some(({ open }) => open)).toBe(false);
      }),
    );
  });

  test('removing an answer never moves the position forward', () => {
    fc.assert(
      fc.property(flows, states, fc.constantFrom(...names), (of, now, form) => {
        const { [form]: _gone, ...left } = now.answers;
        expect(place(of, { ...now, answers: left })).toBeLessThanOrEqual(place(of, now));
      }),
    );
  });

  test('evaluating twice gives the same position and changes nothing', () => {
    fc.assert(
      fc.property(flows, states, (of, now) => {
        const before = structuredClone(now);
        expect(position(of, now, simple)).toEqual(position(of, now, simple));
        expect(now).toEqual(before);
      }),
    );
  });

  test('two independent neighbouring steps may swap places', () => {
    fc.assert(
      fc.property(states, fc.nat({ max: 3 }), (now, index) => {
        const steps = names.map((name) => formStep(name));
        const swapped = steps.with(index, steps[index + 1] ?? formStep('')).with(index + 1, steps[index] ?? formStep(''));
        const one = position({ id: 'any', version: 1, steps }, now, simple);
        const other = position({ id: 'any', version: 1, steps: swapped }, now, simple);
        const byId = (path: typeof one.path) => path.map(({ id, status }) => `${id} ${status}`).sort();
        expect(byId(other.path)).toEqual(byId(one.path));
        expect(other.complete).toBe(one.complete);
        expect(other.minutesLeft).toBe(one.minutesLeft);
      }),
    );
  });
});
