import type { Static } from 'typebox';
import { beginLink } from '../staff/enrolmentLinks.ts';
import { rightsOperations as operations } from '../../contract/staff/rights.ts';
import { type ActionFacts, approvable, type Proposal } from '../approvals/approvable.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { freeAll, personColumns, personOf } from '../staff/people.ts';

type Enabled = Static<(typeof operations)['staff.enablePerson']['input']>;
type Changed = Static<(typeof operations)['staff.changeRole']['input']>;

interface Rights {
  role: string;
  disabled: boolean;
  emergency: boolean;
}

/** Facts that a checker should know. If they change, the proposal is void. */
async function factsOf(tx: Tx, { id }: { id: string }, { actor }: Proposal): Promise<ActionFacts & Rights> {
  if (actor === `staff:${id}`) fail('ownRights', { detail: 'You cannot change your own rights.' });
  const row = (await tx.selectFrom('staff').select(personColumns).where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  return { subject: `staff:${id}`, number: row.name, role: row.role, disabled: row.disabled_at !== null, emergency: row.is_emergency };
}

const enable = approvable(operations['staff.enablePerson'], {
  facts: async (tx, _deps, input: Enabled, proposal) => {
    const facts = await factsOf(tx, input, proposal);
    return facts.disabled ? facts : fail('sameRights', { detail: 'This person already has access.' });
  },
  run: async (tx, deps, { id, reason }: Enabled, { actor, checker, proposedAt }) => {
    // Nobody approves the access behind a link that they made. Lock it before the person, in the same order as `enrol`.
    const link = await tx.selectFrom('staff_enrolments').select('made_by').where('staff_id', '=', id).forUpdate().executeTakeFirst();
    if (checker !== undefined && link?.made_by === checker) fail('ownLink', { detail: 'Another admin must approve this.' });
    const row = await tx
      .updateTable('staff')
      .set({ disabled_at: null })
      .where('id', '=', id)
      .where('disabled_at', 'is not', null)
      .returning(personColumns)
      .executeTakeFirst();
    if (!row) fail('sameRights', { detail: 'This person already has access.' });
    await beginLink(tx, deps, id, proposedAt);
    await audit(tx, deps, { actor, action: 'staff.enabled', subject: `staff:${id}`, detail: { reason, role: row.role } });
    return personOf(row);
  },
});

const changeRole = approvable(operations['staff.changeRole'], {
  facts: async (tx, _deps, input: Changed, proposal) => {
    const facts = await factsOf(tx, input, proposal);
    if (facts.emergency) fail('emergencyAccount', { detail: 'The emergency account stays with an admin. Name another account first.' });
    return facts.role === input.role ? fail('sameRights', { detail: 'This person has that role already.' }) : facts;
  },
  run: (tx, deps, input: Changed, { actor }) => carryRoleOut(tx, deps, input, actor),
});

/** Ends their sessions, so that they log in again with the new role, and releases their work, because the new role may not see it. */
async function carryRoleOut(tx: Tx, deps: Deps, { id, role, reason }: Changed, actor: string) {
  const now = deps.clock.now();
  const row = await tx
    .updateTable('staff')
    .set({ role })
    .where('id', '=', id)
    .where('role', '!=', role)
    .returning(personColumns)
    .executeTakeFirst();
  if (!row) fail('sameRights', { detail: 'This person has that role already.' });
  await tx.updateTable('staff_sessions').set({ ended_at: now }).where('staff_id', '=', id).where('ended_at', 'is', null).execute();
  await freeAll(tx, deps, id);
  await audit(tx, deps, { actor, action: 'staff.roleChanged', subject: `staff:${id}`, detail: { reason, role } });
  return personOf(row);
}

export const approvableRights = [enable, changeRole];
