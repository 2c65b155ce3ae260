import type { CollectionFailureReason } from '../collection.ts';
import type { PayoutFailureReason } from '../payout.ts';

/** What a call that moves money may meet on its way: before or after the provider has done what it was asked. */
export const wireFaults = ['timesOutBefore', 'timesOutAfter', 'answers500Before', 'answers500After'] as const;
export type WireFault = (typeof wireFaults)[number];
export const isDoneDespite = (fault: WireFault): boolean => fault.endsWith('After');

/** What becomes of asking how a transfer stands, or for the statement. */
export const askingFaults = ['cannotBeAsked'] as const;

/** What becomes of the events (webhooks) of a transfer. */
export const eventFaults = ['duplicatesEvents', 'delaysEvents', 'reordersEvents', 'losesEvents', 'eventsBeforeReply'] as const;
export type EventFault = (typeof eventFaults)[number];

/** What becomes of any transfer. `paysLess` and `paysMore` move a wrong amount; `neverSettles` leaves it under way. */
export const commonOutcomes = ['settlesAtOnce', 'neverSettles', 'paysLess', 'paysMore'] as const;
type CommonOutcome = (typeof commonOutcomes)[number];

export const payoutFailures = {
  accountFails: 'account',
  bankDetailsFail: 'bankDetails',
  identityPhotoFails: 'identityPhoto',
  identityDetailsFail: 'identityDetails',
  otherFails: 'other',
} as const satisfies Record<string, PayoutFailureReason>;

/** `expires`: nobody pays in time. `paysLate`: nor then, and a minute later the money comes all the same. */
export const collectionFailures = {
  declinedFails: 'declined',
  expires: 'expired',
  insufficientFundsFail: 'insufficientFunds',
  otherFails: 'other',
  paysLate: 'expired',
} as const satisfies Record<string, CollectionFailureReason>;

export type Fault = WireFault | (typeof askingFaults)[number] | EventFault | CommonOutcome;
export type PayoutOrder = Fault | keyof typeof payoutFailures;
export type CollectionOrder = Fault | keyof typeof collectionFailures;

const faults = [...wireFaults, ...askingFaults, ...eventFaults, ...commonOutcomes] as const;
const namesOf = <Name extends string>(failures: Record<Name, string>) => Object.keys(failures) as Name[];

/** Every order by name, for the /dev pages and whoever orders over HTTP. */
export const payoutOrders: readonly PayoutOrder[] = [...namesOf(payoutFailures), ...faults];
export const collectionOrders: readonly CollectionOrder[] = [...namesOf(collectionFailures), ...faults];
