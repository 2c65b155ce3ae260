import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds } from '../time.ts';
import { defaultLanguage } from '../customer/customers.ts';

export const privacyDocument = 'privacy';
/** Seconds after a code during which a resend needs no new consent to the privacy policy. */
export const resendWithinSeconds = 1800;

/** Hash of the current privacy policy in a language. */
function privacyHash(deps: Pick<Deps, 'releases'>, language: string | undefined): string | undefined {
  const texts = deps.releases.active().manifest.documents[privacyDocument];
  return (language === undefined ? undefined : texts?.[language]?.hash) ?? texts?.[defaultLanguage(deps)]?.hash;
}

/**
 * Requires consent to the privacy policy before a code is sent (V15). Every number needs it: asking only unregistered numbers would
 * reveal which numbers are registered. A resend shortly after a code need not repeat it.
 * Returns the hash of the accepted policy, or refuses with `privacyNotAccepted`.
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

/** Whether a customer has accepted the current privacy policy, in any language. */
export async function hasAcceptedPrivacy(deps: Pick<Deps, 'db' | 'releases'>, customerId: string): Promise<boolean> {
  const hashes = Object.values(deps.releases.active().manifest.documents[privacyDocument] ?? {}).map(({ hash }) => hash);
  if (hashes.length === 0) return true;
  const accepted = await deps.db
    .selectFrom('consents')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('document', '=', privacyDocument)
    .where('hash', 'in', hashes)
    .executeTakeFirst();
  return accepted !== undefined;
}
