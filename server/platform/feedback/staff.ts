import type { Selectable } from 'kysely';
import type { Feedback, FeedbackSummary } from '../../contract/staff/feedback.ts';
import { vaultOf } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { audit } from '../audit/audit.ts';
import { addressOf } from '../files/service.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { placeOf } from './send.ts';
import type { FeedbackRow } from './table.ts';
import { pageOf, pageSize } from '../page.ts';

const summaryOf = ({ id, number, customer_id: customerId, topic, created_at: at }: Selectable<FeedbackRow>): FeedbackSummary => ({
  id,
  number,
  customerId,
  topic,
  receivedAt: at.toISOString(),
});

/** Lists feedback, newest first, without the text. Staff read each text separately. */
export async function listFeedback({ db }: Deps, { topic, before }: { topic?: string; before?: string }) {
  let query = db
    .selectFrom('feedback')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (topic !== undefined) query = query.where('topic', '=', topic);
  if (before !== undefined) query = query.where('id', '<', before);
  const { shown, more } = pageOf(await query.execute());
  return { feedback: shown.map(summaryOf), ...more };
}

/** Decrypts one feedback. The audit entry is written before the text is returned. */
export async function readFeedback(deps: Deps, staff: StaffSession, id: string): Promise<Feedback> {
  const row = (await deps.db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, row.customer_id);
  const answers = vault.open(placeOf(id), row.sealed) as Record<string, unknown>;
  await deps.db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor: staff.actor, action: 'feedback.read', subject: `feedback:${id}`, detail: {} }));
  const addresses = await Promise.all(row.photos.map((file) => addressOf(deps, row.customer_id, file)));
  return { feedback: summaryOf(row), answers, photos: addresses.map(({ url }) => url) };
}
