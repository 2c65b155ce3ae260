import { sql } from 'kysely';
import type { KeyIds } from './keyIds.ts';
import { derive, type Keyring, type MasterKey } from './keyring.ts';
import { seal, unseal } from './seal.ts';
import type { Db, Tx } from '../db/database.ts';
import { InstallationError, withFact } from '../db/installation.ts';

const context = 'master key check';

/**
 * Refuses a key ring that does not belong to this database. With a wrong ring, a known number would register again, and one person could
 * have two accounts. The key that protects new rows is recorded as a sealed value. A node must hold that key and every key that stored rows
 * still depend on; each area lists its own (`keyIds`). A database without the record gets it from the first node that passes the second
 * test.
 */
export function checkKeyring(db: Db, keyring: Keyring, keyIds: readonly KeyIds[]): Promise<void> {
  return withFact(db, 'masterKey', async (recorded, record, tx) => {
    await verify(tx, keyring, recorded, keyIds);
    const [newest] = keyring;
    if (recorded === undefined || idOf(recorded) !== newest.id) await record(checkValue(newest));
  });
}

/** Performs the checks of `checkKeyring` without recording anything. */
export const verifyKeyring = (db: Db, keyring: Keyring, keyIds: readonly KeyIds[]): Promise<void> =>
  withFact(db, 'masterKey', (recorded, _record, tx) => verify(tx, keyring, recorded, keyIds));

async function verify(tx: Tx, keyring: Keyring, recorded: string | undefined, keyIds: readonly KeyIds[]): Promise<void> {
  if (recorded !== undefined && !keyring.some((master) => opens(master, recorded))) throw notTheKey(keyring, idOf(recorded));
  const missing = await missingKeys(tx, keyring, keyIds);
  if (missing.length > 0) throw recorded === undefined ? notTheKey(keyring, missing[0]) : stillNeeded(missing);
}

const checkValue = (master: MasterKey) =>
  `${master.id}.${seal(derive(master, context), Buffer.from(master.id), context).toString('base64')}`;

const idOf = (value: string) => value.slice(0, value.indexOf('.'));

function opens(master: MasterKey, value: string): boolean {
  try {
    const sealed = Buffer.from(value.slice(value.indexOf('.') + 1), 'base64');
    return unseal(derive(master, context), sealed, context).toString() === master.id;
  } catch {
    return false;
  }
}

/** Ids of keys that wrap a data key or made a digest, but are missing from the ring. */
export async function missingKeys(db: Db, keyring: Keyring, keyIds: readonly KeyIds[]): Promise<string[]> {
  const held = new Set(keyring.map(({ id }) => id));
  const wrapping = sql<{ id: string }>`select master_key_id as id from data_keys`;
  const { rows } = await sql<{ id: string }>`${sql.join([wrapping, ...keyIds], sql` union `)}`.execute(db);
  return rows.map(({ id }) => id).filter((id) => !held.has(id));
}

const notTheKey = (keyring: Keyring, expected = '') =>
  new InstallationError(
    `MASTER_KEY is not the key of this database: stored data needs key ${expected}, MASTER_KEY holds ${keyring.map(({ id }) => id).join(', ')}. ` +
      'Start with the key that created the database (a demo keeps it in DATA_DIR/master.key). To rotate keys, put the new one first: MASTER_KEY=<new>,<old>.',
  );

const stillNeeded = (ids: readonly string[]) =>
  new InstallationError(
    `MASTER_KEY lacks a key that stored rows still need: ${ids.join(', ')}. Add it to the end of the list: MASTER_KEY=<new>,<old>.`,
  );
