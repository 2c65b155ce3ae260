import type { EffectDefinition } from '../../../engine/config/definitions.ts';
import { transition, type LifeCycleEvent } from '../../../engine/flow/lifeCycle.ts';
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
  /** `borrower`, `staff:<id>`, or the part of the system that acted. */
  actor: string;
}

/** An effect that life cycles name. It writes rows and enqueues jobs; it never calls out. */
export interface LifeCycleEffect<Subject> extends EffectDefinition {
  run(input: EffectInput<Subject>): Promise<void>;
}

export type EffectsByName<Subject> = Readonly<Record<string, LifeCycleEffect<Subject>>>;

/** Puts effects into the registry by name; one given twice throws. */
export function effectsByName<Subject>(list: readonly LifeCycleEffect<Subject>[]): EffectsByName<Subject> {
  const byName = Object.fromEntries(list.map((effect) => [effect.name, effect]));
  if (Object.keys(byName).length < list.length)
    throw new Error(`effects: a name is given twice in ${list.map(({ name }) => name).join(', ')}`);
  return byName;
}

/** What the compiler needs to know of effects. */
export const effectDefinitions = (effects: Readonly<Record<string, EffectDefinition>>): Record<string, EffectDefinition> =>
  Object.fromEntries(
    Object.values(effects).map(({ name, description, reads = [], fails = [] }) => [name, { name, description, reads, fails }]),
  );

/** Where an event leads from a state, by the life cycle of a release. Refuses with `conflict` what that does not take. */
export async function stepOf(
  release: LoadedRelease,
  lifeCycleId: string,
  state: string,
  event: LifeCycleEvent,
): Promise<{ to: string; effects: readonly string[] }> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  const step = transition(lifeCycle, expressions, state, event);
  if (step.refused !== undefined) fail('conflict', { detail: `The life cycle ${lifeCycleId} does not take ${event.name} in ${state}.` });
  return step;
}

/** Whether the life cycle of a release takes an event in a state. */
export async function takesEvent(release: LoadedRelease, lifeCycleId: string, state: string, event: LifeCycleEvent): Promise<boolean> {
  const { lifeCycle, expressions } = await release.lifeCycle(lifeCycleId);
  return transition(lifeCycle, expressions, state, event).refused === undefined;
}

/** Runs effects one after another, in the order in which the life cycle names them. */
export async function runEffects<Subject>(
  effects: EffectsByName<Subject>,
  names: readonly string[],
  input: EffectInput<Subject>,
): Promise<void> {
  for (const name of names) {
    const effect = Object.hasOwn(effects, name) ? effects[name] : undefined;
    if (!effect) throw new Error(`effect ${name}: not one of this life cycle (${Object.keys(effects).join(', ')})`);
    await effect.run(input);
  }
}
