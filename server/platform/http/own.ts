import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';

/**
 * The row if it is the caller's own. What is somebody else's is not found either, and asking for it raises an alarm
 * (safety.md, Attack → expected).
 *
 * @param what names it in the alarm, e.g. `file`
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
      'a customer asked for what is not theirs',
    );
  return fail('notFound');
}
