import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Id } from './units.ts';

/** Facts about a customer that the product adds to the platform's own. */
export const CustomerFacts = object({ isReloan: Type.Boolean() });
export type CustomerFacts = Static<typeof CustomerFacts>;

export const Answers = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  description: 'Answers, keyed by form id.',
});

const requested = {
  form: Type.String({ maxLength: 64 }),
  field: Type.String({ maxLength: 64 }),
  part: Type.Optional(
    Type.String({
      pattern: '^/[0-9]{1,3}(/[A-Za-z][A-Za-z0-9]{0,63})?$',
      maxLength: 70,
      description: 'An item of a list of objects or one of its properties, as a JSON pointer: /1/phone for the second item.',
    }),
  ),
  reason: Type.String({ maxLength: 64 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
};

/** A field that staff ask the borrower to correct. */
export const Correction = object(requested);

/** A correction with its progress, as the flow stores it. */
export const OpenCorrection = object({
  ...requested,
  anew: Type.Optional(Type.Boolean({ description: 'The borrower must change at least one field that shares this form and reason.' })),
  given: Type.Optional(Type.Boolean({ description: 'The borrower answered again but has not submitted yet.' })),
});

export const StepView = object({
  id: Type.String(),
  route: Type.String(),
  kind: Type.Enum(['form', 'review']),
  form: Type.Optional(Type.String()),
  status: Type.Enum(['done', 'skipped', 'missing', 'wrong', 'unconfirmed', 'sentBack', 'waiting']),
  open: Type.Boolean(),
  corrections: Type.Array(OpenCorrection),
});

export const Position = object({
  step: Type.Optional(StepView),
  path: Type.Array(StepView),
  number: Type.Integer(),
  total: Type.Integer(),
  minutesLeft: Type.Number(),
  complete: Type.Boolean(),
});

export const Problem = object({
  code: Type.String({ description: 'JSON Schema keyword, `required`, or the error code of a rule.' }),
  path: Type.String({ description: "JSON pointer into the form's answers." }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type Problem = Static<typeof Problem>;

/** Problem document per RFC 9457. flows/errors.json lists every `code`. */
export const ProblemDocument = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  instance: Type.Optional(Type.String({ description: 'Request id.' })),
  problems: Type.Optional(Type.Array(Problem)),
  position: Type.Optional(Position),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values for the placeholders in the message.' })),
});
export type ProblemDocument = Static<typeof ProblemDocument>;

export const FlowSnapshot = object({
  flow: Type.String(),
  release: Type.String({ description: 'Hash of the release that validates the answers.' }),
  revision: Type.Integer({ description: 'Increases with every save. Send it back as If-Match.' }),
  answers: Answers,
  masked: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'Masked values of secret answers, keyed by form and field. The answers themselves stay on the server.',
  }),
  confirmed: Type.Record(Type.String(), Type.String()),
  corrections: Type.Array(OpenCorrection),
  facts: Type.Record(Type.String(), Type.Unknown()),
  notices: Type.Optional(
    Type.Array(object({ form: Type.String(), field: Type.Optional(Type.String()), reason: Type.Enum(['changed', 'restarted']) }), {
      description: 'Answers that could not be migrated from an older release. The borrower answers them again.',
    }),
  ),
  closed: Type.Optional(Type.Boolean({ description: 'The answers are submitted, so no step accepts changes.' })),
  position: Position,
});
export type FlowSnapshot = Static<typeof FlowSnapshot>;

export const ScreenTicket = object({
  release: Type.String(),
  screen: Type.String({ description: 'Screen id. An unknown path returns the not-found screen.' }),
  route: Type.String(),
  params: Type.Record(Type.String(), Type.String()),
  noCheck: Type.Boolean(),
  keepAlive: Type.Boolean(),
  layout: Type.String(),
  stylesheet: Type.Optional(Type.String()),
  flow: Type.Optional(object({ id: Type.String(), expressions: Type.String(), definition: Type.Unknown() })),
  definition: Type.String({ description: 'URL of the JSON part.' }),
  expressions: Type.Optional(Type.String()),
  texts: Type.String(),
  forms: Type.Record(Type.String(), object({ definition: Type.String(), module: Type.String(), wholeForm: Type.Optional(Type.String()) })),
  blocks: Type.Array(Type.String()),
  widgets: Type.Array(Type.String()),
  prefetch: Type.Array(Type.String(), { description: 'Routes to prefetch.' }),
});
export type ScreenTicket = Static<typeof ScreenTicket>;

/** Data the page needs before its first screen. The HTML embeds it as JSON. */
export const Boot = object({
  release: Type.String(),
  contract: Type.String({
    description: 'Hash of the response schemas. When it changes, cached responses on a device may no longer match.',
  }),
  mode: Type.Enum(['demo', 'development', 'test', 'production']),
  settings: Type.Unknown({ description: 'Settings without server-only keys.' }),
  navigation: Type.Unknown(),
  navigationExpressions: Type.String(),
  errors: Type.Unknown(),
  commonTexts: Type.Record(Type.String(), Type.String(), { description: 'URL of the common texts, keyed by language.' }),
  ticket: Type.Optional(ScreenTicket),
  parts: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON parts of the first screen, keyed by URL. Present only in the page.',
    }),
  ),
  today: Type.String({ description: 'Current calendar day in the time zone of the settings, YYYY-MM-DD.' }),
  utcOffsetMinutes: Type.Integer({ description: 'Offset of that time zone from UTC, in minutes.' }),
  base: Type.Optional(Type.String({ description: "Path below which an application's pages are. Absent in the main application." })),
  embed: Type.Optional(
    object(
      {
        flow: Type.String(),
        entry: Type.String({ description: 'Route where the flow begins.' }),
        completion: Type.Optional(Type.String({ description: 'Route that its completion leads to.' })),
        host: Type.Optional(Type.String({ description: 'Origin of the page that shows it, if the settings allow that origin.' })),
      },
      { description: 'The page belongs to a page of another site. Present only under /embed.' },
    ),
  ),
  shell: Type.Optional(
    Type.Boolean({ description: 'The page is the offline shell. It fits any route, has no ticket, and its `today` may be out of date.' }),
  ),
});
export type Boot = Static<typeof Boot>;

