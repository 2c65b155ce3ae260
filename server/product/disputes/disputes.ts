import type { Dispute } from '../../contract/staff/disputes.ts';
import type { StaffInput } from '../../contract/staff/operations.ts';
import { audit } from '../../platform/audit/audit.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { closeWork, openWork, refuseClaimedWork } from '../../platform/work/items.ts';
import { refuseUnknownCode } from '../../platform/work/kind.ts';
import { numberOf } from '../application/number.ts';

type Opened = StaffInput<'staff.openDispute'>;

const mostShown = 100;

const numberOfDispute = (id: string): string => numberOf(id, 'C');
const notePlace = (id: string): string => `dispute|${id}`;
const answerPlace = (id: string): string => `dispute|${id}|answer`;

/** The customer and loan that a dispute is about. Refuses with `notFound` if they do not exist or the account is deleted. */
async function disputed(db: Db, { about, id }: Pick<Opened, 'about' | 'id'>): Promise<{ customerId: string; loanId: string | null }> {
  const row =
    about === 'customer'
      ? { customer_id: id, loan_id: null }
      : about === 'loan'
        ? await db.selectFrom('loans').select(['customer_id', 'id as loan_id']).where('id', '=', id).executeTakeFirst()
        : await db.selectFrom('repayments').select(['customer_id', 'loan_id']).where('id', '=', id).executeTakeFirst();
  if (!row) return fail('notFound');
  const known = await db.selectFrom('customers').select('deleted_at').where('id', '=', row.customer_id).executeTakeFirst();
  if (!known || known.deleted_at) fail('notFound');
  return { customerId: row.customer_id, loanId: row.loan_id };
}

/** Records a dispute and adds it to its queue. */
export async function openDispute(deps: Deps, { id: by, actor }: StaffSession, { about, id: subject, reason, note }: Opened) {
  await refuseUnknownCode(deps, 'disputeReason', reason, '/reason');
  const { customerId, loanId } = await disputed(deps.db, { about, id: subject });
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const id = uuidV7(deps.clock, deps.random);
  const number = numberOfDispute(id);
  return deps.db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('disputes')
      .values({
        id,
        customer_id: customerId,
        about,
        subject,
        loan_id: loanId,
        reason,
        note: vault.seal(notePlace(id), note.trim()),
        opened_by: by,
        opened_at: deps.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) fail('disputeOpen');
    await openWork(tx, deps, { kind: 'dispute', subject: id, customerId, number });
    await audit(tx, deps, { actor, action: 'dispute.opened', subject: `${about}:${subject}`, detail: { dispute: id, reason } });
    return { id, number };
  });
}

/** Resolves a dispute with an outcome. Refuses with `disputeResolved` if somebody else was faster. */
export async function resolveDispute(
  deps: Deps,
  { id: by, actor }: StaffSession,
  { id, outcome, note }: StaffInput<'staff.resolveDispute'>,
): Promise<{ state: string }> {
  await refuseUnknownCode(deps, 'disputeOutcome', outcome, '/outcome');
  const known = (await deps.db.selectFrom('disputes').select('customer_id').where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, known.customer_id);
  return deps.db.transaction().execute(async (tx) => {
    await refuseClaimedWork(tx, deps, id, actor);
    const row = await tx
      .updateTable('disputes')
      .set({
        state: 'resolved',
        outcome,
        answer: vault.seal(answerPlace(id), note.trim()),
        resolved_by: by,
        resolved_at: deps.clock.now(),
      })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['about', 'subject'])
      .executeTakeFirst();
    if (!row) return fail('disputeResolved');
    await closeWork(tx, deps, ['dispute'], id);
    const detail = { dispute: id, outcome };
    await audit(tx, deps, { actor, action: 'dispute.resolved', subject: `${row.about}:${row.subject}`, detail });
    return { state: 'resolved' };
  });
}

const rows = (db: Db) =>
  db
    .selectFrom('disputes')
    .innerJoin('staff as opener', 'opener.id', 'disputes.opened_by')
    .leftJoin('staff as resolver', 'resolver.id', 'disputes.resolved_by')
    .leftJoin('loans', 'loans.id', 'disputes.loan_id')
    .leftJoin('repayments', 'repayments.id', 'disputes.subject')
    .selectAll('disputes')
    .select(['opener.name as opener', 'resolver.name as resolver', 'loans.order_number', 'repayments.reference'])
    .orderBy('disputes.id', 'desc')
    .limit(mostShown);

type FoundRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

/** A customer's open and resolved disputes, newest first. */
export async function disputesOf(deps: Deps, customerId: string): Promise<Dispute[]> {
  return opened(deps, await rows(deps.db).where('disputes.customer_id', '=', customerId).execute());
}

export async function findDispute(deps: Deps, id: string): Promise<Dispute> {
  const [found] = await opened(deps, await rows(deps.db).where('disputes.id', '=', id).execute());
  return found ?? fail('notFound');
}

/** Decrypts the notes of one customer's disputes. */
async function opened(deps: Deps, found: readonly FoundRow[]): Promise<Dispute[]> {
  const [first] = found;
  if (!first) return [];
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, first.customer_id);
  return found.map((row) => ({
    id: row.id,
    number: numberOfDispute(row.id),
    customerId: row.customer_id,
    about: row.about,
    ...(row.loan_id === null ? {} : { loanId: row.loan_id }),
    ...(row.order_number === null ? {} : { orderNumber: row.order_number }),
    ...(row.reference === null ? {} : { reference: row.reference }),
    reason: row.reason,
    state: row.state,
    note: String(vault.open(notePlace(row.id), row.note)),
    openedAt: row.opened_at.toISOString(),
    openedBy: row.opener,
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...(row.answer === null ? {} : { answer: String(vault.open(answerPlace(row.id), row.answer)) }),
    ...(row.resolved_at === null ? {} : { resolvedAt: row.resolved_at.toISOString() }),
    ...(row.resolver === null ? {} : { resolvedBy: row.resolver }),
  }));
}

/** Refuses with `disputeWaits` to delete an account that has an open dispute, because nobody could answer it afterwards. */
export async function refuseOpenDispute(tx: Tx, customerId: string): Promise<void> {
  const open = await tx
    .selectFrom('disputes')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (open) fail('disputeWaits');
}
