import Type, { type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Day, SchemaRef } from '../../../engine/config/annotations.ts';

/**
 * What the lending kinds have in common. Titles and descriptions are what a person who edits the file reads, and `x-unit` tells a form in which
 * unit to show a number.
 */

export const cents = (title: string, description: string, minimum = 0) =>
  Type.Integer({ title, description: `${description} In centavos: 5000 is ₱50.`, minimum, maximum: 1_000_000_000, 'x-unit': 'cents' });

export const ppm = (title: string, description: string, maximum = 10_000_000) =>
  Type.Integer({ title, description: `${description} In parts per million: 10000 is 1 %.`, minimum: 0, maximum, 'x-unit': 'ppm' });

export const days = (title: string, description: string, minimum = 0, maximum = 3650) =>
  Type.Integer({ title, description, minimum, maximum, 'x-unit': 'days' });

/** Nobody remembers an earlier notice. Who types hours or weeks breaks the bound. */
export const noticeDays = 14;

export const day = (title: string, description: string) => Day({ title, description: `${description} YYYY-MM-DD.` });

/** An upper bound. The property `lower` holds the lower one. */
export const notBelow = <Bound extends TSchema>(lower: string, bound: Bound): Bound => ({ ...bound, 'x-not-below': lower });

/** A configuration file. It is a closed schema, so that misspelt names are found. */
export const file = <Properties extends Record<string, TSchema>>(title: string, description: string, properties: Properties) =>
  object({ $schema: SchemaRef, $comment: Type.Optional(Type.String()), ...properties }, { title, description });
