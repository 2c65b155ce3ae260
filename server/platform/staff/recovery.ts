import { createHash, randomBytes } from 'node:crypto';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from './sessions.ts';
import { base32 } from './totp.ts';

const codesAtOnce = 10;
/** 80 bits, so that a stolen hash cannot be guessed. */
const codeBytes = 10;

const hashOf = (id: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${id}|${code.replace(/[ -]/g, '').toUpperCase()}`)
    .digest();

const newCode = (): string => base32(randomBytes(codeBytes)).replace(/(.{4})(?=.)/g, '$1-');

/**
 * Creates new recovery codes, which are shown only now, and invalidates the previous ones. Refuses with `factorMissing` if the session has
 * used only the password, because the codes would outlive the enrolment.
 */
export async function newRecoveryCodes(deps: Deps, { id, actor, mustEnrol }: StaffSession): Promise<{ codes: string[] }> {
  if (mustEnrol) fail('factorMissing');
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
    await tx
      .insertInto('staff_recovery_codes')
      .values(codes.map((code) => ({ staff_id: id, code_hash: hashOf(id, code), used_at: null })))
      .execute();
    await audit(tx, deps, { actor, action: 'staff.recoveryCodesMade', subject: `staff:${id}` });
  });
  return { codes };
}

/** Consumes a recovery code. Returns false if it is wrong or already used, even by a concurrent request. */
export async function useRecoveryCode(tx: Tx, deps: Pick<Deps, 'clock'>, id: string, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: deps.clock.now() })
    .where('staff_id', '=', id)
    .where('code_hash', '=', hashOf(id, code))
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  if (!used) return false;
  await audit(tx, deps, { actor: `staff:${id}`, action: 'staff.recoveryCodeUsed', subject: `staff:${id}` });
  return true;
}
