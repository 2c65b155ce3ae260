import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { derive } from '../../platform/crypto/keyring.ts';
import { phoneVault } from '../../platform/customer/phone.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { todayOf } from '../../platform/time.ts';

type Keys = Pick<Deps, 'settings'>;

/** Digests that identify a person across accounts: of the phone number, the ID numbers, and every account ever linked. */
interface Marks {
  /** Digests under the newest keys, for storing. */
  own: string[];
  /** `own` and the phone number's digests under older keys of the key ring. */
  known: string[];
}

/** Derives a mark from a digest, so that without the key ring nobody can link the two. */
function markOf({ settings }: Keys, digest: string): string[] {
  const id = digest.slice(0, digest.indexOf('.'));
  const master = settings.keyring.find((key) => key.id === id);
  return master ? [`${id}.${createHmac('sha256', derive(master, 'once a person')).update(digest).digest('base64url')}`] : [];
}

async function marksOf(db: Db | Tx, deps: Keys, customerId: string): Promise<Marks> {
  const { phone_sealed: sealed } = await db
    .selectFrom('customers')
    .select('phone_sealed')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const vault = phoneVault(deps.settings.keyring);
  // Empty once the account is deleted.
  const phones = sealed.length > 0 ? vault.lookup(vault.open(sealed)) : [];
  const others = await db
    .selectFrom('submitted_numbers')
    .select('digest')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'idNumber')
    .union(db.selectFrom('social_links').select('account_digest as digest').where('customer_id', '=', customerId))
    .orderBy('digest')
    .execute();
  const mark = (digest: string) => markOf(deps, digest);
  const rest = others.flatMap(({ digest }) => mark(digest));
  return { own: [...phones.slice(0, 1).flatMap(mark), ...rest], known: [...phones.flatMap(mark), ...rest] };
}

/** Whether this person has received a reward, under this account or another. */
export async function wasGiven(db: Db | Tx, deps: Keys, customerId: string, reward: string): Promise<boolean> {
  const { known } = await marksOf(db, deps, customerId);
  const row = await db
    .selectFrom('person_rewards')
    .select('reward')
    .where('reward', '=', reward)
    .where('digest', 'in', known)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks a reward as given, once per person. One statement checks and inserts, and the primary key lets only one of two concurrent calls
 * succeed. Returns whether this call succeeded; grant the reward in the same transaction.
 */
export async function claimOnce(
  tx: Tx,
  deps: Keys & Pick<Deps, 'clock' | 'releases'>,
  customerId: string,
  reward: string,
): Promise<boolean> {
  const { own, known } = await marksOf(tx, deps, customerId);
  const { rows } = await sql`
    insert into person_rewards (reward, digest, known_on)
    select ${reward}, own.digest, ${todayOf(deps)} from unnest(${own}::text[]) as own (digest)
    where not exists (select 1 from person_rewards where reward = ${reward} and digest = any(${known}::text[]))
    on conflict do nothing
    returning digest`.execute(tx);
  return rows.length > 0 && rows.length === own.length;
}

/**
 * Stores which rewards a person has received, under all digests known by now, before the account is erased. Their retention period starts
 * here.
 */
export async function storeMarks(
  tx: Tx,
  deps: Keys & Pick<Deps, 'clock' | 'releases'>,
  customerId: string,
  rewards: readonly string[],
): Promise<void> {
  if (rewards.length === 0) return;
  const { own } = await marksOf(tx, deps, customerId);
  const day = todayOf(deps);
  await tx
    .insertInto('person_rewards')
    .values(rewards.flatMap((reward) => own.map((digest) => ({ reward, digest, known_on: day }))))
    .onConflict((conflict) => conflict.columns(['reward', 'digest']).doUpdateSet({ known_on: day }))
    .execute();
}

/** Removes marks older than the retention policy allows and returns how many. */
export async function sweepMarks(db: Db, beforeDay: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('person_rewards').where('known_on', '<', beforeDay).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
