import type { Input, Output } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { customerFrom } from '../customer/customers.ts';
import { phoneVault } from '../customer/phone.ts';
import { refuseLocked } from './guard.ts';
import { guessCode } from './guessCode.ts';
import { failuresOf, issueCode, refuseTooSoon, sendOnce, type CodeSent } from './issueCode.ts';
import { freshUntil } from '../sessions/fresh.ts';
import type { Session } from '../sessions/sessions.ts';
import { sourceOf } from '../http/source.ts';

/**
 * Sends a code to the session's own number. The code counts against the login limits. A session replaces the image code, whose purpose is
 * to stop scripts that guess numbers. After ten wrong guesses the number is locked, as with a login.
 */
export async function requestFreshCode(deps: Deps, session: Session, address: string, key?: string): Promise<CodeSent> {
  const { phone, language } = customerFrom(deps, session.customer);
  const digest = phoneVault(deps.settings.keyring).digest(phone);
  const asked = { digest, phone, sessionHash: session.idHash, ...(key === undefined ? {} : { key }) };
  return sendOnce(deps, asked, async (challengeId) => {
    const now = deps.clock.now();
    refuseLocked(deps, await failuresOf(deps, digest));
    await refuseTooSoon(deps, digest, now);
    return issueCode(deps, {
      ...asked,
      challengeId,
      purpose: 'fresh',
      language,
      privacy: undefined,
      promotion: {},
      source: sourceOf(address),
      human: true,
      now,
    });
  });
}

/**
 * Marks the session as fresh. The token does not rotate: it never came from outside, and the person gains no access beyond the login.
 * Session fixation gains nothing either, because the code goes to the number of the attacker who planted the session.
 */
export async function confirmFreshCode(
  deps: Deps,
  session: Session,
  input: Input<'auth.confirmFreshCode'>,
  key?: string,
): Promise<Output<'auth.confirmFreshCode'>> {
  const verifiedAt = deps.clock.now();
  await guessCode(deps, { input, sessionHash: session.idHash, key }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ verified_at: verifiedAt })
      .where('id_hash', '=', session.idHash)
      .where('ended_at', 'is', null)
      .execute(),
  );
  return { freshUntil: freshUntil(deps, verifiedAt).toISOString() };
}
