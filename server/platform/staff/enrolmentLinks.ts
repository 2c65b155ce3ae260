import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type EnrolmentLink, enrolmentOperations as operations, type OpenedEnrolment } from '../../contract/staff/enrolment.ts';
import { peopleOperations, type PersonPage } from '../../contract/staff/people.ts';
import { rightsOperations } from '../../contract/staff/rights.ts';
import type { StaffRole } from '../../contract/staff/operation.ts';
import { audit } from '../audit/audit.ts';
import { hashToken } from '../auth/linkToken.ts';
import { pageAddress } from '../auth/sendLink.ts';
import { sourceOf } from '../http/source.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/types.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds, hourSeconds } from '../time.ts';
import { deviceOf } from './device.ts';
import { staffEndpoint } from './endpoint.ts';
import { hashPassword } from './password.ts';
import { endAccess, getPerson, hasFactor, insertPerson } from './people.ts';
import { beginHere, mayLogInHere, setStaffCookie } from './sessions.ts';
import { takeChallengeTry } from './tries.ts';

interface For {
  id: string;
  /** Path of the page that opens the link. */
  page: string;
}

/** Creates a person without a password or second factor, and a link for choosing both. Refuses with `nameTaken` if the name is taken. */
export async function invite(
  deps: Deps,
  request: FastifyRequest,
  { name, role, page }: { name: string; role: StaffRole; page: string },
  by: string,
) {
  const person = await deps.db
    .transaction()
    .execute((tx) => insertPerson(tx, deps, { name, role, password_hash: null, totp_sealed: null }, by, { waits: true }));
  return { person, ...(offersLinks(deps) ? { link: await newLink(deps, request, { id: person.id, page }, by) } : {}) };
}

/** Under STAFF_OIDC_ONLY people log in through the provider and need none of our factors. */
const offersLinks = ({ settings }: Pick<Deps, 'settings'>): boolean => settings.providers.staffOidc?.only !== true;

/**
 * Creates an enrolment link for a person without a login. One statement checks for a login and stores the link, because the holder of the
 * link becomes that person. Therefore the person's access ends, and an approval from before the link does not apply to it.
 */
export async function newLink(deps: Deps, request: FastifyRequest, { id, page }: For, by: string): Promise<EnrolmentLink> {
  if (!offersLinks(deps)) fail('providerOnly', { detail: 'People log in through the provider here.' });
  const now = deps.clock.now();
  const token = randomToken(deps.random);
  const address = pageAddress(deps, request, `${page}/${token}`);
  const expires = endOfLink(deps);
  await deps.db.transaction().execute(async (tx) => {
    await endAccess(tx, deps, id, by);
    const { rows } = await sql`
      insert into staff_enrolments (staff_id, token_hash, expires_at, made_by)
      select id, ${hashToken(token)}, ${expires}, ${by} from staff
      where id = ${id} and ${hasNoLogin(now)}
      on conflict (staff_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, made_by = excluded.made_by
      returning staff_id`.execute(tx);
    if (rows.length === 0) fail('hasLogin', { detail: 'This person has a login. Reset their second factors first.' });
    await audit(tx, deps, { actor: by, action: 'staff.enrolmentLinkMade', subject: `staff:${id}` });
  });
  return { address, until: expires.toISOString() };
}

const endOfLink = (deps: Deps): Date => addSeconds(deps.clock.now(), loginPolicy(deps).staffLinkHours * hourSeconds);

/**
 * Restarts the link's hours at the approval, before which the link cannot be used. A link that had expired when the access was proposed
 * stays expired.
 */
export const beginLink = (tx: Tx, deps: Deps, id: string, proposedAt: Date) =>
  tx
    .updateTable('staff_enrolments')
    .set({ expires_at: endOfLink(deps) })
    .where('staff_id', '=', id)
    .where('expires_at', '>', proposedAt)
    .execute();

