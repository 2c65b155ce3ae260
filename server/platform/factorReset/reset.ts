import type { Static } from 'typebox';
import { factorOperations as operations } from '../../contract/staff/factors.ts';
import { type Approvable, approvable } from '../approvals/approvable.ts';
import { approvalsOf } from '../approvals/kind.ts';
import { audit } from '../audit/audit.ts';
import { fail } from '../problem.ts';
import { endLink } from '../staff/people.ts';
import { addSeconds } from '../time.ts';

/** A person whom the identity provider knows enrols a factor without a link, so the time window is short. */
export const enrolWithinSeconds = 24 * 3600;

type Reset = Static<(typeof operations)['staff.resetFactors']['input']>;

/**
 * Removes the password and every second factor of a person and ends the sessions. An admin then creates a link (`staff.newEnrolmentLink`)
 * with which the person sets up both again.
 */
export const resetFactors: Approvable = approvable(operations['staff.resetFactors'], {
  facts: async (tx, deps, { id }: Reset, { actor }) => {
    const isHeld = approvalsOf(deps).actions.some(({ operation }) => operation === 'staff.resetFactors');
    if (!isHeld) fail('nobodyApproves', { detail: 'flows/approvals.json must say who approves a reset.' });
    if (actor === `staff:${id}`) fail('ownRights', { detail: 'Another admin must ask for this.' });
    const row = await tx
      .selectFrom('staff')
      .select(['name', 'role'])
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    return row ? { subject: `staff:${id}`, number: row.name, role: row.role } : fail('notFound');
  },
  run: async (tx, deps, { id, reason }: Reset, { actor }) => {
    const now = deps.clock.now();
    await endLink(tx, id);
    await tx
      .updateTable('staff')
      .set({ password_hash: null, totp_sealed: null, totp_pending: null, enrol_until: addSeconds(now, enrolWithinSeconds) })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('staff_passkeys').where('staff_id', '=', id).execute();
    await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
    await tx.updateTable('staff_sessions').set({ ended_at: now }).where('staff_id', '=', id).where('ended_at', 'is', null).execute();
    await audit(tx, deps, { actor, action: 'staff.factorsReset', subject: `staff:${id}`, detail: { reason } });
    return { id };
  },
});
