import { describe, expect, test } from 'vitest';
import { loadFlow } from '../../../engine/flow/load.ts';
import { guard, nextStep, previousStep, stepAt } from '../../../engine/flow/places.ts';
import { at, confirmAll, correction, flow, sound, state } from './support.ts';

const half = at(confirmAll(state({ person: sound['person'] ?? {} })));
const done = confirmAll(state(sound, { facts: { matched: true } }));

describe('a deep link', () => {
  test('to an open step stays there', () => {
    expect(guard(flow, half, '/person')).toBeUndefined();
    expect(guard(flow, half, '/work?from=mail')).toBeUndefined();
  });

  test('beyond the position leads to the position', () => {
    expect(guard(flow, half, '/review')).toBe('/work');
    expect(guard(flow, half, '/photo/')).toBe('/work');
  });

  test('to a step off the path leads to the position, or to the end', () => {
    expect(guard(flow, half, '/school')).toBe('/work');
    expect(guard(flow, at(done), '/school')).toBe('/review');
  });

  test('to a closed step of a send-back leads to the correction', () => {
    expect(guard(flow, at({ ...done, corrections: [correction('photo', 'file')] }), '/person')).toBe('/photo');
  });

  test('to a page outside the flow is ignored', () => {
    expect(guard(flow, half, '/bankName')).toBeUndefined();
  });
});

describe('back and forth', () => {
  test('go along the open steps of the path', () => {
    expect(stepAt(half, '/work?x=1')?.id).toBe('work');
    expect(previousStep(half, 'work')?.id).toBe('person');
    expect(previousStep(half, 'person')).toBeUndefined();
    expect(nextStep(half, 'person')?.id).toBe('work');
    expect(nextStep(half, 'work')).toBeUndefined();
  });

  test('skip steps closed by a send-back', () => {
    const sent = at({ ...done, corrections: [correction('photo', 'file')] });
    expect(previousStep(sent, 'photo')).toBeUndefined();
  });
});

describe('loading a flow', () => {
  const definition = { id: 'f', version: 1, steps: [{ id: 'a', route: '/a', form: 'a', when: 'session.x == 1' }] };

  test('takes conditions from the compiled module by source', () => {
    const loaded = loadFlow(definition, { 'session.x == 1': () => true });
    expect(loaded.steps[0]).toMatchObject({ id: 'a', kind: 'form', form: 'a', minutes: 0.5 });
    expect(loaded.steps[0]?.when?.({})).toBe(true);
  });

  test('refuses a module of another release', () => {
    expect(() => loadFlow(definition, {})).toThrow('No expression for: session.x == 1');
  });
});
