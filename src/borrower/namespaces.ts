import Type, { type Static } from 'typebox';
import { appNamespaces } from '../app/namespaces.ts';

const closed = { additionalProperties: false } as const;
const text = Type.Optional(Type.String());
const kept = Type.Optional(
  Type.Object({ at: text }, { ...closed, description: 'When the server last returned the data that this device caches (`keep` of data).' }),
);
const flag = Type.Optional(Type.Boolean());

/** State of a visit in this tab and on this device. Any value may be absent, so expressions check `has(session.x)` first. */
export const SessionScope = Type.Object(
  {
    customerId: text,
    phone: Type.Optional(Type.String({ description: 'Own number, 9XXXXXXXXX; in memory only.' })),
    phoneNumber: Type.Optional(Type.String({ description: 'Own number, masked.' })),
    language: text,
    isReloan: flag,
    names: Type.Optional(
      Type.Array(Type.String(), { description: 'Own name from the application: first, middle if there is one, last; in memory only.' }),
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
    loanTabType: Type.Optional(Type.Integer({ description: 'Which loans /bill showed last: 1 for closed, 2 for open ones.' })),
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
    identityShared: Type.Optional(
      Type.Boolean({ description: 'Another borrower submitted the same ID number. Available in decision tables.' }),
    ),
    accountShared: Type.Optional(
      Type.Boolean({ description: 'Another borrower submitted the same account or wallet. Available in decision tables.' }),
    ),
  },
  { title: 'Facts', description: 'Facts that only the server has.', ...closed },
);

/** Namespaces that expressions may read in addition to answers. */
export const namespaces = { ...appNamespaces, session: SessionScope, facts: FactsScope };