export const ApplicationView = object({
  state: Type.Enum(['none', 'draft', 'underReview', 'accepted', 'rejected', 'referred', 'identityRefill', 'bankRefill']),
  id: Type.Optional(Type.String()),
  number: Type.Optional(Type.String({ description: 'Reference number that the borrower quotes to customer service: the end of the id.' })),
  submittedAt: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String({ description: 'Key of the reason for a rejection or a send-back.' })),
  limitCents: Type.Optional(Type.Integer()),
  retryAfterDays: Type.Optional(Type.Integer()),
  resubmissionDate: Type.Optional(Type.String({ description: 'Calendar day, YYYY-MM-DD.' })),
  detailsDue: Type.Optional(
    Type.String({ description: 'Calendar day on which the details were last confirmed, if they must be confirmed before another loan.' }),
  ),
  corrections: Type.Array(Correction),
  resumeRoute: Type.Optional(Type.String({ description: 'Route where the borrower continues a draft or a send-back.' })),
});
export type ApplicationView = Static<typeof ApplicationView>;

export const Language = Type.String({ pattern: '^[a-z]{2,3}$' });

export const ImageCodeAnswer = object({
  challengeId: Id,
  answer: Type.Optional(Type.String({ maxLength: 16 })),
  proof: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'Base64 of the altcha v2 JSON { challenge, solution }. Solve proofOfWork to send it with an answer, or proofAlone to send it without one.',
    }),
  ),
});

/** The secret part of a link that was sent by SMS. */
export const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

/** A login code sent by SMS. */
export const SentCode = object({
  challengeId: Type.String(),
  maskedPhone: Type.String(),
  codeLength: Type.Integer(),
  resendAfterSeconds: Type.Integer(),
  expiresInSeconds: Type.Integer(),
});

/** A short-lived URL. Anybody who holds it can read the file until it expires. */
export const SignedAddress = object({ url: Type.String(), expiresInSeconds: Type.Integer() });
export const FileAddress = object({
  ...SignedAddress.properties,
  contentType: Type.String(),
  name: Type.Optional(Type.String({ description: 'Name of the file on the device it came from.' })),
});
