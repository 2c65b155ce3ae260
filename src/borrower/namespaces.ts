import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { appNamespaces, kept, loginSession } from '../app/namespaces.ts';

const text = Type.Optional(Type.String());
const flag = Type.Optional(Type.Boolean());

/** State of the visit, stored in this tab and on this device. Any value may be absent, so expressions check `has(session.x)` first. */
export const SessionScope = object(
  {
    ...loginSession,
    phoneNumber: Type.Optional(Type.String({ description: 'Own number, masked.' })),
    isReloan: flag,
    names: Type.Optional(
      Type.Array(Type.String(), { description: 'Own name from the application: first, middle if there is one, last; in memory only.' }),
    ),
    homeData: kept,
    orderData: kept,
    loanTabType: Type.Optional(Type.Integer({ description: 'Which loans /bill showed last: 1 for closed, 2 for open ones.' })),
    promotion: Type.Optional(object({ campaign: text, adgroup: text, creative: text })),
    isBrowser: text,
    standalone: text,
    Messenger: text,
  },
  { title: 'Session' },
);
export type SessionScope = Static<typeof SessionScope>;

const FactsScope = object(
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
  { title: 'Facts', description: 'Facts that only the server has.' },
);

/** Namespaces that expressions may read in addition to answers. */
export const namespaces = { ...appNamespaces, session: SessionScope, facts: FactsScope };
