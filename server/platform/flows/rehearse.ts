import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { Deps } from '../deps.ts';
import type { LoadedRelease, RecordedPolicy } from '../release/types.ts';
import { flowCustomerOf, rulesFor } from './flowCustomer.ts';
import { carry, type Carried } from './carry.ts';
import { readRecord } from './record.ts';

export interface Rehearsing {
  next: LoadedRelease;
  /** Finds the release with a hash, wherever releases are stored. */
  releaseOf: (hash: string) => Promise<LoadedRelease | undefined>;
  policy?: RecordedPolicy | undefined;
}

const pageSize = 200;

/** Applies the decision that resuming makes to every draft, without writing. */
export async function rehearse(
  deps: Pick<Deps, 'db' | 'settings' | 'product' | 'clock' | 'alarms'>,
  rehearsing: Rehearsing,
): Promise<Rehearsal> {
  const total: Rehearsal = { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: {} };
  let last = { customer: '', flow: '' };
  for (;;) {
    const rows = await draftsAfter(deps, last);
    for (const { customer_id: customer, flow } of rows) {
      last = { customer, flow };
      const carried = await tryOne(deps, customer, flow, rehearsing);
      if (carried) count(total, carried);
    }
    if (rows.length < pageSize) return total;
  }
}

/** One page of all drafts in a fixed order. It may miss drafts started meanwhile, which a rehearsal tolerates. */
const draftsAfter = ({ db }: Pick<Deps, 'db'>, { customer, flow }: { customer: string; flow: string }) =>
  db
    .selectFrom('flow_states')
    .select(['customer_id', 'flow'])
    .$if(customer !== '', (query) => query.where((eb) => eb(eb.refTuple('customer_id', 'flow'), '>', eb.tuple(customer, flow))))
    .orderBy('customer_id')
    .orderBy('flow')
    .limit(pageSize)
    .execute();

async function tryOne(
  deps: Pick<Deps, 'db' | 'settings' | 'product' | 'clock' | 'alarms'>,
  customerId: string,
  flow: string,
  { next, releaseOf, policy }: Rehearsing,
): Promise<Carried | undefined> {
  const customer = await flowCustomerOf(deps, customerId);
  const record = await readRecord(deps.db, customer.vault, customerId, flow);
  if (!record || record.revision === 0 || record.release === next.hash) return undefined;
  const current = await releaseOf(record.release);
  // Without its original release, or without the flow in the next one, a draft can only keep its release.
  if (!current || !Object.hasOwn(current.manifest.flows, flow) || !Object.hasOwn(next.manifest.flows, flow))
    return { is: 'pinned', unmet: [] };
  const [own, rules] = [await rulesFor(deps, customer, current, flow), await rulesFor(deps, customer, next, flow)];
  return carry({ record, own, next: rules, vault: customer.vault, recorded: policy });
}

function count(total: Rehearsal, carried: Carried): void {
  total[carried.is] += 1;
  if (carried.is === 'migrated' && carried.askedAgain.length > 0) total.askedAgain += 1;
  if (carried.is === 'pinned') for (const field of carried.unmet) total.unmet[field] = (total.unmet[field] ?? 0) + 1;
}
