import Type from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { lendingOperations } from './lendingOperations.ts';
import { advanceOperations } from './advanceOperations.ts';
import { documentOperations } from './documents.ts';
import { flowOperations } from './flowOperations.ts';
import { messageOperations } from './messages.ts';
import { serviceOperations } from './serviceOperations.ts';
import {
  ApplicationView,
  Boot,
  CustomerFacts,
  FlowSnapshot,
  Position,
  Problem,
  ScreenTicket,
  SentCode,
  SignedAddress,
  closed,
} from './schemas.ts';

const Phone = Type.String({ description: 'Mobile number: 9XXXXXXXXX or +639XXXXXXXXX.', maxLength: 16 });
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Language = Type.String({ pattern: '^[a-z]{2,3}$' });
/** Anybody sends it, before any login, and it is kept: so it is small. */
const Promotion = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' }), Type.String({ maxLength: 200 }), {
  additionalProperties: false,
  maxProperties: 10,
});
const ImageCodeAnswer = Type.Object(
  {
    challengeId: Id,
    answer: Type.Optional(Type.String({ maxLength: 16 })),
    proof: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          'base64 of the JSON { challenge, solution } of altcha (its version 2): of proofOfWork beside an answer, of proofAlone in place of one.',
      }),
    ),
  },
  closed,
);

/**
 * The API, operation by operation. From here come request validation, OpenAPI, the typed client and the operations
 * that screens may name. `input` gathers path, query and body by name: what the path names is taken from the path, the
 * rest is the query of a GET or DELETE and the body otherwise.
 */
