import type { StaffRole } from '../../contract/staff/operation.ts';
import type { Person } from '../../contract/staff/people.ts';
import { derive, type Keyring, type MasterKey } from '../crypto/keyring.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { type NotNull, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import { audit } from '../audit/audit.ts';
import { type NamedBy, productName } from '../release/productName.ts';
import { hashPassword } from './password.ts';
import type { StaffRow } from './table.ts';
import { forgetTries } from './tries.ts';
import { newTotpSecret, otpauthAddress } from './totp.ts';

export interface NewPerson {
  name: string;
  role: StaffRole;
  password: string;
}

/** The dependencies that are also available on the command line. */
export type PeopleDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'> & NamedBy;

const context = (id: string) => `staff totp|${id}`;
const purpose = 'staff totp';

export const sealSecret = ([master]: Keyring, id: string, secret: Uint8Array): Buffer => seal(derive(master, purpose), secret, context(id));

interface Sealed {
  id: string;
  totp_sealed: Uint8Array;
}

/** Decrypts the secret with the key in the ring that encrypted it, because keys are rotated. */
export function openSecret(keyring: Keyring, { id, totp_sealed: sealed }: Sealed): Buffer {
  for (const master of keyring) {
    try {
      return unseal(derive(master, purpose), sealed, context(id));
    } catch {
      // Encrypted with another key of the ring, or an unknown one.
    }
  }
  throw new Error('staff: no key in MASTER_KEY decrypts a second factor');
}

/** Re-encrypts secrets with the newest master key. @returns how many secrets */
export async function resealSecrets(db: Db, keyring: Keyring): Promise<number> {
  const [newest] = keyring;
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'totp_sealed'])
    .where('totp_sealed', 'is not', null)
    .$narrowType<{ totp_sealed: NotNull }>()
    .execute();
  let count = 0;
  for (const row of rows) {
    if (isSealedBy(newest, row)) continue;
    // Skips a secret that was replaced concurrently.
    const { numUpdatedRows } = await db
      .updateTable('staff')
      .set({ totp_sealed: sealSecret(keyring, row.id, openSecret(keyring, row)) })
      .where('id', '=', row.id)
      .where('totp_sealed', '=', row.totp_sealed)
      .executeTakeFirst();
    count += Number(numUpdatedRows);
  }
  return count;
}

function isSealedBy(master: MasterKey, row: Sealed): boolean {
  try {
    openSecret([master], row);
    return true;
  } catch {
    return false;
  }
}

export const personColumns = ['id', 'name', 'role', 'is_emergency', 'disabled_at', 'created_at'] as const;

export const personOf = (row: Pick<Selectable<StaffRow>, (typeof personColumns)[number]>): Person => ({
  id: row.id,
  name: row.name,
  role: row.role,
  disabled: row.disabled_at !== null,
  ...(row.is_emergency ? { emergency: true } : {}),
  createdAt: row.created_at.toISOString(),
});

/**
 * Adds a person with a given password, for the command line and demos. Returns the otpauth URL of the second factor, which is available
 * only now: the database stores only its encrypted secret. Refuses with `nameTaken` if the name is taken. Without `waits`, the access takes
 * effect without a second person, and the audit log says so.
 */
export async function addPerson(deps: PeopleDeps, { name, role, password }: NewPerson, by: string, { waits = false } = {}) {
  const id = uuidV7(deps.clock, deps.random);
  const secret = newTotpSecret();
  const factors = { password_hash: await hashPassword(password), totp_sealed: sealSecret(deps.settings.keyring, id, secret) };
  const person = await deps.db.transaction().execute((tx) => insertPerson(tx, deps, { id, name, role, ...factors }, by, { waits }));
  return { person, totpAddress: otpauthAddress(productName(deps), name, secret) };
}

type Inserted = Pick<Selectable<StaffRow>, 'name' | 'role' | 'password_hash' | 'totp_sealed'> & { id?: string };

/** Refuses with `nameTaken` if the name is taken. */
export async function insertPerson(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { id = uuidV7(deps.clock, deps.random), name, role, ...factors }: Inserted,
  by: string,
  { waits }: { waits: boolean },
): Promise<Person> {
  const now = deps.clock.now();
  const row = { id, name, role, ...factors, is_emergency: false, disabled_at: waits ? now : null, created_by: by, created_at: now };
  const added = await tx
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) fail('nameTaken', { detail: `The name ${name} is taken.`, problems: [{ code: 'nameTaken', path: '/name' }] });
  const detail = { role, ...(waits ? {} : { alone: true }) };
  await audit(tx, deps, { actor: by, action: 'staff.added', subject: `staff:${id}`, detail });
  return personOf(row);
}

