import type { Static } from 'typebox';
import { identityOperations as operations } from '../../contract/staff/identities.ts';
import { type Approvable, approvable } from '../approvals/approvable.ts';
import { approvalsOf } from '../approvals/kind.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { enrolWithinSeconds } from '../factorReset/reset.ts';
import { fail } from '../problem.ts';
import type { StaffOidcSettings } from '../providerSettings.ts';
import { endAccess, endLink, hasFactor } from '../staff/people.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds } from '../time.ts';
import type { Identity } from './provider.ts';

export const providerOf = ({ settings }: Pick<Deps, 'settings'>): StaffOidcSettings => settings.providers.staffOidc ?? fail('notFound');

/** The identity of a person, as an admin sees it. */
export async function identityOf({ db }: Pick<Deps, 'db'>, staffId: string) {
  const row = await db.selectFrom('staff_identities').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
  if (!row) return {};
  const lastUsed = row.last_used_at ? { lastUsedAt: row.last_used_at.toISOString() } : {};
  const identity = row.email ?? row.subject ?? '';
  return { linked: { issuer: row.issuer, identity, linkedAt: row.linked_at.toISOString(), ...lastUsed } };
}

/**
 * Finds the person with this identity. The subject decides. An e-mail address that an admin entered counts once, if the provider has
 * verified it: its subject is then stored, so that the next owner of the address does not become this person.
 */
export async function ownerOf(tx: Tx, deps: Pick<Deps, 'clock'>, { issuer, subject, email }: Identity): Promise<string | undefined> {
  const used = { last_used_at: deps.clock.now() };
  const known = await tx
    .updateTable('staff_identities')
    .set(used)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('staff_id')
    .executeTakeFirst();
  if (known || email === undefined) return known?.staff_id;
  const first = await tx
    .updateTable('staff_identities')
    .set({ ...used, subject })
    .where('issuer', '=', issuer)
    .where('email', '=', email)
    .where('subject', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  if (first) {
    const about = `staff:${first.staff_id}`;
    await audit(tx, deps, { actor: about, action: 'staff.identityConfirmed', subject: about });
  }
  return first?.staff_id;
}

type Link = Static<(typeof operations)['staff.linkIdentity']['input']>;

/**
 * Lets a person without one of our factors add the first one after a login through the provider, because a session without a factor is
 * never fresh. Removes an earlier password: somebody who held the enrolment link may have chosen it.
 */
async function letEnrol(tx: Tx, { clock }: Pick<Deps, 'clock'>, id: string): Promise<void> {
  const now = clock.now();
  const enrols = await tx
    .updateTable('staff')
    .set({ password_hash: null, totp_pending: null, enrol_until: addSeconds(now, enrolWithinSeconds) })
    .where('id', '=', id)
    .where(hasFactor, '=', false)
    .returning('id')
    .executeTakeFirst();
  if (enrols)
    await tx.updateTable('staff_sessions').set({ ended_at: now }).where('staff_id', '=', id).where('ended_at', 'is', null).execute();
}

const endSessions = (tx: Tx, { clock }: Pick<Deps, 'clock'>, id: string) =>
  tx
    .updateTable('staff_sessions')
    .set({ ended_at: clock.now() })
    .where('staff_id', '=', id)
    .where('by_provider', '=', true)
    .where('ended_at', 'is', null)
    .execute();

/**
 * The holder of the identity can log in as the person, so another admin has to agree. The proposal becomes void if the role, the access or
 * the identity has changed since.
 */
export const linkIdentity: Approvable = approvable(operations['staff.linkIdentity'], {
  facts: async (tx, deps, { id }: Link, { actor }) => {
    providerOf(deps);
    const isHeld = approvalsOf(deps).actions.some(({ operation }) => operation === 'staff.linkIdentity');
    if (!isHeld) fail('nobodyApproves', { detail: 'flows/approvals.json must say who approves an identity.' });
    if (actor === `staff:${id}`) fail('ownRights', { detail: 'Another admin must ask for this.' });
    // Lock the enrolment before the person's own row, in the same order as `enrol`.
    await tx.selectFrom('staff_enrolments').select('staff_id').where('staff_id', '=', id).forUpdate().execute();
    const row = await tx
      .selectFrom('staff')
      .leftJoin('staff_identities', 'staff_id', 'staff.id')
      .select(['name', 'role', 'disabled_at', 'issuer', 'email', 'subject'])
      .where('staff.id', '=', id)
      .forNoKeyUpdate('staff')
      .executeTakeFirst();
    if (!row) fail('notFound');
    const replaces = row.issuer === null ? {} : { replaces: row.email ?? row.subject ?? '', replacesIssuer: row.issuer };
    return { subject: `staff:${id}`, number: row.name, role: row.role, disabled: row.disabled_at !== null, ...replaces };
  },
  run: async (tx, deps, { id, identity, reason }: Link, { actor }) => {
    const { issuer } = providerOf(deps);
    const isEmail = identity.includes('@');
    const row = {
      staff_id: id,
      issuer,
      subject: isEmail ? null : identity,
      email: isEmail ? identity.toLowerCase() : null,
      linked_by: actor,
      linked_at: deps.clock.now(),
      last_used_at: null,
    };
    const column = isEmail ? 'email' : 'subject';
    const taken = await tx
      .selectFrom('staff_identities')
      .select('staff_id')
      .where('issuer', '=', issuer)
      .where(column, '=', row[column])
      .where('staff_id', '!=', id)
      .executeTakeFirst();
    if (taken) fail('identityTaken', { detail: 'This identity belongs to somebody else.' });
    await tx
      .insertInto('staff_identities')
      .values(row)
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
      .execute();
    await endLink(tx, id);
    await letEnrol(tx, deps, id);
    await endSessions(tx, deps, id);
    await audit(tx, deps, { actor, action: 'staff.identityLinked', subject: `staff:${id}`, detail: { reason, issuer } });
    return { id };
  },
});

/**
 * Removes the login through the provider at once. A person without one of our factors can then no longer log in, and has no access until
 * two admins restore it: the admin who removes the login must not get in with a new link alone.
 */
export const unlinkIdentity = (
  deps: Deps,
  { actor }: StaffSession,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('staff').select(hasFactor.as('stays')).where('id', '=', id).executeTakeFirst();
    // End the access before deleting the identity, because `linkIdentity` locks the person first.
    if (row && !row.stays) await endAccess(tx, deps, id, actor);
    const gone = await tx.deleteFrom('staff_identities').where('staff_id', '=', id).returning('issuer').executeTakeFirst();
    if (!gone) fail('notFound');
    await endSessions(tx, deps, id);
    await audit(tx, deps, { actor, action: 'staff.identityUnlinked', subject: `staff:${id}`, detail: { reason, issuer: gone.issuer } });
    return { id };
  });
