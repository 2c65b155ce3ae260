import { expect, test } from 'vitest';
import { submitStep } from '../../../engine/flow/save.ts';
import type { FlowState } from '../../../engine/flow/types.ts';
import type { Expression } from '../../../engine/form/types.ts';
import { flowRules } from '../../../server/platform/flows/rules.ts';
import type { LoadedForm, LoadedRelease } from '../../../server/platform/release/types.ts';
import { formStep, modules, state } from '../../engine/flow/support.ts';

/** A flow whose only condition counts how often it runs and reads a fact. */
async function countingRules() {
  let runs = 0;
  const when: Expression<boolean> = ({ facts }) => {
    runs += 1;
    return (facts as Record<string, unknown>)['adult'] === true;
  };
  const definition = { schema: { id: 'person', type: 'object', properties: { name: {}, age: {}, nick: {} } } };
  const release = {
    flow: async () => ({ id: 'joining', version: 1, steps: [formStep('person', { when })] }),
    form: async () => ({ module: modules['person'], definition }) as unknown as LoadedForm,
    carryOverExpressions: async () => ({}),
    manifest: { settings: { constants: {}, features: {} } },
  } as unknown as LoadedRelease;
  const rules = await flowRules(release, 'joining', { session: {}, today: '2026-01-01', digest: (text) => text, report: () => {} });
  return { rules, runs: () => runs };
}

test('the position of a state is computed once, also for a save', async () => {
  const { rules, runs } = await countingRules();
  const draft = state({}, { facts: { adult: true } });
  const first = rules.position(draft);
  expect(first.step?.id).toBe('person');
  expect(rules.position(draft)).toBe(first);
  const submitted = { step: 'person', answers: { name: 'Ana', age: 30 }, kept: [] };
  expect(submitStep(rules, draft, submitted)).toMatchObject({ is: 'accepted', step: { id: 'person' } });
  expect(runs()).toBe(1);
});

test('a changed state has its own position', async () => {
  const { rules, runs } = await countingRules();
  const draft: FlowState = state({}, { facts: { adult: true } });
  expect(rules.position(draft).total).toBe(1);
  expect(rules.position({ ...draft, facts: {} }).total).toBe(0);
  expect(rules.position(draft).total).toBe(1);
  expect(runs()).toBe(2);
});
