import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { productName } from '../release/productName.ts';
import { codeMatches } from './codes.ts';
import { refreshSession } from './fresh.ts';
import { endLink, openSecret, sealSecret } from './people.ts';
import type { StaffSession } from './sessions.ts';
import { base32, newTotpSecret, otpauthAddress } from './totp.ts';

/**
 * Ends the period in which the password alone lets a person enrol. The first factor wins: a session that comes too late is refused with
 * `unauthenticated`. Also revokes a link created meanwhile, whose holder must not replace the password.
 */
export async function endEnrolment(tx: Tx, { id, mustEnrol }: StaffSession): Promise<void> {
  await endLink(tx, id);
  const ended = await tx
    .updateTable('staff')
    .set({ enrol_until: null })
    .where('id', '=', id)
    .$if(mustEnrol, (update) => update.where('enrol_until', 'is not', null))
    .returning('id')
    .executeTakeFirst();
  if (!ended) fail('unauthenticated');
}

/** Begins the enrolment of an authenticator app. The previous app works until `addAuthenticator`. */
export async function newAuthenticator(deps: Deps, { id, name }: StaffSession): Promise<{ totpAddress: string; secret: string }> {
  const secret = newTotpSecret();
  const sealed = sealSecret(deps.settings.keyring, id, secret);
  await deps.db.updateTable('staff').set({ totp_pending: sealed }).where('id', '=', id).execute();
  return { totpAddress: otpauthAddress(productName(deps), name, secret), secret: base32(secret).replace(/(.{4})(?=.)/g, '$1 ') };
}

/** Completes the enrolment of an authenticator app once it shows the right code. */
export async function addAuthenticator(deps: Deps, session: StaffSession, { code }: { code: string }): Promise<{ freshUntil: string }> {
  const { id, actor } = session;
  const { totp_pending: pending } = await deps.db.selectFrom('staff').select('totp_pending').where('id', '=', id).executeTakeFirstOrThrow();
  const step = pending && codeMatches(openSecret(deps.settings.keyring, { id, totp_sealed: pending }), code, deps.clock.now());
  if (!step) return fail('codeIncorrect', { problems: [{ code: 'codeIncorrect', path: '/code' }] });
  return deps.db.transaction().execute(async (tx) => {
    await endEnrolment(tx, session);
    const changed = await tx
      .updateTable('staff')
      .set({ totp_sealed: pending, totp_pending: null, totp_last_step: step })
      .where('id', '=', id)
      .where('totp_pending', '=', pending)
      .returning('id')
      .executeTakeFirst();
    if (!changed) fail('codeIncorrect', { problems: [{ code: 'codeIncorrect', path: '/code' }] });
    await audit(tx, deps, { actor, action: 'staff.authenticatorAdded', subject: `staff:${id}` });
    return refreshSession(tx, deps, session, 'code');
  });
}
