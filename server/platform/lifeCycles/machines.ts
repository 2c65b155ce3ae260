import type { EffectDefinition } from '../../../engine/config/definitions.ts';
import type { LifeCycle } from '../../../engine/config/flow.ts';
import { transition, type LifeCycleEvent } from '../../../engine/flow/lifeCycle.ts';
import type { Area } from '../area.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';

/** What an effect is given: the subject as it is after the transition, in the transaction that wrote it. */
export interface EffectInput<Subject> {
  tx: Tx;
  deps: Deps;
  subject: Subject;
  event: LifeCycleEvent;
  /** A customer, `staff:<id>`, or the part of the system that acted. */
  actor: string;
  /** Names this event in the subject's history; undefined where none is kept. */
  eventId: number | undefined;
}

/** An effect that life cycles name. It writes rows and enqueues jobs; it never calls out. */
export interface LifeCycleEffect<Subject> extends EffectDefinition {
  run(input: EffectInput<Subject>): Promise<void>;
}

/** What the compiler knows of checks and effects. */
export const effectDefinitions = (areas: readonly Pick<Area, 'checks' | 'effects'>[]): EffectDefinition[] =>
  areas
    .flatMap(({ checks = {}, effects = {} }) => [...Object.values(checks), ...Object.values(effects).flat()])
    .map(({ name, description, reads = [], fails = [] }) => ({ name, description, reads, fails }));

export interface Reached {
  state: string;
  /** Whether the owner has to finish it before the next one. */
  open: boolean;
}

const reached = ({ states }: LifeCycle, state: string): Reached => ({ state, open: states[state]?.open ?? false });

/** Where what is new begins. */
export async function initialState(release: LoadedRelease, lifeCycleId: string): Promise<Reached> {
  const { lifeCycle } = await release.lifeCycle(lifeCycleId);
  return reached(lifeCycle, lifeCycle.initial);
}

/** Where an event leads from a state, by the life cycle of a release. Refuses with `conflict` what that does not take. */
export async function stepOf(
  release: LoadedRelease,
  lifeCycleId: string,
  state: string,
  event: LifeCycleEvent,
): Promise<Reached & { effects: readonly string[] }> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  const step = transition(lifeCycle, expressions, state, event);
  if (step.refused !== undefined) fail('conflict', { detail: `The life cycle ${lifeCycleId} does not take ${event.name} in ${state}.` });
  return { ...reached(lifeCycle, step.to), effects: step.effects };
}

/** Whether the life cycle of a release takes an event in a state. */
export async function takesEvent(release: LoadedRelease, lifeCycleId: string, state: string, event: LifeCycleEvent): Promise<boolean> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  return transition(lifeCycle, expressions, state, event).refused === undefined;
}

/** Runs the effects that a life cycle names, one after another in its order. */
export async function runEffects<Subject>(lifeCycleId: string, names: readonly string[], input: EffectInput<Subject>): Promise<void> {
  const known = input.deps.areas.flatMap(({ effects = {} }) => effects[lifeCycleId] ?? []) as readonly LifeCycleEffect<Subject>[];
  for (const name of names) {
    const effect = known.find((each) => each.name === name);
    if (!effect) throw new Error(`effect ${name}: not one of the life cycle ${lifeCycleId} (${known.map((each) => each.name).join(', ')})`);
    await effect.run(input);
  }
}
