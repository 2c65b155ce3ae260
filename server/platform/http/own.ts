import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';

/** What can belong to a borrower, as it is named in the log. */
type Belonging = 'loan' | 'repayment' | 'coupon' | 'agreement' | 'file' | 'message' | 'consent' | 'appointment';

/**
 * The row if it is the caller's own. What is somebody else's is not found either, and asking for it raises an alarm in the log
 * (safety.md, "borrower B asks for A's every id").
 */
export function ownOrNotFound<Row extends { customer_id: string }>(
  { log }: Pick<Deps, 'log'>,
  customerId: string,
  what: Belonging,
  id: string,
  row: Row | undefined,
): Row {
  if (row?.customer_id === customerId) return row;
  if (row) log.warn({ alarm: 'foreignId', customer: customerId, [what]: id }, `somebody else's ${what} was asked for`);
  return fail('notFound');
}
