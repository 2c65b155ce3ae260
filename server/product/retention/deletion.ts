import type { Selectable } from 'kysely';
import type { DeletionRequest } from '../../contract/staff/support.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Proposal } from '../../platform/approvals/approvable.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import { numberOf } from '../application/number.ts';
import { openSnapshot, sealSnapshot } from '../application/snapshot.ts';
import { closeWork, openWork, refuseClaimedWork } from '../../platform/work/items.ts';
import { audit } from '../../platform/audit/audit.ts';
import { overpayments } from '../ledger/balances.ts';
import { refuseOpenDispute } from '../disputes/disputes.ts';
import { retentionOf } from './kind.ts';
import type { DeletionRequestRow } from './table.ts';
import { addYears } from '../../../engine/config/days.ts';
import { storeRewards } from '../rewards/kept.ts';

export const requestView = (row: Selectable<DeletionRequestRow>): DeletionRequest => ({
  id: row.id,
  customerId: row.customer_id,
  state: row.state,
  reason: row.reason,
  requestedAt: row.requested_at.toISOString(),
  requestedBy: row.requested_by,
  ...(row.closed_at ? { closedAt: row.closed_at.toISOString() } : {}),
  ...(row.kept_until === null ? {} : { keptUntil: row.kept_until }),
});

export async function listDeletionRequests({ db }: Deps, state?: DeletionRequestRow['state']): Promise<DeletionRequest[]> {
  let query = db.selectFrom('deletion_requests').selectAll().orderBy('requested_at', 'desc').limit(200);
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.execute()).map(requestView);
}

/** Records that a borrower asked for deletion (P04: by phone or mail). Asking twice keeps one request. */
export async function requestDeletion(deps: Deps, actor: string, customerId: string, reason: string): Promise<DeletionRequest> {
  const known = await deps.db.selectFrom('customers').select('deleted_at').where('id', '=', customerId).executeTakeFirst();
  if (!known || known.deleted_at) return fail('notFound');
  const row = {
    id: uuidV7(deps.clock, deps.random),
    customer_id: customerId,
    state: 'requested' as const,
    reason,
    requested_by: actor,
    requested_at: deps.clock.now(),
    closed_by: null,
    closed_at: null,
    closing_reason: null,
    kept_until: null,
  };
  return deps.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('deletion_requests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) {
      await openWork(tx, deps, { kind: 'deletion', subject: row.id, customerId, number: numberOf(row.id, 'D') });
      await audit(tx, deps, { actor, action: 'deletion.requested', subject: `customer:${customerId}`, detail: { reason } });
      return requestView(row);
    }
    const pending = await tx
      .selectFrom('deletion_requests')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    return pending ? requestView(pending) : fail('conflict');
  });
}

export async function openRequest(deps: Pick<Deps, 'db'>, id: string) {
  const row = await deps.db.selectFrom('deletion_requests').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return fail('notFound');
  if (row.state !== 'requested') fail('requestClosed', { detail: `The request is ${row.state}.` });
  return row;
}

async function close(tx: Tx, id: string, set: Partial<DeletionRequestRow>): Promise<DeletionRequest> {
  const row = await tx
    .updateTable('deletion_requests')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
  return row ? requestView(row) : fail('requestClosed');
}

export async function refuseDeletion(deps: Deps, actor: string, id: string, reason: string): Promise<DeletionRequest> {
  const { customer_id: customerId } = await openRequest(deps, id);
  return deps.db.transaction().execute(async (tx) => {
    const set = { state: 'refused' as const, closed_by: actor, closed_at: deps.clock.now(), closing_reason: reason };
    await refuseClaimedWork(tx, deps, id, actor);
    const closed = await close(tx, id, set);
    await closeWork(tx, deps, ['deletion'], id);
    await audit(tx, deps, { actor, action: 'deletion.refused', subject: `customer:${customerId}`, detail: { reason } });
    return closed;
  });
}

export interface PreparedDeletion {
  customerId: string;
  /** Day until which the law requires us to keep loans; undefined if there was none. */
  until: string | undefined;
  resealed: readonly { id: string; snapshot: string }[];
}

