import { itemParameter, stepOf } from './instances.ts';
import type { CompiledFlow, Position, StepView } from './types.ts';

const withoutQuery = (route: string) => route.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');

/** Returns the route of a screen with its parameters filled in. An alias has the same parameters. */
export const routeWith = (route: string, params: Readonly<Record<string, string>>): string =>
  Object.entries(params).reduce((filled, [name, value]) => filled.replace(`:${name}`, () => value), route);

/** Returns the step on the path with this route. */
export function stepAt(position: Position, route: string): StepView | undefined {
  const path = withoutQuery(route);
  return position.path.find((step) => withoutQuery(step.route) === path);
}

/** Whether people can skip this step of the flow. */
export const isOptional = (flow: CompiledFlow, stepId: string): boolean => stepOf(flow, stepId)?.optional === true;

/** Returns the route to redirect to, or undefined if `route` is allowed. Routes that are not a step of the flow are always allowed. */
export function guard(flow: CompiledFlow, position: Position, route: string): string | undefined {
  if (!flow.steps.some((step) => isStepAt(step.route, route))) return undefined;
  if (stepAt(position, route)?.open) return undefined;
  return (position.step ?? position.path.at(-1))?.route;
}

/** Whether a route belongs to a step, for any item. */
export function isStepAt(step: string, route: string): boolean {
  const given = withoutQuery(route).split('/');
  const segments = withoutQuery(step).split('/');
  return segments.length === given.length && segments.every((segment, index) => segment === given[index] || segment === itemParameter);
}

/** Returns the open step before this one on the path. */
export function previousStep(position: Position, stepId: string): StepView | undefined {
  return position.path.slice(0, indexOf(position, stepId)).findLast(({ open }) => open);
}

/** Returns the open step after this one on the path. */
export function nextStep(position: Position, stepId: string): StepView | undefined {
  return position.path.slice(indexOf(position, stepId) + 1).find(({ open }) => open);
}

function indexOf(position: Position, stepId: string): number {
  const index = position.path.findIndex(({ id }) => id === stepId);
  return index < 0 ? position.path.length : index;
}
