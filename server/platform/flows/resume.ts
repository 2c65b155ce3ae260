import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { rulesFor, type FlowCustomer } from './flowCustomer.ts';
import { carry } from './carry.ts';
import { emptyRecord, readRecord, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';
import { writeCarried } from './writeCarried.ts';

/** A customer's record and the rules it is under. */
export interface FlowProgress {
  customer: FlowCustomer;
  record: FlowRecord;
  rules: FlowRules;
}

/**
 * Where a customer stands. What was begun stays under the release it was begun with. A release that is gone cannot rule
 * any more, and the active one takes over.
 */
export async function progressOf(deps: Deps, customer: FlowCustomer, flow: string): Promise<FlowProgress> {
  const active = deps.releases.active();
  if (!Object.hasOwn(active.manifest.flows, flow)) fail('notFound');
  const record =
    (await readRecord(deps.db, customer.vault, customer.customerId, flow)) ?? emptyRecord(customer.customerId, flow, active.hash);
  const release = (await pinnedRelease(deps, record, active)) ?? active;
  return { customer, record: { ...record, release: release.hash }, rules: await rulesFor(deps, customer, release, flow) };
}

async function pinnedRelease(deps: Deps, record: FlowRecord, active: LoadedRelease): Promise<LoadedRelease | undefined> {
  if (record.release === active.hash) return active;
  const release = await deps.releases.get(record.release);
  if (!release) deps.log.warn({ release: record.release, flow: record.flow }, 'a pinned release is gone; the active one takes over');
  return release && Object.hasOwn(release.manifest.flows, record.flow) ? release : undefined;
}

/**
 * The same on resume: goes over to the active release if the answers hold there, as they are or after the migrations between;
 * else the policy speaks (design §4). A draft that cannot go stays as it is, whatever failed.
 */
export async function resume(deps: Deps, customer: FlowCustomer, flow: string): Promise<FlowProgress> {
  const progress = await progressOf(deps, customer, flow);
  const { record, rules: own } = progress;
  const active = deps.releases.active();
  if (record.release === active.hash || record.revision === 0) return progress;
  const next = await rulesFor(deps, customer, active, flow);
  const recorded = await deps.releases.policySince(record.release);
  const carried = carry({ record, own, next, vault: customer.vault, recorded });
  if (carried.is === 'pinned') {
    if (carried.unmet.length > 0) {
      const place = { flow, from: record.release, to: active.hash, unmet: carried.unmet };
      deps.log.warn(place, 'a draft stays under its release: the migrations left answers without a place');
    }
    return progress;
  }
  await deps.releases.keep(active.hash);
  const moved = await writeCarried(deps, progress, carried, next);
  return moved ? { customer, record: carried.record, rules: next } : progressOf(deps, customer, flow);
}
