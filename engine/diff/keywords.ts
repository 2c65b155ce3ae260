import type { PropertySchema } from '../config/form.ts';
import type { Direction } from './types.ts';

/** Whether a higher value of each bound accepts less. */
const bounds = {
  minLength: 'floor',
  minimum: 'floor',
  exclusiveMinimum: 'floor',
  minItems: 'floor',
  maxLength: 'ceiling',
  maximum: 'ceiling',
  exclusiveMaximum: 'ceiling',
  maxItems: 'ceiling',
} as const;

export type Bound = keyof typeof bounds;
export const boundNames = Object.keys(bounds) as Bound[];

/** Returns the direction in which a bound moved, or undefined if it did not. */
export function directionOf(bound: Bound, was: number | undefined, now: number | undefined): Direction | undefined {
  if (was === now) return undefined;
  if (was === undefined) return 'tightened';
  if (now === undefined) return 'loosened';
  return now > was === (bounds[bound] === 'floor') ? 'tightened' : 'loosened';
}

/** A multiple of the old step accepts less. */
export function stepDirection(was: number | undefined, now: number | undefined): Direction | undefined {
  if (was === now) return undefined;
  if (was === undefined) return 'tightened';
  if (now === undefined) return 'loosened';
  return now % was === 0 ? 'tightened' : was % now === 0 ? 'loosened' : 'changed';
}

/** Every whole number is a number. */
export const isWidened = (was: PropertySchema['type'], now: PropertySchema['type']): boolean => was === 'integer' && now === 'number';
