import Type, { type Static } from 'typebox';
import { Correction } from 'hakbang/server';
import { object } from 'hakbang/engine';
import { operationsOf, platformOperations, platformStaffOperations } from 'hakbang/registry';

export const ClaimView = object({
  state: Type.Enum(['none', 'draft', 'review', 'referred', 'sentBack', 'approved', 'declined']),
  id: Type.Optional(Type.String()),
  submittedAt: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String({ description: 'Key of the reason for a refusal or a send-back.' })),
  corrections: Type.Array(Correction),
  resumeRoute: Type.Optional(Type.String({ description: 'Route where the customer continues a draft or a send-back.' })),
});
export type ClaimView = Static<typeof ClaimView>;

const none = object({});

export const claimOperations = operationsOf({
  'claims.submit': { route: 'POST /api/claims', repeatable: true, input: none, output: ClaimView },
  'claims.current': { route: 'GET /api/claims/current', input: none, output: ClaimView },
});

/** Every operation of the API. */
export const operations = { ...platformOperations, ...claimOperations };

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Summary = object({ id: Type.String(), state: Type.String(), submittedAt: Type.String() });

export const claimStaffOperations = operationsOf({
  'staff.claims': {
    route: 'GET /api/staff/claims',
    about: 'customers',
    input: object({ state: Type.Optional(Id) }),
    output: object({ claims: Type.Array(Summary) }),
  },
  'staff.decideClaim': {
    route: 'POST /api/staff/claims/:id/decision',
    about: 'customers',
    input: object({ id: Id, decision: Type.Enum(['approved', 'declined']), reason: Type.Optional(Id) }),
    output: object({ state: Type.String() }),
  },
  'staff.sendBackClaim': {
    route: 'POST /api/staff/claims/:id/corrections',
    about: 'customers',
    input: object({ id: Id, corrections: Type.Array(Correction, { minItems: 1, maxItems: 20 }) }),
    output: object({ state: Type.String() }),
  },
});

/** Every operation of staff. */
export const staffOperations = { ...platformStaffOperations, ...claimStaffOperations };
