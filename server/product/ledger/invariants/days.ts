import { sql } from 'kysely';
import type { Invariant } from '../../../platform/invariants.ts';

/**
 * Days are calendar days of the configured time zone, recomputed by the database. A loan begins on the day of its payout, a quote is dated
 * on the day it was created, and money is booked on the day of its quote or of its arrival.
 */
export const daysAreLocal: Invariant = async ({ db, timeZone }) => {
  const dayOf = (column: string) => sql<string>`to_char(${sql.raw(column)} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const loans = await sql<{ id: string; day: string; expected: string }>`
    select id, start_day::text as day, ${dayOf('received_at')} as expected from loans
    where received_at is not null and start_day::text <> ${dayOf('received_at')}`.execute(db);
  // A quote is made a moment before its row, so around midnight it may have the previous day. If the clock went back, it has the day of the
  // last posting, so that no charge decreases.
  const quotes = await sql<{ id: string; day: string; expected: string }>`
    select id, quoted_day::text as day, ${dayOf('created_at')} as expected from repayments
    where quoted_day::text not in (${dayOf('created_at')}, ${dayOf("(created_at - interval '1 minute')")})
      and not exists (select 1 from loan_postings where loan_postings.loan_id = repayments.loan_id and day = quoted_day)`.execute(db);
  const bookings = await sql<{ id: string; day: string; expected: string }>`
    select repayments.id, journals.day::text as day, ${dayOf('paid_at')} as expected
    from repayments join journals on journals.key = 'collection:' || repayments.reference
    where journals.day::text not in (${dayOf('paid_at')}, quoted_day::text)`.execute(db);
  return [
    ...loans.rows.map(({ id, day, expected }) => `loan ${id}: begins on ${day}, the money came on ${expected}`),
    ...quotes.rows.map(({ id, day, expected }) => `repayment ${id}: quoted for ${day}, on ${expected}`),
    ...bookings.rows.map(({ id, day, expected }) => `repayment ${id}: booked for ${day}, paid on ${expected}`),
  ];
};
