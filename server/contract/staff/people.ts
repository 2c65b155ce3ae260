import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { Id, Instant, none, Reason, staffRoles, type StaffOperation } from './operation.ts';

const Name = Type.String({ pattern: '^[a-z][a-z0-9._-]{1,39}$', description: 'Login name.' });
const Password = Type.String({ minLength: 12, maxLength: 200 });

export const Person = Type.Object(
  { id: Type.String(), name: Type.String(), role: Type.Enum([...staffRoles]), disabled: Type.Boolean(), createdAt: Instant },
  closed,
);
export type Person = Static<typeof Person>;

/** Staff accounts and sessions. */
export const peopleOperations = {
  'staff.login': {
    id: 'staff.login',
    method: 'POST',
    path: '/api/staff/sessions',
    noCheck: true,
    roles: staffRoles,
    input: Type.Object({ name: Name, password: Type.String({ maxLength: 200 }), code: Type.String({ pattern: '^[0-9]{6}$' }) }, closed),
    output: Type.Object({ token: Type.String(), person: Person, expiresAt: Instant }, closed),
  },
  'staff.logout': { id: 'staff.logout', method: 'DELETE', path: '/api/staff/session', roles: staffRoles, input: none, output: none },
  'staff.me': { id: 'staff.me', method: 'GET', path: '/api/staff/session', roles: staffRoles, input: none, output: Person },
  'staff.people': {
    id: 'staff.people',
    method: 'GET',
    path: '/api/staff/people',
    roles: ['admin'],
    input: none,
    output: Type.Object({ people: Type.Array(Person) }, closed),
  },
  'staff.addPerson': {
    id: 'staff.addPerson',
    method: 'POST',
    path: '/api/staff/people',
    roles: ['admin'],
    input: Type.Object({ name: Name, role: Type.Enum([...staffRoles]), password: Password }, closed),
    output: Type.Object(
      { person: Person, totpAddress: Type.String({ description: 'otpauth: URL of the second factor. Shown once.' }) },
      closed,
    ),
  },
  'staff.disablePerson': {
    id: 'staff.disablePerson',
    method: 'DELETE',
    path: '/api/staff/people/:id',
    roles: ['admin'],
    input: Type.Object({ id: Id }, closed),
    output: Person,
  },
  'staff.unlockPerson': {
    id: 'staff.unlockPerson',
    method: 'POST',
    path: '/api/staff/people/:id/unlock',
    roles: ['admin'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: Person,
  },
} as const satisfies Record<string, StaffOperation>;
