import Type from 'typebox';
import { object } from 'hakbang/engine';
import { registryOf } from 'hakbang/registry';
import { areas } from './areas.ts';
import { operations } from './contract.ts';

const text = Type.Optional(Type.String());

const session = object({
  customerId: text,
  phone: Type.Optional(Type.String({ description: 'Own number, in memory only.' })),
  language: text,
  imageCodeRequired: Type.Optional(Type.Boolean()),
  challenge: Type.Optional(
    object({
      challengeId: Type.String(),
      maskedPhone: Type.String(),
      codeLength: Type.Integer(),
      resendAfterSeconds: Type.Integer(),
      expiresInSeconds: Type.Integer(),
    }),
  ),
  publicData: Type.Optional(object({ customerId: text, token: text, phone_number: text })),
});

export const registry = registryOf({
  areas,
  operations,
  namespaces: { session, facts: object({ phoneVerified: Type.Optional(Type.Boolean()) }) },
  palettes: { tide: { name: 'tide', description: 'Sea blue on cool paper.' } },
  contactHours: { from: 6, until: 22 },
  oneOpen: ['claim'],
});
