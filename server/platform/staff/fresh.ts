import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { audit } from '../audit/audit.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import { addSeconds, hourSeconds } from '../time.ts';
import { useCode } from './codes.ts';
import type { StaffSession } from './sessions.ts';
import { forgetCodes, takeCode } from './tries.ts';

const freshUntil = (deps: Deps, verifiedAt: Date): Date => addSeconds(verifiedAt, loginPolicy(deps).staffFreshMinutes * 60);

/**
 * Refuses with `freshCodeRequired` (403) if the session has not used a second factor recently, so that nobody can move money at an unlocked
 * desk. Operations marked `fresh` in the contract check this automatically.
 */
export function assertFreshFactor(deps: Deps, { verifiedAt }: Pick<StaffSession, 'verifiedAt'>): void {
  if (verifiedAt === null || deps.clock.now() >= freshUntil(deps, verifiedAt)) fail('freshCodeRequired');
}

/** Makes a session fresh with a code of the authenticator app. Guesses count like those at the login, so a stolen session gains nothing. */
export async function confirmCode(deps: Deps, session: StaffSession, { code }: { code: string }): Promise<{ freshUntil: string }> {
  if (!(await takeCode(deps, session))) fail('tooFrequent', { params: { seconds: hourSeconds } });
  const row = await deps.db.selectFrom('staff').selectAll().where('id', '=', session.id).executeTakeFirstOrThrow();
  return deps.db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, deps, row, code))) fail('codeIncorrect', { problems: [{ code: 'codeIncorrect', path: '/code' }] });
    await forgetCodes(tx, session.name);
    return refreshSession(tx, deps, session, 'code');
  });
}

/** Marks a session as fresh, once the person has used a second factor. */
export async function refreshSession(
  tx: Tx,
  deps: Deps,
  { id, actor, tokenHash }: StaffSession,
  by: 'code' | 'passkey',
): Promise<{ freshUntil: string }> {
  const now = deps.clock.now();
  const alive = await tx
    .updateTable('staff_sessions')
    .set({ verified_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst();
  if (!alive) fail('unauthenticated');
  await audit(tx, deps, { actor, action: 'staff.confirmed', subject: `staff:${id}`, detail: { by } });
  return { freshUntil: freshUntil(deps, now).toISOString() };
}
