import Type from 'typebox';
import { object } from '../../engine/config/object.ts';

/** Amounts in the API are integer centavos, days are calendar days (YYYY-MM-DD), rates are parts per million. */
export const Cents = (description?: string) => Type.Integer(description === undefined ? {} : { description });
export const Day = (description?: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...(description === undefined ? {} : { description }) });
export const Instant = (description?: string) => Type.String(description === undefined ? {} : { description });

export const Id = Type.String({ minLength: 1, maxLength: 64 });
/** Input or output of an operation that has none. */
export const none = object({});
