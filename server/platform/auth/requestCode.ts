import type { Input } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { offeredLanguage } from '../customer/customers.ts';
import { phoneVault } from '../customer/phone.ts';
import { checkImageCode, isImageCodeDue, refuseLocked } from './guard.ts';
import { failuresOf, issueCode, refuseTooSoon, sendOnce, type CodeRequest, type CodeSent } from './issueCode.ts';
import { acceptedPrivacy, resendWithinSeconds } from './privacy.ts';
import { phoneOf } from './readInput.ts';
import { sourceOf } from '../http/source.ts';

/**
 * Sends a login code. Never looks up whether the number is registered, so known and unknown numbers get the same response in the same time.
 * A retry under the same idempotency key replays the response.
 *
 * @param guest binds the code to an invitation, so that it is no login
 */
export async function requestCode(
  deps: Deps,
  input: Input<'auth.requestCode'>,
  address: string,
  key?: string,
  guest: { sessionHash?: Uint8Array; purpose?: 'guest' } = {},
): Promise<CodeSent> {
  const phone = await phoneOf(deps, input.phone);
  const digest = phoneVault(deps.settings.keyring).digest(phone);
  const asked = { digest, phone, ...guest, ...(key === undefined ? {} : { key }) };
  return sendOnce(deps, asked, (challengeId) =>
    requestNewCode(deps, input, { ...asked, challengeId, source: sourceOf(address), now: deps.clock.now() }),
  );
}

/**
 * Resends a code to the number of an earlier challenge, under the same limits. A reloaded page no longer knows the number, but holds the
 * challenge id, which nobody can guess. Refuses with `codeTooOld` after half an hour.
 */
export async function resendCode(
  deps: Deps,
  { challengeId, ...input }: Input<'auth.resendCode'>,
  address: string,
  key?: string,
): Promise<CodeSent> {
  const row = await deps.db
    .selectFrom('login_challenges')
    .select(['phone_sealed', 'promotion'])
    .where('id', '=', challengeId)
    .where('session_hash', 'is', null)
    .where('created_at', '>', addSeconds(deps.clock.now(), -resendWithinSeconds))
    .executeTakeFirst();
  if (!row) return fail('codeTooOld');
  const { national } = phoneVault(deps.settings.keyring).open(row.phone_sealed);
  return requestCode(deps, { ...input, phone: national, promotion: row.promotion }, address, key);
}

type NewRequest = Pick<CodeRequest, 'sessionHash' | 'purpose' | 'digest' | 'phone' | 'key' | 'challengeId' | 'source' | 'now'>;

async function requestNewCode(deps: Deps, input: Input<'auth.requestCode'>, request: NewRequest): Promise<CodeSent> {
  const { digest, now } = request;
  const language = offeredLanguage(deps, input.language);
  const privacy = await acceptedPrivacy(deps, { digest, accepted: input.privacyAccepted, language });
  const failures = await failuresOf(deps, digest);
  refuseLocked(deps, failures);
  await refuseTooSoon(deps, digest, now);
  const { imageCode, promotion = {} } = input;
  const human = await checkImageCode(deps, await isImageCodeDue(deps, failures), imageCode);
  return issueCode(deps, { ...request, language, privacy, promotion, human, imageCode });
}
