import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { type Cap, countUnder, hourSeconds, takeUnder } from '../auth/counters.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import type { Source } from '../auth/source.ts';

const minuteSeconds = 60;

/**
 * Counts a login before anything of it is judged; refuses with `tooFrequent` and the seconds to wait. The pause is by name and
 * source: who knows a name cannot keep its owner out. The cap over all sources, which keeps argon2 from being flooded, spares
 * sources that the person has logged in from before.
 */
export async function takeTry(deps: Deps, name: string, { address, network }: Source): Promise<void> {
  const policy = loginPolicy(deps);
  const windowSeconds = policy.staffTryMinutes * minuteSeconds;
  const caps: Cap[] = [
    { scope: 'staffName', key: tryKey(name, address), cap: policy.staffTriesPerSource, windowSeconds },
    { scope: 'staffNetwork', key: network, cap: policy.staffTriesPerNetwork, windowSeconds },
  ];
  if (!(await isFamiliar(deps.db, name, address))) {
    caps.push({ scope: 'staffLogins', key: 'all', cap: policy.staffTriesPerMinute, windowSeconds: minuteSeconds });
  }
  await takeUnder(deps, caps);
}

/**
 * Counts a code that came with the right password, over all sources: only who knows the password can use these up. Answers
 * false, with an alarm, when the name has none left; an admin gives it new ones.
 */
export async function takeCode(deps: Deps, { id, name }: { id: string; name: string }): Promise<boolean> {
  const cap: Cap = { scope: 'staffCodes', key: name, cap: loginPolicy(deps).staffCodesPerHour, windowSeconds: hourSeconds };
  const reached = await deps.db.transaction().execute((tx) => countUnder(tx, [cap], deps.clock.now()));
  if (reached)
    deps.alarms.raise({ kind: 'staffCodeGuessed', subject: `staff:${id}` }, 'many wrong codes came with the right password of staff');
  return reached === undefined;
}

/** Forgets the tries at a name from all sources, or from one. */
export async function forgetTries(tx: Tx, name: string, source?: Source): Promise<void> {
  await tx.deleteFrom('login_counters').where('scope', '=', 'staffCodes').where('key', '=', name).execute();
  const tries = tx.deleteFrom('login_counters').where('scope', '=', 'staffName');
  await (source ? tries.where('key', '=', tryKey(name, source.address)) : tries.where(sql`split_part(key, '|', 1)`, '=', name)).execute();
}

const tryKey = (name: string, address: string) => `${name}|${address}`;

async function isFamiliar(db: Db, name: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select('staff.id')
    .where('name', '=', name)
    .where('source', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
