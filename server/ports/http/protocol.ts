import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type Static, type TSchema } from 'typebox';

/** Messages between us and a provider (docs/ports.md). Unknown properties are accepted, so that providers can add some. */
const Reference = Type.String({ minLength: 1, maxLength: 100 });
const Cents = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' });

export const TransferRequest = Type.Object({
  reference: Reference,
  amountCents: Type.Integer({ minimum: 1 }),
  currency: Currency,
  destination: Type.Object({
    method: Type.Enum(['bank', 'wallet', 'remittance']),
    institution: Type.String(),
    account: Type.String(),
    holderName: Type.String(),
  }),
});

export const TransferAnswer = Type.Object({
  reference: Reference,
  state: Type.Enum(['accepted', 'paid', 'failed']),
  providerReference: Type.String({ minLength: 1 }),
  reason: Type.Optional(Type.String()),
  amountCents: Type.Optional(Cents),
  at: Type.Optional(Instant),
});
export type TransferAnswer = Static<typeof TransferAnswer>;

export const PaymentRequest = Type.Object({
  reference: Reference,
  amountCents: Type.Integer({ minimum: 1 }),
  currency: Currency,
  description: Type.String(),
  expiresAt: Instant,
});

export const PaymentAnswer = Type.Object({
  reference: Reference,
  state: Type.Enum(['inProgress', 'success', 'failed']),
  providerReference: Type.String({ minLength: 1 }),
  instructions: Type.Optional(
    Type.Object({ channel: Type.String(), code: Type.String(), url: Type.Optional(Type.String({ pattern: '^https://' })) }),
  ),
  reason: Type.Optional(Type.String()),
  amountCents: Type.Optional(Cents),
  paidAt: Type.Optional(Instant),
});
export type PaymentAnswer = Static<typeof PaymentAnswer>;

export const StatementAnswer = Type.Object({
  lines: Type.Array(Type.Object({ reference: Reference, providerReference: Type.String(), amountCents: Cents, at: Instant })),
  next: Type.Optional(Type.String({ description: 'Cursor for the next page.' })),
});
export type StatementAnswer = Static<typeof StatementAnswer>;

export const MessageRequest = Type.Object({ id: Type.String(), to: Type.String(), text: Type.String() });
export const MessageAnswer = Type.Object({ id: Type.String() });

export const ComparisonRequest = Type.Object({ idPhoto: Type.String(), selfie: Type.String() });
const share = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));
export const ComparisonAnswer = Type.Object({ verdict: Type.Enum(['match', 'noMatch', 'unclear']), score: share, threshold: share });

export const DocumentRequest = Type.Object({ photo: Type.String(), idType: Type.String() });
export const DocumentAnswer = Type.Object({ verdict: Type.Enum(['genuine', 'unclear', 'mismatch']) });

export const WebhookBody = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.String({ minLength: 1, maxLength: 50 }),
  reference: Reference,
  at: Instant,
});
export type WebhookBody = Static<typeof WebhookBody>;

/** Parses a JSON text; undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ajv = new Ajv2020({ strict: false });
const compiled = new WeakMap<TSchema, (value: unknown) => boolean>();

/** Whether a value matches the schema. */
export function isA<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value);
}

/** Returns the provider's reason, or `other` if it is unknown, so that a new reason does not break us. */
export const knownReason = <Reason extends string>(known: readonly Reason[], reason: string | undefined): Reason | 'other' =>
  known.find((one) => one === reason) ?? 'other';
