import Type from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Begun } from './people.ts';
import { Id, Instant, none, Reason, type WrittenStaffOperation } from './operation.ts';

/** Logins through an OpenID Connect provider (STAFF_OIDC_ISSUER), and the identities that staff have there. */
export const identityOperations = operationsOf({
  /** The login methods that the login page offers. */
  'staff.loginWays': {
    route: 'GET /api/staff/login-ways',
    noCheck: true,
    about: 'self',
    input: none,
    output: object({
      local: Type.Boolean({ description: 'Everybody may log in by a factor of ours; otherwise only the emergency account.' }),
      provider: Type.Optional(Type.String({ description: 'Name of the provider. Absent if there is none.' })),
    }),
  },
  /**
   * Starts a login at the provider. The browser comes back to `returnTo` with ?outcome=admitted, unknown, cancelled, refused or
   * unavailable.
   */
  'staff.beginLogin': {
    route: 'POST /api/staff/login-attempts',
    noCheck: true,
    about: 'self',
    input: object({ returnTo: Type.String({ pattern: '^(/[A-Za-z0-9_-]+){1,4}$', maxLength: 100, description: 'Path of ours.' }) }),
    output: object({ url: Type.String() }),
  },
  /** Begins a session for the person that the provider identified in this browser. */
  'staff.enterAdmitted': { route: 'POST /api/staff/provider-sessions', noCheck: true, about: 'self', input: none, output: Begun },
  'staff.identity': {
    route: 'GET /api/staff/people/:id/identity',
    about: 'people',
    input: object({ id: Id }),
    output: object({
      linked: Type.Optional(
        object({
          issuer: Type.String(),
          identity: Type.String({ description: 'E-mail address or subject, as an admin entered it.' }),
          linkedAt: Instant,
          lastUsedAt: Type.Optional(Instant),
        }),
      ),
    }),
  },
  /** Takes effect after another admin approves it. Replaces any earlier identity. */
  'staff.linkIdentity': {
    route: 'PUT /api/staff/people/:id/identity',
    about: 'people',
    fresh: true,
    input: object({
      id: Id,
      identity: Type.String({
        pattern: '^\\S+$',
        maxLength: 254,
        description: 'Verified e-mail address (with @), or the subject that the provider gives the person.',
      }),
      reason: Reason,
    }),
    output: object({ id: Type.String() }),
  },
  'staff.unlinkIdentity': {
    route: 'POST /api/staff/people/:id/identity/removal',
    about: 'people',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: object({ id: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