/** Reads what a deletion needs before its transaction (see crypto/vault.ts). Refuses with `requestClosed` if the request is closed. */
export async function prepareDeletion(deps: Deps, id: string): Promise<PreparedDeletion> {
  const { customer_id: customerId } = await openRequest(deps, id);
  const lastDay = await lastLoanDay(deps, customerId);
  const { keepYears, keepForms } = retentionOf(deps);
  const until = lastDay === undefined ? undefined : addYears(lastDay, keepYears);
  return { customerId, until, resealed: until === undefined ? [] : await snapshotsToKeep(deps, customerId, keepForms) };
}

/**
 * Refuses with `openLoan`, `moneyOwed` and `disputeWaits` while a loan is open, money is owed to the borrower, or a dispute is open. Locks
 * the customer.
 */
export async function refuseUndeletable(tx: Tx, customerId: string): Promise<void> {
  await lockForDeletion(tx, customerId);
  await refuseOpenLoan(tx, customerId);
  await refuseOwedMoney(tx, customerId);
  await refuseOpenDispute(tx, customerId);
}

/** Erases what the law does not require us to keep. Returns ids of stored files to delete. */
export async function eraseAccount(tx: Tx, deps: Deps, { customerId, until, resealed }: PreparedDeletion): Promise<string[]> {
  // Runs first, because it needs the numbers that the next step erases.
  await storeRewards(tx, deps, customerId);
  const files = await eraseAreas(tx, deps, customerId, until === undefined ? [] : retentionOf(deps).keepPurposes);
  if (until === undefined) await destroyKey(tx, customerId);
  for (const { id: application, snapshot } of resealed) {
    await tx.updateTable('applications').set({ snapshot }).where('id', '=', application).execute();
  }
  return files;
}

export interface Deleted {
  closed: DeletionRequest;
  files: readonly string[];
}

/**
 * Deletes an account. Nobody can log in to it any more, and its number may register again. Without a loan everything is deleted: the data
 * key is destroyed, and with it all sealed data, including backups. After a loan the law requires its records for some years
 * (flows/retention.json); everything else is deleted now.
 *
 * Refuses as `refuseUndeletable` does, and with `claimed` while somebody else is working on the request. Call `forgetAccount` after the
 * commit.
 */
export async function completeDeletion(
  tx: Tx,
  deps: Deps,
  { actor, checker }: Pick<Proposal, 'actor' | 'checker'>,
  id: string,
  prepared: PreparedDeletion,
): Promise<Deleted> {
  const { customerId, until } = prepared;
  await refuseUndeletable(tx, customerId);
  await refuseClaimedWork(tx, deps, id, actor, checker);
  const files = await eraseAccount(tx, deps, prepared);
  const set = { state: 'done' as const, closed_by: actor, closed_at: deps.clock.now(), kept_until: until ?? null };
  const closed = await close(tx, id, set);
  const detail = until === undefined ? {} : { keptUntil: until };
  await audit(tx, deps, { actor, action: 'deletion.done', subject: `customer:${customerId}`, detail });
  return { closed, files };
}

/** Call it after the commit: a file without a row is harmless, but a row without its file is a fault. */
export async function forgetAccount(deps: Deps, { closed, files }: Deleted): Promise<void> {
  if (closed.keptUntil === undefined) vaultOf(deps.settings.keyring).forget(closed.customerId);
  await Promise.all(files.map((file) => deps.ports.storage.delete(file)));
}

/** Destroys the keys of accounts whose retention has ended. Runs daily. Returns how many. */
export async function destroyExpired(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('deletion_requests')
    .innerJoin('data_keys', 'data_keys.customer_id', 'deletion_requests.customer_id')
    .select('deletion_requests.customer_id')
    .where('state', '=', 'done')
    .where('kept_until', '<', todayOf(deps))
    .execute();
  for (const { customer_id: customerId } of rows) {
    const files = await deps.db.transaction().execute(async (tx) => {
      const left = await eraseAreas(tx, deps, customerId, []);
      await destroyKey(tx, customerId);
      await audit(tx, deps, { actor: 'retention', action: 'deletion.keyDestroyed', subject: `customer:${customerId}` });
      return left;
    });
    vaultOf(deps.settings.keyring).forget(customerId);
    await Promise.all(files.map((file) => deps.ports.storage.delete(file)));
  }
  return rows.length;
}

