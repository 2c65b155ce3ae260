import type { EffectDefinition } from '../../../engine/config/definitions.ts';
import type { LifeCycle } from '../../../engine/config/flow.ts';
import { transition, type LifeCycleEvent } from '../../../engine/flow/lifeCycle.ts';
import type { Area } from '../area.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';

/** Input of an effect: the subject after the transition, and the transaction that wrote it. */
export interface EffectInput<Subject> {
  tx: Tx;
  deps: Deps;
  subject: Subject;
  event: LifeCycleEvent;
  /** A customer, `staff:<id>`, or the part of the system that acted. */
  actor: string;
  /** Id of this event in the subject's history; undefined if no history is kept. */
  eventId: number | undefined;
}

/** An effect that life cycles may use. It writes rows and enqueues jobs, and never calls external services. */
export interface LifeCycleEffect<Subject> extends EffectDefinition {
  run(input: EffectInput<Subject>): Promise<void>;
}

/** Checks and effects as the compiler knows them. */
export const effectDefinitions = (areas: readonly Pick<Area, 'checks' | 'effects'>[]): EffectDefinition[] =>
  areas.flatMap(({ checks = {}, effects = {} }) => [
    ...Object.values(checks).map(definitionOf),
    ...Object.entries(effects).flatMap(([lifeCycle, ofCycle]) => ofCycle.map((effect) => ({ ...definitionOf(effect), lifeCycle }))),
  ]);

const definitionOf = ({ name, description, reads = [], fails = [], events, always }: EffectDefinition): EffectDefinition => ({
  name,
  description,
  reads,
  fails,
  ...(events && { events }),
  ...(always && { always }),
});

export interface Reached {
  state: string;
  /** Whether its owner must finish it before the next one. */
  open: boolean;
}

const reached = ({ states }: LifeCycle, state: string): Reached => ({ state, open: states[state]?.open ?? false });

/** Returns the state in which a new subject starts. */
export async function initialState(release: LoadedRelease, lifeCycleId: string): Promise<Reached> {
  const { lifeCycle } = await release.lifeCycle(lifeCycleId);
  return reached(lifeCycle, lifeCycle.initial);
}

/** Returns where an event leads from a state. Refuses with `conflict` if the release's life cycle does not accept it. */
export async function stepOf(
  release: LoadedRelease,
  lifeCycleId: string,
  state: string,
  event: LifeCycleEvent,
): Promise<Reached & { effects: readonly string[] }> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  const step = transition(lifeCycle, expressions, state, event);
  if (step.refused !== undefined)
    fail('conflict', { detail: `The life cycle ${lifeCycleId} does not accept ${event.name} in the state ${state}.` });
  return { ...reached(lifeCycle, step.to), effects: step.effects };
}

/** Whether a release's life cycle accepts an event in a state. */
export async function takesEvent(release: LoadedRelease, lifeCycleId: string, state: string, event: LifeCycleEvent): Promise<boolean> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  return transition(lifeCycle, expressions, state, event).refused === undefined;
}

/** Runs the effects of a life cycle one after another, in its order. */
export async function runEffects<Subject>(lifeCycleId: string, names: readonly string[], input: EffectInput<Subject>): Promise<void> {
  const known = input.deps.areas.flatMap(({ effects = {} }) => effects[lifeCycleId] ?? []) as readonly LifeCycleEffect<Subject>[];
  for (const name of names) {
    const effect = known.find((each) => each.name === name);
    if (!effect) throw new Error(`effect ${name}: not one of the life cycle ${lifeCycleId} (${known.map((each) => each.name).join(', ')})`);
    await effect.run(input);
  }
}
