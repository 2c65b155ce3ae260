import type { LifeCycle } from '../config/flow.ts';
import { judge, type Report } from '../form/context.ts';
import type { Context } from '../form/types.ts';
import { conditionOf, type Expressions } from './load.ts';

/** An event. Expressions read its values as `event.<name>`. */
export interface LifeCycleEvent {
  name: string;
  [value: string]: unknown;
}

export type Transition =
  | { refused?: undefined; from: string; to: string; effects: readonly string[] }
  | { refused: 'unknownState' | 'unknownEvent' | 'condition'; from: string };

/**
 * Returns the next state and the ordered effects of an event, or the reason why nothing happens. Pure: the caller writes the state
 * and the effects in one transaction. A condition that reads an absent value or fails with an error refuses the event.
 */
export function transition(
  lifeCycle: LifeCycle,
  expressions: Expressions,
  from: string,
  event: LifeCycleEvent | string,
  context: Context = {},
  report?: Report,
): Transition {
  const happened = typeof event === 'string' ? { name: event } : event;
  if (!Object.hasOwn(lifeCycle.states, from)) return { refused: 'unknownState', from };
  const events = lifeCycle.states[from]?.on ?? {};
  const arrow = Object.hasOwn(events, happened.name) ? events[happened.name] : undefined;
  if (!arrow) return { refused: 'unknownEvent', from };
  const where = `${lifeCycle.id}.${from}.${happened.name} when`;
  const holds = !arrow.when || judge(conditionOf(arrow.when, expressions), { ...context, event: happened }, where, report) === 'yes';
  return holds ? { from, to: arrow.to, effects: arrow.effects ?? [] } : { refused: 'condition', from };
}
