import Type, { type Static } from 'typebox';

/** Shapes that several operations share. Everything is closed: an unknown property is refused, not ignored. */
export const closed = { additionalProperties: false } as const;

/** What the product knows of a customer, beside what the platform does. */
export const CustomerFacts = Type.Object({ isReloan: Type.Boolean() }, closed);
export type CustomerFacts = Static<typeof CustomerFacts>;

export const Answers = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), { description: 'Answers by form id.' });

const requested = {
  form: Type.String({ maxLength: 64 }),
  field: Type.String({ maxLength: 64 }),
  reason: Type.String({ maxLength: 64 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
};

/** A field to send back. */
export const Correction = Type.Object(requested, closed);

/** The same as a flow keeps it. */
export const OpenCorrection = Type.Object(
  {
    ...requested,
    anew: Type.Optional(
      Type.Boolean({ description: 'At least one of the fields of its form and reason must be answered otherwise than before.' }),
    ),
    given: Type.Optional(Type.Boolean({ description: 'Given anew and not sent yet.' })),
  },
  closed,
);

export const StepView = Type.Object(
  {
    id: Type.String(),
    route: Type.String(),
    kind: Type.Enum(['form', 'review']),
    form: Type.Optional(Type.String()),
    status: Type.Enum(['done', 'missing', 'wrong', 'unconfirmed', 'sentBack', 'waiting']),
    open: Type.Boolean(),
    corrections: Type.Array(OpenCorrection),
  },
  closed,
);

export const Position = Type.Object(
  {
    step: Type.Optional(StepView),
    path: Type.Array(StepView),
    number: Type.Integer(),
    total: Type.Integer(),
    minutesLeft: Type.Number(),
    complete: Type.Boolean(),
  },
  closed,
);

export const Problem = Type.Object(
  {
    code: Type.String({ description: 'JSON Schema keyword, `required`, or the error of a rule.' }),
    path: Type.String({ description: 'JSON pointer into the answers of the form.' }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);
export type Problem = Static<typeof Problem>;

/** RFC 9457. `code` is one of the error catalogue (flows/errors.json). */
export const ProblemDocument = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  instance: Type.Optional(Type.String({ description: 'Request id.' })),
  problems: Type.Optional(Type.Array(Problem)),
  position: Type.Optional(Position),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values for the placeholders of the message.' })),
});
export type ProblemDocument = Static<typeof ProblemDocument>;

export const FlowSnapshot = Type.Object(
  {
    flow: Type.String(),
    release: Type.String({ description: 'Hash of the release the answers are ruled by.' }),
    revision: Type.Integer({ description: 'Goes up with every save; sent back as If-Match.' }),
    answers: Answers,
    masked: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
      description: 'Secret answers that stay on the server, masked, by form and field.',
    }),
    confirmed: Type.Record(Type.String(), Type.String()),
    corrections: Type.Array(OpenCorrection),
    facts: Type.Record(Type.String(), Type.Unknown()),
    notices: Type.Optional(
      Type.Array(
        Type.Object({ form: Type.String(), field: Type.Optional(Type.String()), reason: Type.Enum(['changed', 'restarted']) }, closed),
        { description: 'What could not be carried over from an older release and is asked anew.' },
      ),
    ),
    closed: Type.Optional(Type.Boolean({ description: 'These answers were sent, and no step takes others now.' })),
    position: Position,
  },
  closed,
);
export type FlowSnapshot = Static<typeof FlowSnapshot>;

export const ScreenTicket = Type.Object(
  {
    release: Type.String(),
    screen: Type.String({ description: 'Id of the screen; the not-found screen for an unknown path.' }),
    route: Type.String(),
    params: Type.Record(Type.String(), Type.String()),
    noCheck: Type.Boolean(),
    keepAlive: Type.Boolean(),
    layout: Type.String(),
    stylesheet: Type.Optional(Type.String()),
    flow: Type.Optional(Type.Object({ id: Type.String(), expressions: Type.String(), definition: Type.Unknown() }, closed)),
    definition: Type.String({ description: 'Address of the JSON part.' }),
    expressions: Type.Optional(Type.String()),
    texts: Type.String(),
    forms: Type.Record(Type.String(), Type.Object({ definition: Type.String(), module: Type.String() }, closed)),
    blocks: Type.Array(Type.String()),
    widgets: Type.Array(Type.String()),
    prefetch: Type.Array(Type.String(), { description: 'Routes worth fetching next.' }),
  },
  closed,
);
export type ScreenTicket = Static<typeof ScreenTicket>;

/** What the page needs before its first screen; stands in the HTML as JSON. */
export const Boot = Type.Object(
  {
    release: Type.String(),
    contract: Type.String({ description: "Hash of the shapes of the API's answers: another one may not fit what a device has kept." }),
    mode: Type.Enum(['demo', 'development', 'test', 'production']),
    settings: Type.Unknown({ description: 'The settings kind, without what only the server needs.' }),
    navigation: Type.Unknown(),
    navigationExpressions: Type.String(),
    errors: Type.Unknown(),
    commonTexts: Type.Record(Type.String(), Type.String(), { description: 'Address of the common words by language.' }),
    ticket: Type.Optional(ScreenTicket),
    parts: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'In the page: the JSON parts of the first screen, by address.' }),
    ),
    today: Type.String({ description: 'Calendar day in the time zone of the settings.' }),
    utcOffsetMinutes: Type.Integer({ description: 'By how much clocks of that time zone are ahead of UTC.' }),
    shell: Type.Optional(Type.Boolean({ description: 'For any route and any day: it has no ticket, and its day may be long over.' })),
  },
  closed,
);
export type Boot = Static<typeof Boot>;

export const ApplicationView = Type.Object(
  {
    state: Type.Enum(['none', 'draft', 'underReview', 'accepted', 'rejected', 'referred', 'identityRefill', 'bankRefill']),
    id: Type.Optional(Type.String()),
    number: Type.Optional(Type.String({ description: 'What a borrower reads out to customer service; the end of the id.' })),
    submittedAt: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: 'Key of the reason of a rejection or send-back.' })),
    limitCents: Type.Optional(Type.Integer()),
    retryAfterDays: Type.Optional(Type.Integer()),
    resubmissionDate: Type.Optional(Type.String({ description: 'Calendar day, YYYY-MM-DD.' })),
    corrections: Type.Array(Correction),
    resumeRoute: Type.Optional(Type.String({ description: 'Where the borrower continues a draft or a send-back.' })),
  },
  closed,
);
export type ApplicationView = Static<typeof ApplicationView>;

/** A code that was sent by SMS. */
export const SentCode = Type.Object(
  {
    challengeId: Type.String(),
    maskedPhone: Type.String(),
    codeLength: Type.Integer(),
    resendAfterSeconds: Type.Integer(),
    expiresInSeconds: Type.Integer(),
  },
  closed,
);

/** An address that serves for a short time: whoever has it may read. */
export const SignedAddress = Type.Object({ url: Type.String(), expiresInSeconds: Type.Integer() }, closed);
