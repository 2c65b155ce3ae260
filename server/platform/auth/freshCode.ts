import type { Static } from 'typebox';
import type { operations } from '../../contract/operations.ts';
import type { Deps } from '../deps.ts';
import { customerFrom } from '../customer/customers.ts';
import { phoneVault } from '../customer/phone.ts';
import { refuseLocked } from './guard.ts';
import { guessCode } from './guessCode.ts';
import { failuresOf, issueCode, refuseTooSoon, sendOnce, type CodeSent } from './issueCode.ts';
import { freshUntil } from '../sessions/fresh.ts';
import type { Session } from '../sessions/sessions.ts';
import { sourceOf } from './source.ts';

type Confirm = (typeof operations)['auth.confirmFreshCode'];

/**
 * Sends a code to the session's own number, under the limits of the login: both count together. The session stands in
 * for the image code, which is there against machines that guess at numbers; after ten wrong guesses the number is locked
 * here as there.
 */
export async function requestFreshCode(deps: Deps, session: Session, address: string, key?: string): Promise<CodeSent> {
  const { phone, language } = customerFrom(deps, session.customer);
  const digest = phoneVault(deps.settings.keyring).digest(phone);
  const asked = { digest, phone, sessionHash: session.idHash, ...(key === undefined ? {} : { key }) };
  return sendOnce(deps, asked, async (challengeId) => {
    const now = deps.clock.now();
    refuseLocked(deps, await failuresOf(deps, digest, now));
    await refuseTooSoon(deps, digest, now);
    return issueCode(deps, {
      ...asked,
      challengeId,
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
 * Makes the session fresh again. Its secrets stay as they are: they never came from outside, and it gains nothing that
 * the same person did not have at the login. A session planted in somebody's browser belongs to who planted it, and so
 * does the number that the code goes to.
 */
export async function confirmFreshCode(
  deps: Deps,
  session: Session,
  input: Static<Confirm['input']>,
  key?: string,
): Promise<Static<Confirm['output']>> {
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
