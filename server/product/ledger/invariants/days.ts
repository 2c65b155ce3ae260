import { sql } from 'kysely';
import type { Invariant } from '../../../platform/invariants.ts';

/** The calendar day in Manila of an instant, reckoned by the database: UTC+8 the year round. */
const manilaDayOf = (column: string) => sql.raw<string>(`to_char((${column} at time zone 'UTC') + interval '8 hours', 'YYYY-MM-DD')`);

/**
 * Days are those of Manila, reckoned otherwise than the code that wrote them: a loan begins on the day on which the money came, a
 * quote is of the day on which it was made, and money is booked for the day of its quote or the one on which it came.
 */
export const daysAreManila: Invariant = async ({ db }) => {
  const loans = await sql<{ id: string; day: string; expected: string }>`
    select id, start_day::text as day, ${manilaDayOf('received_at')} as expected from loans
    where received_at is not null and start_day::text <> ${manilaDayOf('received_at')}`.execute(db);
  // The quote is made a moment before its row: at midnight it may be of the day before. Where the clock went back, it is of the
  // day of the last posting, so that no charge is lowered.
  const quotes = await sql<{ id: string; day: string; expected: string }>`
    select id, quoted_day::text as day, ${manilaDayOf('created_at')} as expected from repayments
    where quoted_day::text not in (${manilaDayOf('created_at')}, ${manilaDayOf("(created_at - interval '1 minute')")})
      and not exists (select 1 from loan_postings where loan_postings.loan_id = repayments.loan_id and day = quoted_day)`.execute(db);
  const bookings = await sql<{ id: string; day: string; expected: string }>`
    select repayments.id, journals.day::text as day, ${manilaDayOf('paid_at')} as expected
    from repayments join journals on journals.key = 'collection:' || repayments.reference
    where journals.day::text not in (${manilaDayOf('paid_at')}, quoted_day::text)`.execute(db);
  return [
    ...loans.rows.map(({ id, day, expected }) => `loan ${id}: begins on ${day}, the money came on ${expected}`),
    ...quotes.rows.map(({ id, day, expected }) => `repayment ${id}: quoted for ${day}, on ${expected}`),
    ...bookings.rows.map(({ id, day, expected }) => `repayment ${id}: booked for ${day}, paid on ${expected}`),
  ];
};
