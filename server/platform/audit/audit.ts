import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { canonical, canonicalJson } from './chain.ts';

export interface Audited {
  /** `staff:<id>`, `customer:<id>`, or the part of the system that acted: `carryOver`, `retention`. */
  actor: string;
  /** What happened, named like an operation: `answer.revealed`. */
  action: string;
  /** Affected entity: `customer:<id>`. */
  subject: string;
  /** Codes, ids and amounts. Never an answer or a phone number. */
  detail?: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit entry in the transaction of the audited change. Call it last: it locks the head of the chain until the transaction
 * ends, and every other audited transaction waits for that lock.
 *
 * @example await audit(tx, deps, { actor: `customer:${id}`, action: 'answer.revealed', subject: `customer:${id}`, detail: { field } })
 */
export async function audit(tx: Tx, deps: Pick<Deps, 'clock'>, { actor, action, subject, detail = {} }: Audited): Promise<void> {
  const entry = { at: deps.clock.now(), actor, action, subject, detail: canonicalJson(detail) };
  // One statement advances the head and inserts the row with the new hash (see chainedHash).
  await sql`
    with head as (
      update audit_head set id = id + 1, hash = sha256(hash || convert_to((id + 1)::text || ${canonical(entry)}::text, 'UTF8'))
      returning id, hash
    )
    insert into audit_rows (id, at, actor, action, subject, detail, hash)
    select id, ${entry.at}, ${actor}, ${action}, ${subject}, ${entry.detail}, hash from head`.execute(tx);
}
