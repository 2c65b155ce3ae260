import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Instant } from './operation.ts';

/** What a correction changed: answers as the borrower saw them, masked if they are sensitive, and photos. */
export const Change = object({
  id: Type.String({ description: 'Id of the event with which the borrower submitted again.' }),
  at: Instant,
  rows: Type.Array(
    object({ id: Type.String(), label: Type.String(), before: Type.String(), after: Type.String(), masked: Type.Boolean() }),
  ),
  photos: Type.Array(
    object({
      id: Type.String(),
      form: Type.String(),
      field: Type.String(),
      label: Type.String(),
      version: Type.Enum(['before', 'after']),
      event: Type.Optional(Type.String({ description: 'Input of staff.openFile for an earlier version; absent for the current one.' })),
    }),
    { description: 'Before and after, photo by photo.' },
  ),
});
export type Change = Static<typeof Change>;
