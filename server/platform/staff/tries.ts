import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { hourSeconds } from '../time.ts';
import { type Cap, countUnder, takeUnder } from '../limits/caps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { type Source, sourceOf } from '../http/source.ts';

const minuteSeconds = 60;

/**
 * Counts a login attempt before it is evaluated. Refuses with `tooFrequent` and the seconds to wait. The pause applies to a name and source,
 * so somebody who knows a name cannot lock its owner out. A global cap protects argon2 from floods, but spares sources from which the person
 * has logged in before.
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
 * Counts a code that was sent with the correct password or in a session, across all sources. Only somebody who knows the password can use
 * up these attempts. Returns false and raises an alarm if the name has none left. An admin can reset the count.
 */
export async function takeCode(deps: Deps, { id, name }: { id: string; name: string }): Promise<boolean> {
  const cap: Cap = { scope: 'staffCodes', key: name, cap: loginPolicy(deps).staffCodesPerHour, windowSeconds: hourSeconds };
  const reached = await deps.db.transaction().execute((tx) => countUnder(tx, [cap], deps.clock.now()));
  if (reached)
    deps.alarms.raise(
      { kind: 'staffCodeGuessed', subject: `staff:${id}` },
      'many wrong codes with the correct password of a staff account',
    );
  return reached === undefined;
}

/** Counts the start of a login without a name, per network and in total. */
export async function takeChallengeTry(deps: Deps, address: string, kind: 'passkey' | 'provider' | 'enrolment'): Promise<void> {
  const policy = loginPolicy(deps);
  const { network } = sourceOf(address);
  await takeUnder(deps, [
    {
      scope: 'staffNetwork',
      key: `${kind}|${network}`,
      cap: policy.staffTriesPerMinute,
      windowSeconds: policy.staffTryMinutes * minuteSeconds,
    },
    { scope: 'staffLogins', key: `${kind}s`, cap: 10 * policy.staffTriesPerMinute, windowSeconds: minuteSeconds },
  ]);
}

/** Deletes the counted attempts for a name, from all sources or from one. */
export async function forgetTries(tx: Tx, name: string, source?: Source): Promise<void> {
  await forgetCodes(tx, name);
  const tries = tx.deleteFrom('login_counters').where('scope', '=', 'staffName');
  await (source ? tries.where('key', '=', tryKey(name, source.address)) : tries.where(sql`split_part(key, '|', 1)`, '=', name)).execute();
}

export const forgetCodes = (tx: Tx, name: string) =>
  tx.deleteFrom('login_counters').where('scope', '=', 'staffCodes').where('key', '=', name).execute();

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
