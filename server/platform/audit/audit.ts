import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { canonical, canonicalJson } from './chain.ts';

export interface Audited {
  /** `staff:<id>`, `customer:<id>`, or the part of the system that acted: `carryOver`, `retention`. */
  actor: string;
  /** What happened, in the manner of operations: `answer.revealed`. */
  action: string;
  /** What it happened to: `customer:<id>`. */
  subject: string;
  /** Codes, ids, amounts. Never an answer or a number of a person. */
  detail?: Readonly<Record<string, unknown>>;
}

/**
 * Writes down what was done, in the transaction that does it. Call it last: the head of the chain stays locked until the
 * transaction ends, and whoever else has something to write waits.
 *
 * @example await audit(tx, deps, { actor: `customer:${id}`, action: 'answer.revealed', subject: `customer:${id}`, detail: { field } })
 */
export async function audit(tx: Tx, deps: Pick<Deps, 'clock'>, { actor, action, subject, detail = {} }: Audited): Promise<void> {
  const entry = { at: deps.clock.now(), actor, action, subject, detail: canonicalJson(detail) };
  // One statement: the head moves on, and the row takes its place with the hash that the head now has (see chainedHash).
  await sql`
    with head as (
      update audit_head set id = id + 1, hash = sha256(hash || convert_to((id + 1)::text || ${canonical(entry)}::text, 'UTF8'))
      returning id, hash
    )
    insert into audit_rows (id, at, actor, action, subject, detail, hash)
    select id, ${entry.at}, ${actor}, ${action}, ${subject}, ${entry.detail}, hash from head`.execute(tx);
}
