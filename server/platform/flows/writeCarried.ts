import type { Deps } from '../deps.ts';
import { audit } from '../audit/audit.ts';
import type { FlowCustomer } from './flowCustomer.ts';
import type { Carried } from './carry.ts';
import { writeRecord, writeRelease, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

/**
 * Stores a migrated draft and its audit entry in one transaction, unless a concurrent save changed the draft.
 *
 * @returns whether it was stored
 */
export async function writeCarried(
  deps: Deps,
  { customer, record: before }: { customer: FlowCustomer; record: FlowRecord },
  carried: Exclude<Carried, { is: 'pinned' }>,
  { forms }: FlowRules,
): Promise<boolean> {
  const { record } = carried;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    if (carried.is === 'held') return writeRelease(tx, record, forms, now);
    if (!(await writeRecord(tx, record, forms, now))) return false;
    const [migrations, askedAgain] = carried.is === 'migrated' ? [carried.migrations, carried.askedAgain] : [[], []];
    await audit(tx, deps, {
      actor: 'carryOver',
      action: `draft.${carried.is}`,
      subject: `customer:${customer.customerId}`,
      detail: { flow: record.flow, from: before.release, to: record.release, migrations, askedAgain: askedAgain.length },
    });
    return true;
  });
}
