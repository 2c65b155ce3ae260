import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import { timeZoneOf } from '../time.ts';
import { dueAt } from './deadline.ts';
import { queuesOf } from './kind.ts';

export interface NewWork {
  kind: string;
  subject: string;
  customerId?: string;
  number: string;
  /** Id of the person who asked for it, if they must not do it themselves. */
  notFor?: string;
  /** The action that it asks for, for kinds of work with `actions` of an area. */
  action?: string;
}

/** Adds work in the transaction that causes it. Keeps an open item of the same kind about the same subject. */
export async function openWork(tx: Tx, deps: Deps, { kind, subject, customerId, number, notFor, action }: NewWork): Promise<void> {
  const now = deps.clock.now();
  const { dueAt: due, deadline } = dueAt(queuesOf(deps), timeZoneOf(deps), kind, now);
  await tx
    .insertInto('work_items')
    .values({
      id: uuidV7(deps.clock, deps.random),
      kind,
      subject,
      customer_id: customerId ?? null,
      number,
      not_for: notFor ?? null,
      action: action ?? null,
      opened_at: now,
      due_at: due,
      deadline,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Closes the work about a subject, in the transaction that does it, and ends its claim. */
export async function closeWork(tx: Tx, deps: Pick<Deps, 'clock'>, kinds: readonly string[], subject: string): Promise<void> {
  await tx
    .updateTable('work_items')
    .set({ closed_at: deps.clock.now(), claimed_by: null, claimed_until: null, held_until: null, snoozed_by: null, snoozed_until: null })
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .execute();
}

/** Stops handing out the work about a subject while a second person may decide on a proposal. `until`: null if nothing waits. */
export async function waitForSecond(tx: Tx, subject: string, until: Date | null): Promise<void> {
  await tx.updateTable('work_items').set({ waits_until: until }).where('subject', '=', subject).where('closed_at', 'is', null).execute();
}

/** Releases what a person has claimed, snoozed or been assigned, in the transaction that ends or changes their access. */
export async function freeWork(tx: Tx, staffId: string): Promise<void> {
  await sql`update work_items set assigned_to = nullif(assigned_to, ${staffId}), claimed_by = nullif(claimed_by, ${staffId}),
      claimed_until = case when claimed_by <> ${staffId} then claimed_until end,
      held_until = case when claimed_by <> ${staffId} then held_until end,
      snoozed_by = nullif(snoozed_by, ${staffId}), snoozed_until = case when snoozed_by <> ${staffId} then snoozed_until end,
      snooze_reason = case when snoozed_by <> ${staffId} then snooze_reason end
    where closed_at is null and (assigned_to = ${staffId} or claimed_by = ${staffId} or snoozed_by = ${staffId})`.execute(tx);
}

/** The customer of each open item of these kinds; null for an item without one. */
export async function customersOfWork(tx: Tx, kinds: readonly string[], ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('work_items')
    .select('customer_id')
    .where('id', 'in', ids)
    .where('kind', 'in', ['', ...kinds])
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ customer_id: customer }) => customer);
}

/**
 * Refuses with `claimed` while somebody else has claimed the work about a subject. Call it in the transaction that does the work: it locks
 * the item, so that nobody claims it meanwhile.
 *
 * @param actors `staff:<id>` of the person who does the work, and of the person who approves it
 */
export async function refuseClaimedWork(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  subject: string,
  ...actors: readonly (string | undefined)[]
): Promise<void> {
  const { rows } = await sql<{ claimed_by: string | null; claimed_until: Date | null; name: string | null }>`
    select claimed_by, claimed_until, (select name from staff where staff.id = claimed_by) as name
    from work_items where subject = ${subject} and closed_at is null for update`.execute(tx);
  for (const { claimed_by: by, claimed_until: until, name } of rows) {
    if (by !== null && until !== null && until > deps.clock.now() && !actors.includes(`staff:${by}`)) refuseClaimed(name, until);
  }
}

/**
 * Claims the work about a subject for the person who decided on it, so that nobody else begins it before the decision is carried out.
 * Refuses with `claimed` while somebody else has the item.
 *
 * @param until earliest time at which the claim can be released
 */
export async function holdWork(tx: Tx, deps: Pick<Deps, 'clock'>, subject: string, staffId: string, until: Date): Promise<void> {
  await refuseClaimedWork(tx, deps, subject, `staff:${staffId}`);
  await sql`update work_items set claimed_by = ${staffId}, held_until = ${until},
      claimed_until = case when claimed_by = ${staffId} then greatest(claimed_until, ${until}) else ${until}::timestamptz end
    where subject = ${subject} and closed_at is null`.execute(tx);
}

/** Ends `holdWork`, because the decision was withdrawn. The claim continues. */
export async function unholdWork(tx: Tx, subject: string, staffId: string): Promise<void> {
  await tx.updateTable('work_items').set({ held_until: null }).where('subject', '=', subject).where('claimed_by', '=', staffId).execute();
}

export const refuseClaimed = (name: string | null, until: Date): never =>
  fail('claimed', { params: { name: name ?? '', until: until.toISOString() } });
