import type { PropertySchema } from '../config/form.ts';
import type { Direction } from './types.ts';

/** Bounds of a schema: whether more of it lets less through. */
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

/** Which way a bound went; undefined where it stayed. */
export function directionOf(bound: Bound, was: number | undefined, now: number | undefined): Direction | undefined {
  if (was === now) return undefined;
  if (was === undefined) return 'tightened';
  if (now === undefined) return 'loosened';
  return now > was === (bounds[bound] === 'floor') ? 'tightened' : 'loosened';
}

/** Multiples of a multiple are fewer. */
export function stepDirection(was: number | undefined, now: number | undefined): Direction | undefined {
  if (was === now) return undefined;
  if (was === undefined) return 'tightened';
  if (now === undefined) return 'loosened';
  return now % was === 0 ? 'tightened' : was % now === 0 ? 'loosened' : 'changed';
}

/** Every whole number is a number. */
export const isWidened = (was: PropertySchema['type'], now: PropertySchema['type']): boolean => was === 'integer' && now === 'number';
