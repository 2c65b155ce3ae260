import { createHash } from 'node:crypto';
import type { EventFault } from './faults.ts';
import type { OutgoingEvent, ProviderEvent, SandboxTransfer } from './transfer.ts';

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
