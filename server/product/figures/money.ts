import { sql } from 'kysely';
import { dueOn, type LoanTerms } from '../../lending/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { cachedFigure } from '../../platform/figures/cached.ts';
import { beginOf } from '../../platform/figures/period.ts';
import { timeZoneOf, todayOf } from '../../platform/time.ts';
import { balanceWithHeld, heldPayments, heldRows } from '../loans/heldMoney.ts';
import { postingsOfAll } from '../loans/postings.ts';
import { waitingLoans } from '../loans/waiting.ts';
import { bucketOf, figuresOf } from './kind.ts';

/** Payouts that ended within the period. Each attempt counts. */
export const payoutFigures = (deps: Deps, { days }: { days: number }) =>
  cachedFigure(deps, `payouts ${days}`, async () => {
    const ended = sql`from disbursements where state in ('paid', 'failed') and updated_at >= ${beginOf(deps, days)}`;
    const { rows: byDay } = await sql<{ day: string; paid: number; failed: number }>`
      select to_char(updated_at at time zone ${timeZoneOf(deps)}, 'YYYY-MM-DD') as day,
        count(*) filter (where state = 'paid')::int as paid, count(*) filter (where state = 'failed')::int as failed
      ${ended} group by 1 order by 1`.execute(deps.db);
    const { rows: failures } = await sql<{ reason: string; count: number; cents: number }>`
      select coalesce(reason, 'other') as reason, count(*)::int as count, sum(amount_cents)::float8 as cents
      ${ended} and state = 'failed' group by 1 order by count desc, 1`.execute(deps.db);
    const sum = (name: 'paid' | 'failed') => byDay.reduce((total, each) => total + each[name], 0);
    return { paid: sum('paid'), failed: sum('failed'), byDay, failures };
  });

/** Money held in suspense until staff decide where it belongs. */
export const suspenseFigures = (deps: Deps) =>
  cachedFigure(deps, 'suspense', async () => {
    const { count, cents, since } = await heldRows(deps.db)
      .clearSelect()
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`coalesce(sum(paid_cents), 0)::float8`.as('cents'),
        sql<Date | null>`min(paid_at)`.as('since'),
      ])
      .executeTakeFirstOrThrow();
    return { count, cents, ...(since === null ? {} : { since: since.toISOString() }) };
  });

/** Number of loans per batch, so that other requests get their turn between batches. */
const atOnce = 500;

/** Overdue loans by the number of days since their oldest unpaid due date. A loan whose cancellation is pending is not overdue. */
export const overdueFigures = (deps: Deps) =>
  cachedFigure(deps, 'overdue', async () => {
    const buckets = figuresOf(deps).overdue.map(({ id, fromDays }) => ({ bucket: id, fromDays, count: 0, cents: 0 }));
    const today = todayOf(deps);
    for (let after = ''; ;) {
      const loans = await perhapsOverdue(deps, today, after);
      for (const due of await dueToday(deps, loans, today)) {
        const bucket = due.overdueDays > 0 ? bucketOf(buckets, due.overdueDays) : undefined;
        if (!bucket) continue;
        bucket.count += 1;
        bucket.cents += due.totalCents;
      }
      if (loans.length < atOnce) break;
      after = loans.at(-1)?.id ?? after;
    }
    const shown = buckets.map(({ bucket, count, cents }) => ({ bucket, count, cents }));
    const sum = (name: 'count' | 'cents') => shown.reduce((total, each) => total + each[name], 0);
    return { count: sum('count'), cents: sum('cents'), buckets: shown };
  });

/** Active loans whose first instalment was due, ignoring extensions. Only these can be overdue. */
async function perhapsOverdue(deps: Deps, today: string, after: string): Promise<{ id: string; terms: LoanTerms }[]> {
  return deps.db
    .selectFrom('loans')
    .select(['id', 'terms'])
    .where('state', '=', 'active')
    .where('id', '>', after)
    .where(sql<boolean>`start_day::date + term_days / greatest(coalesce((terms ->> 'instalments')::int, 1), 1) < ${today}::date`)
    .orderBy('id')
    .limit(atOnce)
    .execute();
}

async function dueToday(deps: Deps, loans: readonly { id: string; terms: LoanTerms }[], today: string) {
  const ids = loans.map(({ id }) => id);
  const [postings, held, waiting] = [
    await postingsOfAll(deps.db, ids),
    await heldPayments(deps, deps.db, ids),
    await waitingLoans(deps.db, ids),
  ];
  return loans
    .filter(({ id }) => !waiting.has(id))
    .map(({ id, terms }) => dueOn(balanceWithHeld(terms, postings.get(id) ?? [], held.get(id)), today));
}
