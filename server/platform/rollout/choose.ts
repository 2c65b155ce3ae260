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
  /** The browser belongs to a guest, which says nothing about the customer's own browser. */
  isGuest: boolean;
}

/**
 * Decides which release a request gets during a rollout, and stores it in the request. A customer's own place decides, whatever the browser
 * sends, because a client can draw tickets repeatedly or name a release. A ticket decides only for visitors, who are counted by network. No
 * customer returns to the old release while the rollout is open.
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

/** The customer's browser takes over the customer's place, and keeps it after the logout. */
async function ticketOf(deps: Deps, rollout: RollingRelease, customerId: string): Promise<Ticket> {
  return { place: placeOf(rollout.salt, customerId), isIn: await isAdmitted(deps, rollout, customerId) };
}

const visitorsTicket = ({ isRunning, percent }: RollingRelease, { place, isIn }: Ticket): Ticket => ({
  place,
  isIn: isIn || (isRunning && isWithin(place, percent)),
});

const isSame = (one: Ticket | undefined, other: Ticket): boolean => one?.place === other.place && one.isIn === other.isIn;

/**
 * A page on another host has its own ticket, and its calls name the release that it runs. Anybody can send that header, so it has no effect
 * while the rollout is paused.
 */
const newTicket = ({ random }: Deps, { hash, isRunning }: RollingRelease, { headers }: FastifyRequest): Ticket => ({
  place: random.below(places),
  isIn: isRunning && headers['x-release'] === hash,
});

/** The cookie is not SameSite=Strict like the session's, because somebody who follows a link from a message is still the same person. */
function setTicket(deps: Deps, reply: FastifyReply, name: string, value: string): void {
  const options = cookieOfPages(deps, reply.request);
  reply.setCookie(name, value, {
    ...options,
    sameSite: options.sameSite === 'strict' ? 'lax' : options.sameSite,
    maxAge: cookieSeconds,
  });
}

/**
 * Whether a customer gets the new release. Admission is stored, so it holds on every device. The rollout's row decides on new admissions:
 * another node may have just paused the rollout, or the approver may have lost their access.
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

/** Takes a few MB. Customers beyond this are looked up in the database. */
const mostRemembered = 100_000;

/** Runs work under the release chosen for a request. */
export const underRelease = <T>({ releases }: Pick<Deps, 'releases'>, { release }: FastifyRequest, work: () => T): T =>
  release && releases.within ? releases.within(release, work) : work();

declare module 'fastify' {
  interface FastifyRequest {
    /** The person's release during a rollout. */
    release: LoadedRelease | undefined;
  }
}
