import { blindIndex } from '../crypto/blindIndex.ts';
import type { Tx } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { answerOf, type AnswerName, type FlowHooks } from './hooks.ts';
import type { FlowRecord } from './record.ts';

/** Whether one of the answers is found by a blind index. */
export const isIndexed = ({ searchable }: FlowHooks, answers: ReadonlySet<string>): boolean =>
  Object.keys(searchable).some((source) => answers.has(source));

/** Keeps the blind indexes of the answers that a save changed. */
export async function indexAnswers(
  tx: Tx,
  deps: Deps,
  { searchable }: FlowHooks,
  record: FlowRecord,
  changed: ReadonlySet<string>,
): Promise<void> {
  const index = blindIndex(deps.settings.keyring);
  for (const [source, kind] of Object.entries(searchable)) {
    if (!changed.has(source)) continue;
    const value = answerOf(record.answers, source as AnswerName);
    await tx.deleteFrom('blind_indexes').where('customer_id', '=', record.customerId).where('source', '=', source).execute();
    if (typeof value !== 'string') continue;
    await tx
      .insertInto('blind_indexes')
      .values({ customer_id: record.customerId, source, kind, digest: index.digest(kind, value) })
      .execute();
  }
}

/** Whether another customer gave the same value of that kind, under whatever name. */
export async function isSharedWithOthers(
  db: Db,
  deps: Deps,
  hooks: FlowHooks,
  customerId: string,
  source: AnswerName,
  value: string,
): Promise<boolean> {
  const kind = hooks.searchable[source];
  if (!kind) throw new Error(`${source}: not searchable`);
  const digests = blindIndex(deps.settings.keyring).lookup(kind, value);
  const row = await db
    .selectFrom('blind_indexes')
    .select('customer_id')
    .where('kind', '=', kind)
    .where('digest', 'in', digests)
    .where('customer_id', '!=', customerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
