import Type from 'typebox';
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
