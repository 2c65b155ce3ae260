import { sql } from 'kysely';
import { staffOperations } from '../../contract/staff/operations.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PastDecision, PastDecisions } from '../../platform/product.ts';
import { numberOf } from './number.ts';
import { openSnapshot } from './snapshot.ts';

interface Row {
  id: string;
  customer_id: string;
  flow: string;
  /** The answers at that time. */
  snapshot: string;
  facts: Readonly<Record<string, unknown>> | null;
  today: string | null;
  /** Null if the account is deleted: its answers cannot be decrypted. */
  key_of: string | null;
}

/** Applications that a table has decided, with the answers and facts that it read. */
export const pastDecisions: PastDecisions = {
  shownBy: staffOperations['staff.application'],
  async page(deps, table, { before, limit }) {
    const { rows } = await sql<Row>`
      select a.id, a.customer_id, a.flow, coalesce(later.snapshot, a.snapshot) as snapshot,
        decided.detail -> 'facts' as facts, decided.detail ->> 'today' as today, data_keys.customer_id as key_of
      from applications a
      join lateral (
        select id, detail from application_events
        where application_id = a.id and detail ->> 'table' = ${table} order by id desc limit 1
      ) decided on true
      left join lateral (
        select detail ->> 'snapshotBefore' as snapshot from application_events
        where application_id = a.id and id > decided.id and jsonb_exists(detail, 'snapshotBefore') order by id limit 1
      ) later on true
      left join data_keys on data_keys.customer_id = a.customer_id
      ${before === undefined ? sql`` : sql`where a.id < ${before}`}
      order by a.id desc limit ${limit}`.execute(deps.db);
    const decisions: PastDecision[] = [];
    for (const row of rows) decisions.push(await pastDecision(deps, row));
    const last = rows.at(-1);
    return { decisions, ...(last && rows.length === limit && { next: last.id }) };
  },
};

async function pastDecision(
  { db, settings }: Deps,
  { id, customer_id: customer, flow, snapshot, facts, today, key_of: keyOf }: Row,
): Promise<PastDecision> {
  const subject = { id, label: numberOf(id) };
  const known = { subject, person: customer };
  if (facts === null || today === null || keyOf === null) return known;
  const vault = await vaultOf(settings.keyring).of(db, customer);
  return { ...known, read: { flow, answers: openSnapshot(vault, { id, snapshot }), given: { facts, today } } };
}