/** The person never enrolled, or was reset by two admins. Somebody who logs in through the provider has a login. */
const hasNoLogin = (now: Date) => sql<boolean>`(not ${hasFactor}
  and (coalesce(enrol_until > ${now}, false) or not exists (select from staff_identities where staff_id = staff.id)))`;

async function personPage(deps: Deps, id: string): Promise<PersonPage> {
  const person = await getPerson(deps, id);
  const row = await deps.db.selectFrom('staff').select(hasNoLogin(deps.clock.now()).as('enrols')).where('id', '=', id).executeTakeFirst();
  return { ...person, enrols: row?.enrols === true && offersLinks(deps) };
}

/** Whether a second person can still approve the access. */
const isProposed = (now: Date) => sql<boolean>`exists (select from approvals where operation = ${rightsOperations['staff.enablePerson'].id}
  and subject = 'staff:' || staff.id and state = 'pending' and approvals.expires_at > ${now}
  and approvals.requested_at < staff_enrolments.expires_at)`;

const findLink = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) =>
  db
    .selectFrom('staff_enrolments')
    .innerJoin('staff', 'staff.id', 'staff_enrolments.staff_id')
    .select(['name', 'role', 'disabled_at', 'is_emergency', isProposed(clock.now()).as('proposed')])
    .where('token_hash', '=', hashToken(token))
    .where((eb) => eb.or([eb('expires_at', '>', clock.now()), isProposed(clock.now())]))
    .executeTakeFirst();

async function openEnrolment(deps: Deps, token: string, address: string): Promise<OpenedEnrolment> {
  await takeChallengeTry(deps, address, 'enrolment');
  const row = await findLink(deps, token);
  if (!row) return { state: 'gone' };
  if (row.disabled_at !== null) return row.proposed ? { state: 'waits', name: row.name, role: row.role } : { state: 'gone' };
  return mayLogInHere(deps, row) ? { state: 'open', name: row.name, role: row.role } : { state: 'gone' };
}

/**
 * Consumes a link: its holder chooses the password and gets a session that may only add a second factor. Until the link would have expired,
 * the password alone resumes the enrolment (`enterToEnrol`). The person's other sessions end.
 */
async function enrol(deps: Deps, { token, password }: { token: string; password: string }, reply: FastifyReply) {
  const { request } = reply;
  await takeChallengeTry(deps, request.ip, 'enrolment');
  const found = await findLink(deps, token);
  if (!found || !mayLogInHere(deps, found)) fail('linkGone');
  const passwordHash = await hashPassword(password);
  const cookie = randomToken(deps.random);
  const begun = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const link = await tx
      .deleteFrom('staff_enrolments')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .returning(['staff_id', 'expires_at'])
      .executeTakeFirst();
    const row =
      link &&
      (await tx
        .updateTable('staff')
        .set({ password_hash: passwordHash, totp_pending: null, enrol_until: link.expires_at })
        .where('id', '=', link.staff_id)
        .where('disabled_at', 'is', null)
        .where(hasFactor, '=', false)
        .returningAll()
        .executeTakeFirst());
    if (!row) return fail('linkGone');
    await tx.updateTable('staff_sessions').set({ ended_at: now }).where('staff_id', '=', row.id).where('ended_at', 'is', null).execute();
    await audit(tx, deps, { actor: `staff:${row.id}`, action: 'staff.passwordChosen', subject: `staff:${row.id}` });
    const source = { address: sourceOf(request.ip).address, cookie, device: deviceOf(request), isVerified: false };
    return beginHere(tx, deps, row, source);
  });
  setStaffCookie(deps, reply, { token: begun.token, cookie });
  return begun;
}

export function enrolmentLinks(app: App): void {
  staffEndpoint(app, peopleOperations['staff.person'], ({ deps, input }) => personPage(deps, input.id));
  staffEndpoint(app, operations['staff.openEnrolment'], ({ deps, request, input }) => openEnrolment(deps, input.token, request.ip));
  staffEndpoint(app, operations['staff.enrol'], ({ deps, input, reply }) => enrol(deps, input, reply));
}
