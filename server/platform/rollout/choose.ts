import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { cookieOfPages, pageCookieName } from '../http/hosts.ts';
import type { LoadedRelease, RollingRelease } from '../release/types.ts';
import { isWithin, placeOf, places, readTicket, writeTicket, type Ticket } from './assign.ts';

const cookieName = 'release';
const cookieSeconds = 90 * 24 * 3600;

interface Person {
  customerId: string;
  /** The browser belongs to somebody else, whose ticket says nothing about the customer. */
  isGuest: boolean;
}

/**
 * Decides which release a request gets while one is rolled out, and remembers it in the request. Nobody goes back to the old release while the
 * rollout is open: a browser keeps a ticket, and a customer who has had the new release is stored.
 */
export async function chooseRelease(deps: Deps, request: FastifyRequest, reply: FastifyReply, person?: Person): Promise<void> {
  const rollout = deps.releases.rollout?.();
  if (!rollout) return;
  const name = pageCookieName(deps, request, cookieName);
  const before = readTicket(rollout, request.cookies[name]);
  const ticket = before ?? newTicket(deps, rollout, request, person);
  const isByTicket = ticket.isIn || (rollout.isRunning && isWithin(ticket.place, rollout.percent));
  const isIn = person ? await isAdmitted(deps, rollout, person.customerId, !person.isGuest && isByTicket) : isByTicket;
  if (!person?.isGuest && before?.isIn !== isIn) setTicket(deps, reply, name, writeTicket(rollout, { ...ticket, isIn }));
  request.release = isIn ? rollout.release : deps.releases.active();
}

/** A page of another host has a ticket of its own; its calls name the release that it runs. Anybody can name it, so that counts for nothing in a pause. */
const newTicket = ({ random }: Deps, { hash, salt, isRunning }: RollingRelease, { headers }: FastifyRequest, person?: Person): Ticket => ({
  place: person ? placeOf(salt, person.customerId) : random.below(places),
  isIn: isRunning && headers['x-release'] === hash,
});

/** Not strict, as the session's is: whoever follows a link from a message is the same person. */
function setTicket(deps: Deps, reply: FastifyReply, name: string, value: string): void {
  const options = cookieOfPages(deps, reply.request);
  reply.setCookie(name, value, {
    ...options,
    sameSite: options.sameSite === 'strict' ? 'lax' : options.sameSite,
    maxAge: cookieSeconds,
  });
}

/** Whether a customer gets the new release. Whoever gets it is stored, and so keeps it on every device. */
async function isAdmitted({ db }: Deps, rollout: RollingRelease, customerId: string, isByTicket: boolean): Promise<boolean> {
  const { id, salt, percent, isRunning, admitted } = rollout;
  if (admitted.has(customerId)) return true;
  if (isByTicket || (isRunning && isWithin(placeOf(salt, customerId), percent))) {
    await sql`insert into rollout_people (customer_id, rollout_id)
      select ${customerId}, id from rollouts where id = ${id} and ended_at is null on conflict do nothing`.execute(db);
  } else {
    const row = await db
      .selectFrom('rollout_people')
      .select('customer_id')
      .where('customer_id', '=', customerId)
      .where('rollout_id', '=', id)
      .executeTakeFirst();
    if (!row) return false;
  }
  if (admitted.size < mostRemembered) admitted.add(customerId);
  return true;
}

/** Some MB. Whoever is not among them is read from the database. */
const mostRemembered = 100_000;

/** Runs work under the release that was chosen for a request. */
export const underRelease = <T>({ releases }: Pick<Deps, 'releases'>, { release }: FastifyRequest, work: () => T): T =>
  release && releases.within ? releases.within(release, work) : work();

declare module 'fastify' {
  interface FastifyRequest {
    /** The release of the person, while one is rolled out. */
    release: LoadedRelease | undefined;
  }
}
