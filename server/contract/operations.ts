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
/** Anybody can send a promotion before login, and the server stores it, so the limits are tight. */
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
          'Base64 of the altcha v2 JSON { challenge, solution }. Solve proofOfWork to send it with an answer, or proofAlone to send it without one.',
      }),
    ),
  },
  closed,
);

/**
 * Every operation of the API. Request validation, OpenAPI, the typed client and the operations that screens may
 * name all derive from this list. `input` merges path, query and body: a parameter named in the path is read from the
 * path. The others are read from the query of a GET or DELETE, and from the body of any other method.
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
        image: Type.String({ description: 'Data URL of the image.' }),
        proofOfWork: Type.Unknown({ description: 'Altcha v2 challenge. The client solves it in addition to reading the image.' }),
        proofAlone: Type.Unknown({ description: 'Harder altcha v2 challenge for people who cannot see the image.' }),
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
          description:
            "The borrower's own number in national format, 9XXXXXXXXX. The client keeps it in memory only, for rules that compare fields.",
        }),
        phoneNumber: Type.String({ description: 'Masked.' }),
        language: Type.String(),
        ...CustomerFacts.properties,
        names: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Name on the application: first, middle if any, last. The client keeps it in memory only.',
          }),
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
        answers: Type.Record(Type.String(), Type.Unknown(), { description: "Answers to the step's form. Send {} for a review step." }),
        kept: Type.Optional(
          Type.Array(Type.String({ maxLength: 80 }), { maxItems: 500, description: 'Sensitive fields that keep their stored values.' }),
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
