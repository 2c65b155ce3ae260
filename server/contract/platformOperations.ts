import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Id, none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { documentOperations } from './documents.ts';
import { flowOperations } from './flowOperations.ts';
import { linkOperations } from './linkOperations.ts';
import { lookupOperations } from './lookupOperations.ts';
import { messageOperations } from './messages.ts';
import { stepCountOperations } from './stepCounts.ts';
import { supportOperations } from './supportOperations.ts';
import { Boot, FileAddress, FlowSnapshot, ImageCodeAnswer, Language, Position, Problem, ScreenTicket, SentCode } from './schemas.ts';

const Phone = Type.String({ description: 'Mobile number: 9XXXXXXXXX or +639XXXXXXXXX.', maxLength: 16 });
/** Anybody can send a promotion before login, and the server stores it, so the limits are tight. */
const Promotion = Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' }), Type.String({ maxLength: 200 }), {
  additionalProperties: false,
  maxProperties: 10,
});

const visitOperations = operationsOf({
  'release.boot': {
    route: 'GET /api/boot',
    noCheck: true,
    input: object({ path: Type.String({ maxLength: 2000 }), language: Type.Optional(Language) }),
    output: Boot,
  },
  'release.screen': {
    route: 'GET /api/screens',
    noCheck: true,
    input: object({ path: Type.String({ maxLength: 300 }), language: Type.Optional(Language) }),
    output: ScreenTicket,
  },
  'documents.get': {
    route: 'GET /api/documents/:document',
    noCheck: true,
    input: object({ document: Id, language: Type.Optional(Language) }),
    output: object({ id: Type.String(), language: Type.String(), hash: Type.String(), markdown: Type.String() }),
  },
  'auth.imageCode': {
    route: 'POST /api/auth/image-codes',
    noCheck: true,
    repeatable: true,
    input: none,
    output: object({
      challengeId: Type.String(),
      image: Type.String({ description: 'Data URL of the image.' }),
      proofOfWork: Type.Unknown({ description: 'Altcha v2 challenge. The client solves it in addition to reading the image.' }),
      proofAlone: Type.Unknown({ description: 'Harder altcha v2 challenge for people who cannot see the image.' }),
    }),
  },
  'auth.requestCode': {
    route: 'POST /api/auth/codes',
    noCheck: true,
    repeatable: true,
    input: object({
      phone: Phone,
      imageCode: Type.Optional(ImageCodeAnswer),
      privacyAccepted: Type.Optional(Type.Boolean()),
      language: Type.Optional(Language),
      promotion: Type.Optional(Promotion),
    }),
    output: SentCode,
  },
  'auth.resendCode': {
    route: 'POST /api/auth/resent-codes',
    noCheck: true,
    repeatable: true,
    input: object({ challengeId: Id, imageCode: Type.Optional(ImageCodeAnswer), language: Type.Optional(Language) }),
    output: SentCode,
  },
  'auth.verifyCode': {
    route: 'POST /api/auth/sessions',
    stores: { 'publicData.customerId': 'customerId', 'publicData.token': 'token' },
    noCheck: true,
    repeatable: true,
    input: object({ challengeId: Id, code: Type.String({ pattern: '^[0-9]{1,8}$' }), imageCode: Type.Optional(ImageCodeAnswer) }),
    output: object({
      customerId: Type.String(),
      token: Type.String(),
      phoneNumber: Type.String({ description: 'Masked.' }),
      isNew: Type.Boolean(),
    }),
  },
  'auth.session': {
    route: 'GET /api/auth/session',
    input: none,
    output: Type.Object(
      {
        customerId: Type.String(),
        phone: Type.String({
          description:
            "The borrower's own number in national format, 9XXXXXXXXX. The client keeps it in memory only, for rules that compare fields.",
        }),
        phoneNumber: Type.String({ description: 'Masked.' }),
        language: Type.String(),
        names: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Own name in reading order. The client keeps it in memory only.',
          }),
        ),
      },
      { additionalProperties: true, description: 'A product adds its facts about the customer.' },
    ),
  },
  'auth.requestFreshCode': { route: 'POST /api/auth/fresh-codes', repeatable: true, input: none, output: SentCode },
  'auth.confirmFreshCode': {
    route: 'POST /api/auth/fresh-sessions',
    repeatable: true,
    input: object({ challengeId: Id, code: Type.String({ pattern: '^[0-9]{1,8}$' }) }),
    output: object({ freshUntil: Type.String() }),
    cures: ['freshCodeRequired'],
  },
  'auth.logout': { route: 'DELETE /api/auth/session', input: none, output: none },
  'customer.setLanguage': {
    route: 'PUT /api/customer/language',
    input: object({ language: Language }),
    output: object({ language: Type.String() }),
  },
  'flows.get': { route: 'GET /api/flows/:flow', guests: true, input: object({ flow: Id }), output: FlowSnapshot },
  'flows.saveStep': {
    route: 'PUT /api/flows/:flow/steps/:step',
    guests: true,
    input: object({
      flow: Id,
      step: Id,
      release: Type.String({ maxLength: 80 }),
      answers: Type.Record(Type.String(), Type.Unknown(), { description: "Answers to the step's form. Send {} for a review step." }),
      kept: Type.Optional(
        Type.Array(Type.String({ maxLength: 80 }), { maxItems: 500, description: 'Sensitive fields that keep their stored values.' }),
      ),
      skip: Type.Optional(
        Type.Boolean({ description: 'Skips an optional step and removes its stored answers. Send `answers: {}` with it.' }),
      ),
    }),
    output: object({ revision: Type.Integer(), position: Position, problems: Type.Array(Problem), snapshot: FlowSnapshot }),
  },
  'files.upload': {
    route: 'POST /api/files',
    input: object({
      purpose: Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
      name: Type.Optional(Type.String({ maxLength: 120, description: 'Name of the file on the device.' })),
    }),
    output: object({
      fileId: Type.String(),
      contentType: Type.String(),
      widthPx: Type.Optional(Type.Integer({ description: 'Of a photo.' })),
      heightPx: Type.Optional(Type.Integer({ description: 'Of a photo.' })),
      sizeBytes: Type.Integer(),
    }),
  },
  'files.address': { route: 'GET /api/files/:fileId', input: object({ fileId: Id }), output: FileAddress },
} as const satisfies Record<string, WrittenOperation>);

/** Operations of every product. A product adds its own in server/contract/operations.ts. */
export const platformOperations = {
  ...visitOperations,
  ...supportOperations,
  ...messageOperations,
  ...documentOperations,
  ...flowOperations,
  ...stepCountOperations,
  ...linkOperations,
  ...lookupOperations,
};

type PlatformOperations = typeof platformOperations;
export type Input<Id extends keyof PlatformOperations> = Static<PlatformOperations[Id]['input']>;
export type Output<Id extends keyof PlatformOperations> = Static<PlatformOperations[Id]['output']>;
