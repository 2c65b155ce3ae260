/** How a transfer stands from a moment on. */
export interface Settlement {
  /** ISO 8601, as all times here: a transfer is kept as JSON. */
  at: string;
  state: 'paid' | 'failed';
  amountCents: number;
  reason?: string;
}

/** Tells that something happened to a transfer, not what: the receiver asks. */
export interface ProviderEvent {
  id: string;
  kind: 'accepted' | 'settled';
  reference: string;
  at: string;
}

export interface OutgoingEvent extends ProviderEvent {
  deliverAt: string;
  /** How often it is sent. */
  copies: number;
  delivered: boolean;
}

/**
 * A transfer at the sandbox. What will become of it is settled when it is made, and how it stands is a function of the time, so
 * that nothing has to run for it to be paid and a killed process loses nothing.
 */
export interface SandboxTransfer {
  reference: string;
  providerReference: string;
  amountCents: number;
  /** Tells a repetition from another transfer under the same reference. */
  fingerprint: string;
  /** For the /dev pages; masked. */
  note: string;
  createdAt: string;
  /** Its events are told before its request is answered. */
  eventsBeforeReply?: true;
  settlements: Settlement[];
  events: OutgoingEvent[];
}

const isLater = (at: string, now: Date) => new Date(at) > now;

/** The latest settlement at that time; undefined while it is under way. */
export const settledAt = (transfer: SandboxTransfer, now: Date): Settlement | undefined =>
  transfer.settlements.findLast(({ at }) => !isLater(at, now));

/** Nothing will happen to it any more. */
export const isFinal = ({ settlements, events }: SandboxTransfer, now: Date): boolean =>
  settlements.length > 0 && !settlements.some(({ at }) => isLater(at, now)) && events.every(({ delivered }) => delivered);

/** Brings its next settlement forward to `now`, and by as much what follows. */
export function settledSooner(transfer: SandboxTransfer, now: Date): SandboxTransfer {
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
