import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';

/**
 * Returns the row if it belongs to the caller. Another customer's row is reported as not found, and the attempt raises an alarm
 * (safety.md, Attack → expected).
 *
 * @param what name of the entity in the alarm, e.g. `file`
 */
export function ownOrNotFound<Row extends { customer_id: string }>(
  { alarms }: Pick<Deps, 'alarms'>,
  customerId: string,
  what: string,
  id: string,
  row: Row | undefined,
): Row {
  if (row?.customer_id === customerId) return row;
  if (row)
    alarms.raise(
      { kind: 'foreignId', subject: `customer:${customerId}`, detail: { [what]: id } },
      "a customer requested another customer's data",
    );
  return fail('notFound');
}
