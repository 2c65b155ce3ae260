import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Begun, Name, Password } from './people.ts';
import { Id, Instant, none, Reason, type WrittenStaffOperation } from './operation.ts';

export const Code = Type.String({ pattern: '^[0-9]{6}$', description: 'Current code of the authenticator app.' });
const confirmed = object({ freshUntil: Instant });

const Base64url = Type.String({ maxLength: 8000, pattern: '^[A-Za-z0-9_-]*$' });
const credential = {
  id: Base64url,
  rawId: Base64url,
  type: Type.Enum(['public-key']),
  clientExtensionResults: object({}, { description: 'Required by WebAuthn. We ask for no extension.' }),
};

/**
 * An authenticator's response when a passkey is created (PublicKeyCredential.toJSON, WebAuthn §5.1), without the members that we do not
 * read.
 */
export const PasskeyMade = object({
  ...credential,
  response: object({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});
export type PasskeyMade = Static<typeof PasskeyMade>;

/** An authenticator's response when a passkey is used. */
export const PasskeyUsed = object({
  ...credential,
  response: object({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
    userHandle: Type.Optional(Base64url),
  }),
});
export type PasskeyUsed = Static<typeof PasskeyUsed>;

const RecoveryCode = Type.String({
  pattern: '^[A-Za-z2-7]{4}([ -]?[A-Za-z2-7]{4}){3}$',
  maxLength: 19,
  description: 'A recovery code. Each works once.',
});
const PasskeyId = Type.String({ maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$' });
const PasskeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Passkey = object({ id: Type.String(), name: Type.String(), createdAt: Instant, lastUsedAt: Type.Optional(Instant) });
const Factors = object({
  hasCode: Type.Boolean({ description: 'An authenticator app gives codes.' }),
  passkeys: Type.Array(Passkey, { description: 'Oldest first.' }),
  recoveryCodes: Type.Integer({ description: 'Recovery codes that were not used.' }),
});
export type Factors = Static<typeof Factors>;
const ceremony = object({
  options: Type.Record(Type.String(), Type.Unknown(), { description: 'Options of the browser, with a challenge.' }),
});

/** Second factors and passwords of staff. */
export const factorOperations = operationsOf({
  /** Makes the session fresh. Operations marked `fresh` refuse with `freshCodeRequired` without it. */
  'staff.confirmCode': {
    route: 'POST /api/staff/session/codes',
    about: 'self',
    input: object({ code: Code }),
    output: confirmed,
    cures: ['freshCodeRequired'],
  },
  'staff.factors': { route: 'GET /api/staff/session/factors', about: 'self', input: none, output: Factors },
  /** A challenge for `staff.enterPasskey`. */
  'staff.passkeyChallenge': {
    route: 'POST /api/staff/passkey-challenges',
    noCheck: true,
    about: 'self',
    input: none,
    output: ceremony,
  },
  /** Logs a browser in with a passkey, either alone or as the second factor after name and password. */
  'staff.enterPasskey': {
    route: 'POST /api/staff/passkey-sessions',
    noCheck: true,
    about: 'self',
    input: object({ name: Type.Optional(Name), password: Type.Optional(Type.String({ maxLength: 200 })), passkey: PasskeyUsed }),
    output: Begun,
  },
  /** Logs a browser in with a recovery code in place of a lost second factor. */
  'staff.enterRecovery': {
    route: 'POST /api/staff/recovery-sessions',
    noCheck: true,
    about: 'self',
    input: object({ name: Name, password: Type.String({ maxLength: 200 }), recoveryCode: RecoveryCode }),
    output: Begun,
  },
  /** Continues after `staff.enrol`, with the password chosen there. The session may only enrol a factor. */
  'staff.enterToEnrol': {
    route: 'POST /api/staff/enrolment-sessions',
    noCheck: true,
    about: 'self',
    input: object({ name: Name, password: Type.String({ maxLength: 200 }) }),
    output: Begun,
  },
  /** Takes effect after another admin approves it. */
  'staff.resetFactors': {
    route: 'POST /api/staff/people/:id/factors/reset',
    about: 'people',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: object({ id: Type.String() }),
  },
  /** A new secret for an authenticator app. It replaces the earlier one when `staff.addAuthenticator` confirms it. */
  'staff.newAuthenticator': {
    route: 'POST /api/staff/session/new-authenticators',
    about: 'self',
    fresh: true,
    input: none,
    output: object({
      totpAddress: Type.String({ description: 'otpauth: URL. Shown once.' }),
      secret: Type.String({ description: 'The secret in it, to type.' }),
    }),
  },
  'staff.addAuthenticator': {
    route: 'POST /api/staff/session/authenticators',
    about: 'self',
    fresh: true,
    input: object({ code: Code }),
    output: confirmed,
  },
  /** Changes the caller's own password and ends all other sessions. Refuses with `passwordIncorrect` if the current one is wrong. */
  'staff.changePassword': {
    route: 'PUT /api/staff/session/password',
    about: 'self',
    fresh: true,
    input: object({ currentPassword: Type.String({ maxLength: 200 }), newPassword: Password }),
    output: object({ id: Type.String() }),
  },
  /** Creates ten new recovery codes. Earlier codes stop working. */
  'staff.newRecoveryCodes': {
    route: 'POST /api/staff/session/recovery-codes',
    about: 'self',
    fresh: true,
    input: none,
    output: object({ codes: Type.Array(Type.String(), { description: 'Shown once.' }) }),
  },
  /** A challenge for `staff.confirmPasskey`. */
  'staff.confirmChallenge': { route: 'POST /api/staff/session/passkey-challenges', about: 'self', input: none, output: ceremony },
  /** Makes the session fresh, like `staff.confirmCode`. */
  'staff.confirmPasskey': {
    route: 'POST /api/staff/session/passkey-uses',
    about: 'self',
    input: object({ passkey: PasskeyUsed }),
    output: confirmed,
    cures: ['freshCodeRequired'],
  },
  /** A challenge for `staff.addPasskey`. */
  'staff.newPasskey': {
    route: 'POST /api/staff/session/new-passkeys',
    about: 'self',
    fresh: true,
    input: none,
    output: ceremony,
  },
  'staff.addPasskey': {
    route: 'POST /api/staff/session/passkeys',
    about: 'self',
    fresh: true,
    input: object({ name: PasskeyName, passkey: PasskeyMade }),
    output: object({ id: Type.String() }),
  },
  'staff.renamePasskey': {
    route: 'PUT /api/staff/session/passkeys/:id',
    about: 'self',
    input: object({ id: PasskeyId, name: PasskeyName }),
    output: object({ id: Type.String() }),
  },
  /** Refuses with `lastFactor` if the person could no longer log in without it. */
  'staff.removePasskey': {
    route: 'DELETE /api/staff/session/passkeys/:id',
    about: 'self',
    fresh: true,
    input: object({ id: PasskeyId }),
    output: object({ id: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
