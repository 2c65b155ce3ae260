import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { rulesFor, type FlowCustomer } from './flowCustomer.ts';
import { carry, type Carried } from './carry.ts';
import { emptyRecord, readRecord, type FlowRecord, withAnswers, writeRecord, writeRelease } from './record.ts';
import type { FlowRules } from './rules.ts';
import { audit } from '../audit/audit.ts';

/**
 * Stores a migrated draft and its audit entry in one transaction, unless a concurrent save changed the draft.
 *
 * @returns whether it was stored
 */
async function writeCarried(
  deps: Deps,
  { customer, record: before }: { customer: FlowCustomer; record: FlowRecord },
  carried: Exclude<Carried, { is: 'pinned' }>,
  rules: FlowRules,
): Promise<boolean> {
  const { record } = carried;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    if (carried.is === 'held') return writeRelease(tx, record, rules, now);
    if (!(await writeRecord(tx, record, rules, now))) return false;
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
  const rules = await rulesFor(deps, customer, release, flow);
  return { customer, record: await begun(deps, customer, rules, { ...record, release: release.hash }), rules };
}

/** Returns a record with the answers that its flow begins with, unconfirmed and not stored, if it has none of its own. */
async function begun(deps: Deps, customer: FlowCustomer, rules: FlowRules, record: FlowRecord): Promise<FlowRecord> {
  const { answersFrom } = rules.release.manifest.flows[rules.flow.id]?.flow ?? {};
  if (answersFrom === undefined || Object.keys({ ...record.answers, ...record.confirmed }).length > 0) return record;
  const earlier = (await deps.product.flowHooks.submitted?.(deps, customer, answersFrom)) ?? {};
  const asked = Object.entries(earlier).filter(([form]) => rules.flow.steps.some((step) => step.form === form));
  return withAnswers(record, customer.vault, rules.form, Object.fromEntries(asked));
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
