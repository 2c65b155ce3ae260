import type { Answers } from '../../../engine/config/definitions.ts';
import { flowEnvironment, type FlowEnvironmentOptions } from '../../../engine/flow/environment.ts';
import { confirmation, position } from '../../../engine/flow/position.ts';
import type { CompiledFlow, CompiledStep, CorrectionRequest, FlowState, Position } from '../../../engine/flow/types.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import { formModule, must, surroundings } from '../form/support.ts';

export const formStep = (id: string, rest: Partial<CompiledStep> = {}): CompiledStep => ({
  id,
  route: `/${id}`,
  kind: 'form',
  form: id,
  minutes: 1,
  ...rest,
});

export const modules: Record<string, FormModule> = {
  person: formModule('person', { name: { type: 'string' }, age: { type: 'integer' }, nick: { type: 'string' } }, ['name', 'age']),
  work: formModule('work', { job: { type: 'string', enum: ['student', 'clerk'] } }, ['job']),
  school: formModule('school', { name: { type: 'string' } }, ['name']),
  photo: formModule('photo', { file: { type: 'string' } }, ['file']),
};

export const flow: CompiledFlow = {
  id: 'joining',
  version: 1,
  steps: [
    formStep('person'),
    formStep('work', { when: ({ person }) => must((person as { age?: number }).age) >= 18 }),
    formStep('school', { when: ({ work }) => must((work as { job?: string }).job) === 'student' }),
    formStep('photo', { until: ({ facts }) => must((facts as { matched?: boolean }).matched) }),
    { id: 'review', route: '/review', kind: 'review', minutes: 0.5 },
  ],
};

export const environment = flowEnvironment({ flow, module: (form) => must(modules[form]), surroundings });

export const state = (answers: Answers = {}, rest: Partial<FlowState> = {}): FlowState => ({
  answers,
  confirmed: {},
  corrections: [],
  facts: {},
  ...rest,
});

/** Confirms the steps on the path in order, as long as nothing is missing or wrong. */
export function confirmAll(given: FlowState, of: CompiledFlow = flow): FlowState {
  let now = given;
  for (let done = 0; done <= of.steps.length; done++) {
    const { step } = position(of, now, environment);
    if (step?.status !== 'unconfirmed') return now;
    now = { ...now, confirmed: { ...now.confirmed, [step.id]: confirmation(of, now, environment, step.id) ?? '' } };
  }
  return now;
}

export const at = (now: FlowState): Position => position(flow, now, environment);
export const statuses = (now: FlowState): string[] => at(now).path.map(({ id, status, open }) => `${id} ${status}${open ? ' open' : ''}`);
export const correction = (form: string, field: string): CorrectionRequest => ({ form, field, reason: 'unclear' });
export const sound: Answers = { person: { name: 'Ana', age: 30 }, work: { job: 'clerk' }, photo: { file: 'f1' } };

/** A flow and its environment in the form of `SaveRules`. */
export const underRules = (flow: CompiledFlow, options: Omit<FlowEnvironmentOptions, 'flow'>) => ({
  flow,
  environment: flowEnvironment({ flow, ...options }),
});