/** Erases rows that an earlier version left behind because they were written during the deletion. */
async function sweepLeftovers(deps: Deps): Promise<void> {
  const { db } = deps;
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('id', 'in', db.selectFrom('upload_quotas').select('customer_id')),
        eb('id', 'in', db.selectFrom('feedback').select('customer_id')),
        eb('id', 'in', db.selectFrom('flow_states').select('customer_id')),
        eb('id', 'in', db.selectFrom('appointments').select('customer_id').where('state', '=', 'booked')),
        eb('id', 'in', db.selectFrom('easy_reloans').select('customer_id').where('state', '!=', 'off')),
        eb.and([
          eb('id', 'in', db.selectFrom('data_keys').select('customer_id')),
          eb('id', 'not in', db.selectFrom('deletion_requests').select('customer_id').where('kept_until', 'is not', null)),
        ]),
      ]),
    )
    .execute();
  for (const { id: customerId } of rows) await eraseAgain(deps, customerId);
}

async function eraseAgain(deps: Deps, customerId: string): Promise<void> {
  const files = await deps.db.transaction().execute(async (tx) => {
    await lockForDeletion(tx, customerId);
    const { until } = await tx
      .selectFrom('deletion_requests')
      .select(({ fn }) => fn.max('kept_until').as('until'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    if (until === null) await destroyKey(tx, customerId);
    return eraseAreas(tx, deps, customerId, until === null ? [] : retentionOf(deps).keepPurposes);
  });
  await Promise.all(files.map((file) => deps.ports.storage.delete(file)));
}

export const destroyExpiredAccounts: JobHandler = {
  kind: 'accounts.destroyExpired',
  everySeconds: 24 * 3600,
  run: async (deps) => {
    await sweepLeftovers(deps);
    await destroyExpired(deps);
  },
};

/** The day on which the last paid-out loan ended; undefined if no loan was ever paid out. */
async function lastLoanDay(deps: Deps, customerId: string): Promise<string | undefined> {
  const rows = await deps.db
    .selectFrom('loans')
    .select(['updated_at', 'settled_at'])
    .where('customer_id', '=', customerId)
    .where('start_day', 'is not', null)
    .execute();
  return rows
    .map(({ settled_at: settled, updated_at: updated }) => dayOf(deps, settled ?? updated))
    .toSorted()
    .at(-1);
}

/**
 * Waits for the customer's concurrent transactions, including those that only insert rows (`lockOwner`, migration 0018), and blocks new
 * ones until this transaction ends. Afterwards, transactions of both kinds are refused.
 */
async function lockForDeletion(tx: Tx, customerId: string): Promise<void> {
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forUpdate().executeTakeFirstOrThrow();
}

async function refuseOpenLoan(tx: Tx, customerId: string): Promise<void> {
  const open = await tx.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true).executeTakeFirst();
  if (open) fail('openLoan');
}

/** After the deletion nobody would know where to send the money. */
async function refuseOwedMoney(tx: Tx, customerId: string): Promise<void> {
  const loans = await tx.selectFrom('loans').select(['id', 'order_number']).where('customer_id', '=', customerId).execute();
  for (const { id, order_number: order } of loans) {
    const { owedCents = 0 } = (await overpayments(tx, id)).get(id) ?? {};
    if (owedCents > 0)
      fail('moneyOwed', {
        params: { order, owedCents },
        detail: `Loan ${order} owes the borrower ${owedCents} centavos. Send the money back and record the refund first.`,
      });
  }
}

/** Application snapshots with only the kept forms, sealed again. Call it before any transaction (see crypto/vault.ts). */
async function snapshotsToKeep(deps: Deps, customerId: string, keepForms: readonly string[]) {
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const rows = await deps.db.selectFrom('applications').select(['id', 'snapshot']).where('customer_id', '=', customerId).execute();
  return rows.map(({ id, snapshot }) => {
    const answers = openSnapshot(vault, { id, snapshot });
    const kept = Object.fromEntries(Object.entries(answers).filter(([form]) => keepForms.includes(form)));
    return { id, snapshot: sealSnapshot(vault, id, kept) };
  });
}

/** Deletes the person's data in each area, except files of the kept purposes. Returns ids of stored files to delete. */
async function eraseAreas(tx: Tx, deps: Deps, customerId: string, keepPurposes: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const { erase } of deps.areas) files.push(...((await erase?.({ tx, deps, customerId, keepPurposes })) ?? []));
  return files;
}

/** Crypto-shredding: without the key nobody can read the data it sealed, wherever copies may be. */
const destroyKey = (tx: Tx, customerId: string) => tx.deleteFrom('data_keys').where('customer_id', '=', customerId).execute();
