import { createHash } from 'node:crypto';
import type { EventFault } from './faults.ts';

/** The state of a transfer from a moment on. */
export interface Settlement {
  /** ISO 8601, like all times here, because transfers are stored as JSON. */
  at: string;
  state: 'paid' | 'failed';
  amountCents: number;
  reason?: string;
}

/** Reports that a transfer changed, but not how. The receiver must query it. */
export interface ProviderEvent {
  id: string;
  kind: 'accepted' | 'settled';
  reference: string;
  at: string;
}

export interface OutgoingEvent extends ProviderEvent {
  deliverAt: string;
  copies: number;
  delivered: boolean;
}

/**
 * A transfer at the sandbox. Its outcome is decided at creation, and its state is a function of time. So no process has to run for it to be
 * paid, and a killed process loses nothing.
 */
export interface SandboxTransfer {
  reference: string;
  providerReference: string;
  amountCents: number;
  /** Distinguishes a repetition from another transfer with the same reference. */
  fingerprint: string;
  /** Masked note for the /dev pages. */
  note: string;
  createdAt: string;
  /** Its events are sent before its request is answered. */
  eventsBeforeReply?: true;
  settlements: Settlement[];
  events: OutgoingEvent[];
}

const isLater = (at: string, now: Date) => new Date(at) > now;

/** The latest settlement at a time; undefined while in progress. */
export const settledAt = (transfer: SandboxTransfer, now: Date): Settlement | undefined =>
  transfer.settlements.findLast(({ at }) => !isLater(at, now));

/** Whether the transfer can no longer change. */
export const isFinal = ({ settlements, events }: SandboxTransfer, now: Date): boolean =>
  settlements.length > 0 && !settlements.some(({ at }) => isLater(at, now)) && events.every(({ delivered }) => delivered);

/** Moves the next settlement forward to `now`, and later ones by the same amount. */
export function withSettlementAt(transfer: SandboxTransfer, now: Date): SandboxTransfer {
  const next = transfer.settlements.find(({ at }) => isLater(at, now));
  if (!next) return transfer;
  const sooner = (at: string) =>
    isLater(at, now) ? new Date(new Date(at).getTime() - new Date(next.at).getTime() + now.getTime()).toISOString() : at;
  return {
    ...transfer,
    settlements: transfer.settlements.map((settlement) => ({ ...settlement, at: sooner(settlement.at) })),
    events: transfer.events.map((event) => ({ ...event, at: sooner(event.at), deliverAt: sooner(event.deliverAt) })),
  };
}

const delayMs = 60_000;
const duplicates = 3;

const later = (at: string, ms: number) => new Date(new Date(at).getTime() + ms).toISOString();

/** The events of a new transfer: one for its acceptance, one per settlement. A queued fault changes their delivery. */
export function eventsOf(transfer: Omit<SandboxTransfer, 'events'>, fault: EventFault | undefined): OutgoingEvent[] {
  if (fault === 'losesEvents') return [];
  const { reference, createdAt, settlements } = transfer;
  const events = [event(reference, 'accepted', createdAt), ...settlements.map(({ at }, index) => event(reference, 'settled', at, index))];
  const last = events.at(-1)?.deliverAt ?? createdAt;
  const copies = fault === 'duplicatesEvents' ? duplicates : 1;
  const sent = events.map((one) => ({ ...one, copies, deliverAt: fault === 'delaysEvents' ? later(one.at, delayMs) : one.at }));
  return fault === 'reordersEvents' ? sent.map((one) => ({ ...one, deliverAt: last })).toReversed() : sent;
}

/** The id derives from the reference, so a redelivery has the same id, even from another process. */
function event(reference: string, kind: ProviderEvent['kind'], at: string, index = 0): OutgoingEvent {
  const id = createHash('sha256').update(`${reference} ${kind} ${index}`).digest('hex').slice(0, 24);
  return { id: `evt_${id}`, kind, reference, at, deliverAt: at, copies: 1, delivered: false };
}
