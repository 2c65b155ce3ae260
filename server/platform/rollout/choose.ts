import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { cookieOfPages, pageCookieName } from '../http/hosts.ts';
import type { LoadedRelease, RollingRelease } from '../release/types.ts';
import { isWithin, placeOf, places, readTicket, writeTicket, type Ticket } from './assign.ts';
import { countVisit, countVisitor } from './count.ts';

const cookieName = 'release';
const cookieSeconds = 90 * 24 * 3600;

interface Person {
  customerId: string;
  /** The browser belongs to somebody else, who says nothing about the customer. */
  isGuest: boolean;
}

/**
 * Decides which release a request gets while one is rolled out, and remembers it in the request. A customer's own place decides, whatever a
 * browser says: one can draw a ticket again and again, or name a release. A ticket decides only for visitors, who count by network. No customer
 * goes back to the old release while the rollout is open.
 */
export async function chooseRelease(deps: Deps, request: FastifyRequest, reply: FastifyReply, person?: Person): Promise<void> {
  const rollout = deps.releases.rollout?.();
  if (!rollout) return;
  const name = pageCookieName(deps, request, cookieName);
  const before = readTicket(rollout, request.cookies[name]);
  const ticket = person
    ? await ticketOf(deps, rollout, person.customerId)
    : visitorsTicket(rollout, before ?? newTicket(deps, rollout, request));
  if (!person?.isGuest && !isSame(before, ticket)) setTicket(deps, reply, name, writeTicket(rollout, ticket));
  request.release = ticket.isIn ? rollout.release : deps.releases.active();
  if (!person) countVisitor(deps, request, rollout, ticket.isIn);
  else if (!person.isGuest) countVisit(deps, request, { rollout, customerId: person.customerId, isNext: ticket.isIn });
}

/** The browser of a customer takes the customer's place, also after the logout. */
async function ticketOf(deps: Deps, rollout: RollingRelease, customerId: string): Promise<Ticket> {
  return { place: placeOf(rollout.salt, customerId), isIn: await isAdmitted(deps, rollout, customerId) };
}

const visitorsTicket = ({ isRunning, percent }: RollingRelease, { place, isIn }: Ticket): Ticket => ({
  place,
  isIn: isIn || (isRunning && isWithin(place, percent)),
});

const isSame = (one: Ticket | undefined, other: Ticket): boolean => one?.place === other.place && one.isIn === other.isIn;

/** A page of another host has a ticket of its own; its calls name the release that it runs. Anybody can name it, so that counts for nothing in a pause. */
const newTicket = ({ random }: Deps, { hash, isRunning }: RollingRelease, { headers }: FastifyRequest): Ticket => ({
  place: random.below(places),
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

/**
 * Whether a customer gets the new release. Whoever gets it is stored, and so keeps it on every device. The row of the rollout decides whether
 * anybody new gets it: another node may have paused it just now, or whoever approved it may have lost their access.
 */
async function isAdmitted({ db }: Deps, rollout: RollingRelease, customerId: string): Promise<boolean> {
  const { id, salt, percent, isRunning, admitted } = rollout;
  if (admitted.has(customerId)) return true;
  if (isRunning && isWithin(placeOf(salt, customerId), percent))
    await sql`insert into rollout_people (customer_id, rollout_id)
      select ${customerId}, id from rollouts where id = ${id} and state = 'running' and change_is_approved(change_id)
      on conflict do nothing`.execute(db);
  const row = await db
    .selectFrom('rollout_people')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('rollout_id', '=', id)
    .executeTakeFirst();
  if (!row) return false;
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
