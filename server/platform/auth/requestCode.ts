import type { Static } from 'typebox';
import type { operations } from '../../contract/operations.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { offeredLanguage } from '../customer/customers.ts';
import { phoneVault } from '../customer/phone.ts';
import { checkImageCode, isImageCodeDue, refuseLocked } from './guard.ts';
import { failuresOf, issueCode, refuseTooSoon, sendOnce, type CodeRequest, type CodeSent } from './issueCode.ts';
import { acceptedPrivacy, resendWithinSeconds } from './privacy.ts';
import { phoneOf } from './readInput.ts';
import { sourceOf } from './source.ts';

type Input = Static<(typeof operations)['auth.requestCode']['input']>;

/**
 * Sends a login code. Never looks whether somebody is registered under the number, so that known and unknown numbers
 * get the same answer in the same time. A request that comes once more under its key gets its answer once more.
 */
export async function requestCode(deps: Deps, input: Input, address: string, key?: string): Promise<CodeSent> {
  const phone = await phoneOf(deps, input.phone);
  const digest = phoneVault(deps.settings.keyring).digest(phone);
  const asked = { digest, phone, ...(key === undefined ? {} : { key }) };
  return sendOnce(deps, asked, (challengeId) =>
    requestNewCode(deps, input, { ...asked, challengeId, source: sourceOf(address), now: deps.clock.now() }),
  );
}

/**
 * Sends another code to the number of an earlier one, under the same limits. The page that was reloaded no longer knows the number,
 * and need not: it holds the name of the challenge, which nobody can guess. Refuses with `codeTooOld` after half an hour.
 */
export async function resendCode(
  deps: Deps,
  { challengeId, ...input }: Static<(typeof operations)['auth.resendCode']['input']>,
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

type NewRequest = Pick<CodeRequest, 'digest' | 'phone' | 'key' | 'challengeId' | 'source' | 'now'>;

async function requestNewCode(deps: Deps, input: Input, request: NewRequest): Promise<CodeSent> {
  const { digest, now } = request;
  const language = offeredLanguage(deps, input.language);
  const privacy = await acceptedPrivacy(deps, { digest, accepted: input.privacyAccepted, language });
  const failures = await failuresOf(deps, digest, now);
  refuseLocked(deps, failures);
  await refuseTooSoon(deps, digest, now);
  const { imageCode, promotion = {} } = input;
  const human = await checkImageCode(deps, await isImageCodeDue(deps, failures), imageCode);
  return issueCode(deps, { ...request, language, privacy, promotion, human, imageCode });
}
