import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { rulesFor, type FlowCustomer } from './flowCustomer.ts';
import { carry } from './carry.ts';
import { emptyRecord, readRecord, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';
import { writeCarried } from './writeCarried.ts';

/** A customer's record with the rules that apply to it. */
export interface FlowProgress {
  customer: FlowCustomer;
  record: FlowRecord;
  rules: FlowRules;
}

/**
 * Returns a customer's progress. A draft keeps the release it was started under. If that release no longer exists, the active one applies.
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
  if (!release)
    deps.log.warn({ release: record.release, flow: record.flow }, 'a pinned release no longer exists; the active release applies');
  return release && Object.hasOwn(release.manifest.flows, record.flow) ? release : undefined;
}

/**
 * Returns a customer's progress and moves the draft to the active release if its answers are valid there, unchanged or after migrations.
 * Otherwise the policy decides (design §4). A draft that cannot move stays unchanged, whatever the error.
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
      deps.log.warn(place, 'a draft keeps its release: some answers are invalid after the migrations');
    }
    return progress;
  }
  await deps.releases.keep(active.hash);
  const moved = await writeCarried(deps, progress, carried, next);
  return moved ? { customer, record: carried.record, rules: next } : progressOf(deps, customer, flow);
}
