import type { CollectionFailureReason } from '../collection.ts';
import type { PayoutFailureReason } from '../payout.ts';

/** Faults of a call that moves money, before or after it takes effect. */
export const wireFaults = ['timesOutBefore', 'timesOutAfter', 'answers500Before', 'answers500After'] as const;
export type WireFault = (typeof wireFaults)[number];
export const isDoneDespite = (fault: WireFault): boolean => fault.endsWith('After');

/** Faults of queries for a transfer or the statement. */
export const queryFaults = ['cannotBeAsked'] as const;

/** Faults of a transfer's events (webhooks). */
export const eventFaults = ['duplicatesEvents', 'delaysEvents', 'reordersEvents', 'losesEvents', 'eventsBeforeReply'] as const;
export type EventFault = (typeof eventFaults)[number];

/** Outcomes of any transfer. `paysLess` and `paysMore` move a wrong amount. `neverSettles` leaves it in progress. */
export const commonOutcomes = ['settlesAtOnce', 'neverSettles', 'paysLess', 'paysMore'] as const;
type CommonOutcome = (typeof commonOutcomes)[number];

export const payoutFailures = {
  accountFails: 'account',
  bankDetailsFail: 'bankDetails',
  identityPhotoFails: 'identityPhoto',
  identityDetailsFail: 'identityDetails',
  otherFails: 'other',
} as const satisfies Record<string, PayoutFailureReason>;

/** `expires`: nobody pays in time. `paysLate`: it expires, and the money arrives a minute later. */
export const collectionFailures = {
  declinedFails: 'declined',
  expires: 'expired',
  insufficientFundsFail: 'insufficientFunds',
  otherFails: 'other',
  paysLate: 'expired',
} as const satisfies Record<string, CollectionFailureReason>;

export type Fault = WireFault | (typeof queryFaults)[number] | EventFault | CommonOutcome;
export type PayoutOrder = Fault | keyof typeof payoutFailures;
export type CollectionOrder = Fault | keyof typeof collectionFailures;

const faults = [...wireFaults, ...queryFaults, ...eventFaults, ...commonOutcomes] as const;
const namesOf = <Name extends string>(failures: Record<Name, string>) => Object.keys(failures) as Name[];

/** Every fault by name, for the /dev pages and HTTP clients. */
export const payoutOrders: readonly PayoutOrder[] = [...namesOf(payoutFailures), ...faults];
export const collectionOrders: readonly CollectionOrder[] = [...namesOf(collectionFailures), ...faults];
