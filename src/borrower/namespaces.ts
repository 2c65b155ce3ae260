import Type, { type Static } from 'typebox';
import { appNamespaces } from '../app/namespaces.ts';

const closed = { additionalProperties: false } as const;
const text = Type.Optional(Type.String());
const kept = Type.Optional(
  Type.Object({ at: text }, { ...closed, description: 'When the server last said what this device keeps of it (`keep` of data).' }),
);
const flag = Type.Optional(Type.Boolean());

/** What a tab or a device knows of its visit. Everything may be absent, so expressions ask `has(session.x)` first. */
export const SessionScope = Type.Object(
  {
    customerId: text,
    phone: Type.Optional(Type.String({ description: 'Own number, 9XXXXXXXXX; in memory only.' })),
    phoneNumber: Type.Optional(Type.String({ description: 'Own number, masked.' })),
    language: text,
    isReloan: flag,
    names: Type.Optional(
      Type.Array(Type.String(), { description: 'Own name as applied with: first, middle if there is one, last; in memory only.' }),
    ),
    imageCodeRequired: flag,
    challenge: Type.Optional(
      Type.Object(
        {
          challengeId: Type.String(),
          maskedPhone: Type.String(),
          codeLength: Type.Integer(),
          resendAfterSeconds: Type.Integer(),
          expiresInSeconds: Type.Integer(),
        },
        closed,
      ),
    ),
    publicData: Type.Optional(Type.Object({ customerId: text, token: text, phone_number: text }, closed)),
    homeData: kept,
    orderData: kept,
    loanTabType: Type.Optional(Type.Integer({ description: 'Which loans /bill showed last: 1 those that are closed, 2 the open ones.' })),
    promotion: Type.Optional(Type.Object({ campaign: text, adgroup: text, creative: text }, closed)),
    isBrowser: text,
    standalone: text,
    Messenger: text,
  },
  { title: 'Session', ...closed },
);
export type SessionScope = Static<typeof SessionScope>;

const FactsScope = Type.Object(
  {
    phoneVerified: flag,
    faceMatched: flag,
    isReloan: flag,
    identityShared: Type.Optional(Type.Boolean({ description: 'Another borrower gave the same ID number; known in decision tables.' })),
    accountShared: Type.Optional(
      Type.Boolean({ description: 'Another borrower gave the same account or wallet; known in decision tables.' }),
    ),
  },
  { title: 'Facts', description: 'What only the server knows.', ...closed },
);

/** What expressions may read beside answers. */
export const namespaces = { ...appNamespaces, session: SessionScope, facts: FactsScope };
