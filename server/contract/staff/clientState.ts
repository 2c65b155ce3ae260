import Type, { type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Person } from './people.ts';

/** The state that a staff application stores about a login. Any value may be absent. */
export const StaffClientState = object(
  {
    person: Type.Optional(Person),
    operations: Type.Optional(Type.Array(Type.String(), { description: 'What the person may call.' })),
    language: Type.Optional(Type.String()),
    returnTo: Type.Optional(Type.String({ description: 'Path of our own to which the next login leads.' })),
    publicData: Type.Optional(object({ customerId: Type.Optional(Type.String()), token: Type.Optional(Type.String()) })),
  },
  { title: 'Session' },
);

/** The schema of the session for conditions, which may only ask for operations that exist. */
export const staffSessionSchema = (operations: Readonly<Record<string, unknown>>, more: Readonly<Record<string, TSchema>> = {}) => {
  const operation = Type.Unsafe<string>({ type: 'string', enum: Object.keys(operations) });
  return object({ ...StaffClientState.properties, operations: Type.Optional(Type.Array(operation)), ...more }, { title: 'Session' });
};
