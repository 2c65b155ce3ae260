import { sourceOf } from '../http/source.ts';
import { audit } from '../audit/audit.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { hashPassword, passwordMatches, unknownNameHash } from './password.ts';
import type { StaffSession } from './sessions.ts';
import { forgetTries, takeTry } from './tries.ts';

interface Change {
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the person's own password and ends all of their other sessions. Guesses of the current password count like those at the login, so
 * a stolen session gains nothing. Refuses with `factorMissing` if the session has used only the password, as after a reset of the factors.
 */
export async function changePassword(
  deps: Deps,
  { id, name, actor, tokenHash, mustEnrol }: StaffSession,
  { currentPassword, newPassword }: Change,
  address: string,
): Promise<{ id: string }> {
  if (mustEnrol) fail('factorMissing');
  const source = sourceOf(address);
  await takeTry(deps, name, source);
  const row = await deps.db.selectFrom('staff').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
  if (!(await passwordMatches(currentPassword, row.password_hash ?? unknownNameHash))) refuseCurrent();
  const changed = await hashPassword(newPassword);
  return deps.db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable('staff')
      .set({ password_hash: changed })
      .where('id', '=', id)
      // If the hash differs, somebody has changed the password meanwhile.
      .where('password_hash', '=', row.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!done) refuseCurrent();
    await tx
      .updateTable('staff_sessions')
      .set({ ended_at: deps.clock.now() })
      .where('staff_id', '=', id)
      .where('token_hash', '!=', tokenHash)
      .where('ended_at', 'is', null)
      .execute();
    await forgetTries(tx, name, source);
    await audit(tx, deps, { actor, action: 'staff.passwordChanged', subject: `staff:${id}` });
    return { id };
  });
}

const refuseCurrent = (): never => fail('passwordIncorrect', { problems: [{ code: 'passwordIncorrect', path: '/currentPassword' }] });