export async function getPerson({ db }: Pick<Deps, 'db'>, id: string): Promise<Person> {
  const row = await db.selectFrom('staff').select(personColumns).where('id', '=', id).executeTakeFirst();
  return row ? personOf(row) : fail('notFound');
}

export async function listPeople({ db }: Pick<Deps, 'db'>): Promise<Person[]> {
  const rows = await db.selectFrom('staff').select(personColumns).orderBy('name').execute();
  return rows.map(personOf);
}

/** With this many admins, access needs two of them, and the command line can no longer give it alone. */
const adminsForTwo = 2;

/** Adds a person from the command line. The access takes effect at once only while there are not two admins who could give it together. */
export async function addFromShell(deps: PeopleDeps, person: NewPerson, by: string): Promise<{ totpAddress: string; waits: boolean }> {
  const admins = await deps.db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .limit(adminsForTwo)
    .execute();
  const waits = admins.length === adminsForTwo;
  const { totpAddress } = await addPerson(deps, person, by, { waits });
  return { totpAddress, waits };
}

/**
 * Makes an admin's account the only emergency account. Its user can let the other people in again. Returns false if no admin with access
 * has this name.
 */
export const setEmergency = (deps: Pick<Deps, 'db' | 'clock'>, name: string, by: string, reason: string): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('staff')
      .select('id')
      .where('name', '=', name)
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    await tx.updateTable('staff').set({ is_emergency: false }).where('is_emergency', '=', true).where('id', '!=', row.id).execute();
    await tx.updateTable('staff').set({ is_emergency: true }).where('id', '=', row.id).execute();
    await audit(tx, deps, { actor: by, action: 'staff.emergencySet', subject: `staff:${row.id}`, detail: { reason } });
    return true;
  });

/** Removes every login pause of a name, whatever its source. */
export async function unlockPerson(deps: Pick<Deps, 'db' | 'clock'>, id: string, by: string, reason: string): Promise<Person> {
  const person = await getPerson(deps, id);
  await deps.db.transaction().execute(async (tx) => {
    await forgetTries(tx, person.name);
    await audit(tx, deps, { actor: by, action: 'staff.unlocked', subject: `staff:${id}`, detail: { reason } });
  });
  return person;
}

/** Releases what the areas hold for a person, in the transaction that ends or changes their access. */
export async function freeAll(tx: Tx, deps: Pick<Deps, 'areas' | 'clock'>, id: string): Promise<void> {
  for (const { free } of deps.areas) await free?.(tx, id, deps);
}

/** SQL condition for people in `staff` who have one of our factors. */
export const hasFactor = sql<boolean>`(totp_sealed is not null or exists (select from staff_passkeys where staff_id = staff.id))`;

/** Deletes a person's enrolment link, if any. Call it before locking the person's own row, because `enrol` locks the two in this order. */
export const endLink = (tx: Tx, id: string) => tx.deleteFrom('staff_enrolments').where('staff_id', '=', id).execute();

/**
 * Ends a person's access immediately, and releases their work. Nobody can disable themselves, because the last admin could lock everybody
 * out; and if two admins disable each other, the second one no longer has access. Returns undefined if the person has no access.
 */
export async function endAccess(tx: Tx, deps: Deps, id: string, by: string): Promise<Person | undefined> {
  if (by === `staff:${id}`) fail('ownRights', { detail: 'You cannot disable yourself. Another admin must do this.' });
  const now = deps.clock.now();
  await endLink(tx, id);
  const both = await tx
    .selectFrom('staff')
    .select(['id', 'disabled_at'])
    .where((each) => each.or([each('id', '=', id), each(sql<string>`'staff:' || id`, '=', by)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (both.some((person) => person.id !== id && person.disabled_at !== null)) fail('unauthenticated');
  const row = await tx
    .updateTable('staff')
    .set({ disabled_at: now })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .returning(personColumns)
    .executeTakeFirst();
  if (!row) return undefined;
  await tx.updateTable('staff_sessions').set({ ended_at: now }).where('staff_id', '=', id).where('ended_at', 'is', null).execute();
  await freeAll(tx, deps, id);
  await audit(tx, deps, { actor: by, action: 'staff.disabled', subject: `staff:${id}` });
  return personOf(row);
}

export const disablePerson = (deps: Deps, id: string, by: string): Promise<Person> =>
  deps.db.transaction().execute(async (tx) => (await endAccess(tx, deps, id, by)) ?? fail('notFound'));
