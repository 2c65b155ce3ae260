import { stableJson } from '../../../engine/form/hash.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { audit } from '../audit/audit.ts';
import type { Borrower } from './borrower.ts';
import type { Carried } from './carry.ts';
import type { FlowHooks } from './hooks.ts';
import { writeRecord, writeRelease, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';
import { indexAnswers } from './searchable.ts';

/**
 * Stores a draft that goes over to another release, in one transaction with its indexes and the record of it, unless it was saved
 * meanwhile.
 *
 * @returns whether it was stored
 */
export async function writeCarried(
  deps: Deps,
  hooks: FlowHooks,
  { borrower, record: before }: { borrower: Borrower; record: FlowRecord },
  carried: Exclude<Carried, { is: 'pinned' }>,
  { forms }: FlowRules,
): Promise<boolean> {
  const { record } = carried;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    if (carried.is === 'held') return writeRelease(tx, record, forms, now);
    if (!(await writeRecord(tx, record, forms, now))) return false;
    await reindex(tx, deps, hooks, before, record);
    const [migrations, askedAgain] = carried.is === 'migrated' ? [carried.migrations, carried.askedAgain] : [[], []];
    await audit(tx, deps, {
      actor: 'carryOver',
      action: `draft.${carried.is}`,
      subject: `customer:${borrower.customerId}`,
      detail: { flow: record.flow, from: before.release, to: record.release, migrations, askedAgain: askedAgain.length },
    });
    return true;
  });
}

/** What is searched stands under the name of its answer, and goes where the answer goes. */
export async function reindex(tx: Tx, deps: Deps, hooks: FlowHooks, before: FlowRecord, after: FlowRecord): Promise<void> {
  const names = [before, after].flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([form, given]) => Object.keys(given).map((field) => [form, field] as const)),
  );
  const changed = names
    .filter(([form, field]) => stableJson(before.answers[form]?.[field]) !== stableJson(after.answers[form]?.[field]))
    .map(([form, field]) => `${form}.${field}`);
  await indexAnswers(tx, deps, hooks, after, new Set(changed));
  const unsearched = [...new Set(changed)].filter((name) => !Object.hasOwn(hooks.searchable, name));
  if (unsearched.length === 0) return;
  await tx.deleteFrom('blind_indexes').where('customer_id', '=', after.customerId).where('source', 'in', unsearched).execute();
}
