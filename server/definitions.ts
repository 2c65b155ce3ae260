import type { OperationDefinition, Registry, Reliance } from '../engine/config/definitions.ts';
import { operations } from './contract/operations.ts';
// Generated from the areas: importing the whole server took longer than the check itself.
import known from './areas.generated.json' with { type: 'json' };
import { lendingKinds } from './lending/kinds/index.ts';
import { accountReliances } from './product/payoutAccount/details.ts';
import { agreementReliances } from './product/agreements/fields.ts';
import { reliances } from './product/application/named.ts';
import { loginKind } from './platform/loginPolicy/policy.ts';
import { consentReliances } from './product/advance/consent/fields.ts';
import { messagesKind } from './platform/messages/kind.ts';
import { smsKind, type ContactHours } from './platform/notifications/kind.ts';
import { deskKind } from './product/desk/kind.ts';
import { retentionKind } from './product/retention/kind.ts';
import { templatesKind } from './platform/templates/kind.ts';
import { supportKind } from './platform/support/kind.ts';
import { Audience } from './product/audience.ts';
import { Borrower } from './product/borrower.ts';
import { productRules } from './rules.ts';

/** SEC MC 18 s.2019 forbids contacting a borrower before 6 a.m. or after 10 p.m. */
const contactHours: ContactHours = { from: 6, until: 22 };

/** Adds the answers that the code behind an operation relies on. The contract describes only the messages. */
function withDependencies(operation: OperationDefinition): OperationDefinition {
  const parts: Reliance[] = [reliances, accountReliances, agreementReliances, consentReliances].flatMap((each) => each[operation.id] ?? []);
  return {
    ...operation,
    reads: parts.flatMap(({ reads = [] }) => reads),
    fails: parts.flatMap(({ fails = [] }) => fails),
    fills: Object.assign({}, ...parts.map(({ fills }) => fills)) as NonNullable<Reliance['fills']>,
  };
}

/** The server's registrations for the compiler: operations, effects of steps and life cycles, and its own kinds. */
export const serverDefinitions: Pick<
  Registry,
  | 'operations'
  | 'effects'
  | 'lookups'
  | 'kinds'
  | 'rules'
  | 'refusals'
  | 'needs'
  | 'fills'
  | 'events'
  | 'unsent'
  | 'outcomes'
  | 'oneOpen'
  | 'spokenTexts'
> = {
  operations: Object.fromEntries(Object.values(operations).map((operation) => [operation.id, withDependencies(operation)])),
  effects: known.effects,
  lookups: known.lookups,
  kinds: {
    login: loginKind,
    retention: retentionKind,
    desk: deskKind,
    support: supportKind,
    messages: messagesKind(Audience),
    templates: templatesKind,
    sms: smsKind(contactHours, Object.keys(known.texts)),
    ...lendingKinds(Borrower),
  },
  rules: productRules,
  refusals: known.refusals,
  needs: known.needs,
  fills: known.fills,
  events: known.events,
  unsent: known.unsent,
  outcomes: known.outcomes,
  oneOpen: ['application', 'loan'],
  spokenTexts: Object.fromEntries(Object.entries(known.texts).map(([key, fills]) => [`server.${key}`, fills])),
};