export const operations = {
  'release.boot': {
    id: 'release.boot',
    method: 'GET',
    path: '/api/boot',
    noCheck: true,
    input: Type.Object({ path: Type.String({ maxLength: 2000 }), language: Type.Optional(Language) }, closed),
    output: Boot,
  },
  'release.screen': {
    id: 'release.screen',
    method: 'GET',
    path: '/api/screens',
    noCheck: true,
    input: Type.Object({ path: Type.String({ maxLength: 300 }), language: Type.Optional(Language) }, closed),
    output: ScreenTicket,
  },
  'documents.get': {
    id: 'documents.get',
    method: 'GET',
    path: '/api/documents/:document',
    noCheck: true,
    input: Type.Object({ document: Id, language: Type.Optional(Language) }, closed),
    output: Type.Object({ id: Type.String(), language: Type.String(), hash: Type.String(), markdown: Type.String() }, closed),
  },
  'auth.imageCode': {
    id: 'auth.imageCode',
    method: 'POST',
    path: '/api/auth/image-codes',
    noCheck: true,
    repeatable: true,
    input: Type.Object({}, closed),
    output: Type.Object(
      {
        challengeId: Type.String(),
        image: Type.String({ description: 'data: address of the picture.' }),
        proofOfWork: Type.Unknown({ description: 'Challenge of altcha (its version 2), to be solved beside reading the picture.' }),
        proofAlone: Type.Unknown({ description: 'Longer challenge for who cannot see the picture.' }),
      },
      closed,
    ),
  },
  'auth.requestCode': {
    id: 'auth.requestCode',
    method: 'POST',
    path: '/api/auth/codes',
    noCheck: true,
    repeatable: true,
    input: Type.Object(
      {
        phone: Phone,
        imageCode: Type.Optional(ImageCodeAnswer),
        privacyAccepted: Type.Optional(Type.Boolean()),
        language: Type.Optional(Language),
        promotion: Type.Optional(Promotion),
      },
      closed,
    ),
    output: SentCode,
  },
  'auth.resendCode': {
    id: 'auth.resendCode',
    method: 'POST',
    path: '/api/auth/resent-codes',
    noCheck: true,
    repeatable: true,
    input: Type.Object({ challengeId: Id, imageCode: Type.Optional(ImageCodeAnswer), language: Type.Optional(Language) }, closed),
    output: SentCode,
  },
  'auth.verifyCode': {
    id: 'auth.verifyCode',
    method: 'POST',
    path: '/api/auth/sessions',
    noCheck: true,
    repeatable: true,
    input: Type.Object(
      { challengeId: Id, code: Type.String({ pattern: '^[0-9]{1,8}$' }), imageCode: Type.Optional(ImageCodeAnswer) },
      closed,
    ),
    output: Type.Object(
      { customerId: Type.String(), token: Type.String(), phoneNumber: Type.String({ description: 'Masked.' }), isNew: Type.Boolean() },
      closed,
    ),
  },
  'auth.session': {
    id: 'auth.session',
    method: 'GET',
    path: '/api/auth/session',
    input: Type.Object({}, closed),
    output: Type.Object(
      {
        customerId: Type.String(),
        phone: Type.String({
          description: "The borrower's own number, national format 9XXXXXXXXX. Kept in memory only, for rules across fields.",
        }),
        phoneNumber: Type.String({ description: 'Masked.' }),
        language: Type.String(),
        ...CustomerFacts.properties,
        names: Type.Optional(
          Type.Array(Type.String(), { description: 'Own name as applied with: first, middle if there is one, last. Kept in memory only.' }),
        ),
      },
      closed,
    ),
  },
  'auth.requestFreshCode': {
    id: 'auth.requestFreshCode',
    method: 'POST',
    path: '/api/auth/fresh-codes',
    repeatable: true,
    input: Type.Object({}, closed),
    output: SentCode,
  },
  'auth.confirmFreshCode': {
    id: 'auth.confirmFreshCode',
    method: 'POST',
    path: '/api/auth/fresh-sessions',
    repeatable: true,
    input: Type.Object({ challengeId: Id, code: Type.String({ pattern: '^[0-9]{1,8}$' }) }, closed),
    output: Type.Object({ freshUntil: Type.String() }, closed),
  },
  'auth.logout': {
    id: 'auth.logout',
    method: 'DELETE',
    path: '/api/auth/session',
    input: Type.Object({}, closed),
    output: Type.Object({}, closed),
  },
  'customer.setLanguage': {
    id: 'customer.setLanguage',
    method: 'PUT',
    path: '/api/customer/language',
    input: Type.Object({ language: Language }, closed),
    output: Type.Object({ language: Type.String() }, closed),
  },
  'flows.get': { id: 'flows.get', method: 'GET', path: '/api/flows/:flow', input: Type.Object({ flow: Id }, closed), output: FlowSnapshot },
  'flows.saveStep': {
    id: 'flows.saveStep',
    method: 'PUT',
    path: '/api/flows/:flow/steps/:step',
    input: Type.Object(
      {
        flow: Id,
        step: Id,
        release: Type.String({ maxLength: 80 }),
        answers: Type.Record(Type.String(), Type.Unknown(), { description: 'Answers of the form of the step; {} for a review.' }),
        kept: Type.Optional(
          Type.Array(Type.String({ maxLength: 80 }), { maxItems: 500, description: 'Sensitive fields left as the server has them.' }),
        ),
      },
      closed,
    ),
    output: Type.Object({ revision: Type.Integer(), position: Position, problems: Type.Array(Problem), snapshot: FlowSnapshot }, closed),
  },
  'files.upload': {
    id: 'files.upload',
    method: 'POST',
    path: '/api/files',
    input: Type.Object({ purpose: Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$' }) }, closed),
    output: Type.Object(
      { fileId: Type.String(), contentType: Type.String(), widthPx: Type.Integer(), heightPx: Type.Integer(), sizeBytes: Type.Integer() },
      closed,
    ),
  },
  'files.address': {
    id: 'files.address',
    method: 'GET',
    path: '/api/files/:fileId',
    input: Type.Object({ fileId: Id }, closed),
    output: SignedAddress,
  },
  'application.submit': {
    id: 'application.submit',
    method: 'POST',
    path: '/api/applications',
    repeatable: true,
    input: Type.Object({ flow: Type.Optional(Id) }, closed),
    output: ApplicationView,
  },
  'application.current': {
    id: 'application.current',
    method: 'GET',
    path: '/api/applications/current',
    input: Type.Object({}, closed),
    output: ApplicationView,
  },
  ...lendingOperations,
  ...advanceOperations,
  ...serviceOperations,
  ...messageOperations,
  ...documentOperations,
  ...flowOperations,
} as const satisfies Record<string, OperationDefinition>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
