import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { PhoneNumber } from '../customer/phone.ts';
import { takeIn, type Cap } from '../limits/caps.ts';
import { countSend, refuseWithoutGateway } from './issueCode.ts';
import { sourceOf } from '../http/source.ts';

export interface LinkToSend {
  phone: PhoneNumber;
  /** Address of the client. */
  address: string;
  text: string;
  /** Limits of this kind of link, in addition to those of every SMS on demand. */
  caps: readonly Cap[];
  /** Stores the link. What it replaces must keep working for now. */
  store: (tx: Tx) => Promise<StoredLink>;
  /** Ends what the link replaces, after the gateway has taken the message. */
  accepted: () => Promise<unknown>;
  /** Removes the link again if the gateway refuses the message. */
  remove: () => Promise<unknown>;
}

/** `known`: already stored, because the request is a retry. `refused`: nobody may send a link to this number. */
export type StoredLink = 'stored' | 'known' | 'refused';

/**
 * Sends an SMS with a link at a customer's request, under the caps on codes. The message is not a job, because the jobs table would store
 * the token. Refuses with `tooFrequent`, or `unavailable` if the gateway does not take it.
 */
export async function sendLink(deps: Deps, { phone, address, text, caps, store, accepted, remove }: LinkToSend): Promise<StoredLink> {
  const now = deps.clock.now();
  const stored = await deps.db.transaction().execute(async (tx) => {
    const outcome = await store(tx);
    if (outcome === 'known') return outcome;
    await takeIn(tx, caps, now);
    // Count a refused number too, so that nobody can find out by trial which numbers are refused.
    if (outcome === 'refused') return outcome;
    // The session replaces the image code, as with a fresh code.
    await countSend(deps, tx, { phone, source: sourceOf(address), now, human: true });
    return outcome;
  });
  if (stored !== 'stored') return stored;
  await deps.ports.sms.send({ to: phone.e164, text }).catch(async () => {
    await remove();
    return refuseWithoutGateway(deps);
  });
  await accepted();
  return stored;
}

/**
 * Returns the URL of a page. In production only the settings may name the host, because a client could forge the Host header and make our
 * SMS lead elsewhere.
 */
export function pageAddress(deps: Pick<Deps, 'settings'>, request: FastifyRequest, path: string): string {
  const { publicUrl, mode } = deps.settings;
  if (publicUrl === undefined && mode === 'production') return fail('unavailable');
  return new URL(path, publicUrl ?? `${request.protocol}://${request.host}`).href;
}
