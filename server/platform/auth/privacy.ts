import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { defaultLanguage } from '../customer/customers.ts';

export const privacyDocument = 'privacy';
/** So long after a code another one may be asked for without accepting the privacy policy again. */
export const resendWithinSeconds = 1800;

/** Hash of the privacy policy as it reads now in a language. */
function privacyHash(deps: Pick<Deps, 'releases'>, language: string | undefined): string | undefined {
  const texts = deps.releases.active().manifest.documents[privacyDocument];
  return (language === undefined ? undefined : texts?.[language]?.hash) ?? texts?.[defaultLanguage(deps)]?.hash;
}

/**
 * The privacy policy must be accepted before a code is sent (V15). It is asked of every number alike: asking only those
 * that are not registered would tell which ones are. A resend of a code that was just asked for need not repeat it.
 * Answers the hash of what was accepted, or refuses with `privacyNotAccepted`.
 */
export async function acceptedPrivacy(
  deps: Deps,
  asked: { digest: string; accepted: boolean | undefined; language: string | undefined },
): Promise<string | undefined> {
  if (asked.accepted === true) return privacyHash(deps, asked.language);
  const recent = asked.accepted === false ? undefined : await justAccepted(deps, asked.digest);
  return recent ?? fail('privacyNotAccepted', { problems: [{ code: 'const', path: '/privacyAccepted' }] });
}

async function justAccepted(deps: Deps, digest: string): Promise<string | undefined> {
  const row = await deps.db
    .selectFrom('login_challenges')
    .select('privacy_hash')
    .where('phone_digest', '=', digest)
    .where('created_at', '>', addSeconds(deps.clock.now(), -resendWithinSeconds))
    .where('privacy_hash', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.privacy_hash ?? undefined;
}
