import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';

/** A drawn signature (flat x, y pairs for each stroke) or a typed name. Both are valid. */
export const SignatureInput = object({
  strokes: Type.Optional(
    Type.Array(Type.Array(Type.Integer({ minimum: -10_000, maximum: 10_000 }), { minItems: 2, maxItems: 4000 }), {
      minItems: 1,
      maxItems: 200,
    }),
  ),
  widthPx: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  heightPx: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  typedName: Type.Optional(Type.String({ minLength: 2, maxLength: 120 })),
});
export type SignatureInput = Static<typeof SignatureInput>;

export const AgreementText = object({
  id: Type.Optional(Type.String({ description: 'Absent while there is no document.' })),
  kind: Type.Enum(['agreement', 'sanctionLetter']),
  language: Type.String(),
  title: Type.String(),
  markdown: Type.String(),
  hash: Type.String(),
  state: Type.Enum(['none', 'unsigned', 'signed']),
  signedAt: Type.Optional(Type.String()),
  orderNumber: Type.Optional(Type.String()),
});
export type AgreementText = Static<typeof AgreementText>;
