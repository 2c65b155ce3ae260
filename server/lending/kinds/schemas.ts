import Type, { type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Day, SchemaRef } from '../../../engine/config/annotations.ts';

/**
 * Schemas that the lending kinds share. Titles and descriptions are for the person who edits the file. `x-unit` is the unit in which a form
 * shows a number.
 */

export const cents = (title: string, description: string, minimum = 0) =>
  Type.Integer({ title, description: `${description} In centavos: 5000 is ₱50.`, minimum, maximum: 1_000_000_000, 'x-unit': 'cents' });

export const ppm = (title: string, description: string, maximum = 10_000_000) =>
  Type.Integer({ title, description: `${description} In parts per million: 10000 is 1 %.`, minimum: 0, maximum, 'x-unit': 'ppm' });

export const days = (title: string, description: string, minimum = 0, maximum = 3650) =>
  Type.Integer({ title, description, minimum, maximum, 'x-unit': 'days' });

/** Borrowers forget a notice sent earlier than this. The bound also catches values typed in hours or weeks. */
export const noticeDays = 14;

export const day = (title: string, description: string) => Day({ title, description: `${description} YYYY-MM-DD.` });

/** An upper bound that must not be below the property `lower`. */
export const notBelow = <Bound extends TSchema>(lower: string, bound: Bound): Bound => ({ ...bound, 'x-not-below': lower });

/** The schema of a configuration file. It is closed, so that misspelt names are found. */
export const file = <Properties extends Record<string, TSchema>>(title: string, description: string, properties: Properties) =>
  object({ $schema: SchemaRef, $comment: Type.Optional(Type.String()), ...properties }, { title, description });
