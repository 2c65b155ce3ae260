import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, none, Reason, staffRoles, type WrittenStaffOperation } from './operation.ts';

export const Name = Type.String({ pattern: '^[a-z][a-z0-9._-]{1,39}$', description: 'Login name.' });
export const Password = Type.String({ minLength: 12, maxLength: 200 });

export const Person = object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum([...staffRoles]),
  disabled: Type.Boolean(),
  emergency: Type.Optional(Type.Literal(true, { description: 'The one account that still logs in here under STAFF_OIDC_ONLY.' })),
  createdAt: Instant,
});
export type Person = Static<typeof Person>;

const PersonPage = object({
  ...Person.properties,
  enrols: Type.Boolean({ description: 'Has no login: an admin can make an enrolment link.' }),
});
export type PersonPage = Static<typeof PersonPage>;

const Credentials = object({ name: Name, password: Type.String({ maxLength: 200 }), code: Type.String({ pattern: '^[0-9]{6}$' }) });
export const Begun = object({ token: Type.String(), person: Person, expiresAt: Instant });

/** Session operations that the browser runtime (src/app) calls in every application, with the responses of a staff application. */
export const staffSession = operationsOf({
  'auth.session': {
    route: 'GET /api/staff/browser-session',
    about: 'self',
    input: none,
    output: object({ person: Person, operations: Type.Array(Type.String(), { description: 'Ids of what the person may call.' }) }),
  },
  'auth.logout': { route: 'DELETE /api/staff/browser-session', about: 'self', input: none, output: none },
} as const satisfies Record<string, WrittenStaffOperation>);

/** Staff accounts and sessions. */
export const peopleOperations = operationsOf({
  'staff.login': {
    route: 'POST /api/staff/sessions',
    noCheck: true,
    about: 'self',
    input: Credentials,
    output: Begun,
  },
  /** Logs a browser in. The session also requires the cookie that this sets. */
  'staff.enter': { route: 'POST /api/staff/browser-sessions', noCheck: true, about: 'self', input: Credentials, output: Begun },
  'staff.logout': { route: 'DELETE /api/staff/session', about: 'self', input: none, output: none },
  'staff.me': { route: 'GET /api/staff/session', about: 'self', input: none, output: Person },
  /** The table of roles (flows/roles.json). */
  'staff.roles': {
    route: 'GET /api/staff/roles',
    about: 'people',
    input: none,
    output: object({
      rights: Type.Array(object({ right: Type.String(), operations: Type.Array(Type.String()), roles: Type.Array(Type.String()) })),
    }),
  },
  'staff.people': { route: 'GET /api/staff/people', about: 'people', input: none, output: object({ people: Type.Array(Person) }) },
  'staff.person': { route: 'GET /api/staff/people/:id', about: 'people', input: object({ id: Id }), output: PersonPage },
  'staff.disablePerson': { route: 'DELETE /api/staff/people/:id', about: 'people', fresh: true, input: object({ id: Id }), output: Person },
  'staff.unlockPerson': {
    route: 'POST /api/staff/people/:id/unlock',
    about: 'people',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: Person,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
