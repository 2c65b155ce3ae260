import { partyOf, readSignatory, written, type Text } from '../../agreements/text.ts';
import { valuesOf } from '../../agreements/values.ts';
import { wordingOf, type Wording } from '../../agreements/wording.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readDocument } from '../../../platform/documents/fill.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { Reader } from '../../../platform/customer/viewer.ts';
import type { LoadedRelease } from '../../../platform/release/types.ts';
import { documentOf } from './fields.ts';
import { lendingNow } from '../../withdrawal/products.ts';
import type { Plan, Purpose, StandingConsent } from './table.ts';

const releaseOf = async (deps: Deps, { release }: Pick<StandingConsent, 'release'>): Promise<LoadedRelease> =>
  (await deps.releases.get(release)) ?? deps.releases.active();

/** When the money is sent, as a sentence of `server.documents`. */
function planTerms(release: LoadedRelease, plan: Plan, words: Wording): string {
  const { easyReloan } = lendingOf(release);
  if (plan.mode === 'day') return words.text('sentOnDay', { day: words.date(plan.day) });
  if (plan.mode === 'automatic') return words.text('sentAfterSettlement', { minutes: easyReloan?.automatic.afterMinutes ?? 0 });
  return words.text('sentEachMonth', { num: plan.dayOfMonth, day: words.date(plan.firstDay) });
}

/** The text to agree to, in the borrower's language. The stored text equals the text shown before signing, character for character. */
export async function consentText(reader: Reader, consent: StandingConsent, applicationId: string): Promise<Omit<Text, 'kind'>> {
  const release = await releaseOf(reader.deps, consent);
  const { language, ...party } = partyOf(reader, await readSignatory(reader, applicationId));
  const { disclosure, terms, plan, created_at: at } = consent;
  const loan = { order_number: '', updated_at: at, disclosure, terms };
  return written(reader.deps, release, { id: documentOf[consent.purpose], language }, (words) => ({
    ...valuesOf({ loan, ...party }, words),
    planTerms: planTerms(release, plan, words),
  }));
}

/** Loads what `consentText` needs. Call it before the transaction that writes the text (see `preloadAgreements`). */
export async function preloadConsent(deps: Deps, consent: { release: string; purpose: Purpose }): Promise<void> {
  await lendingNow(deps);
  const release = await releaseOf(deps, consent);
  for (const { code } of release.manifest.settings.languages.offered) {
    await wordingOf(deps, release, code);
    await readDocument(release, documentOf[consent.purpose], code);
  }
}

/** Prepares a draft under the active release, which must be kept from now on. */
export async function preloadDraft(deps: Deps, purpose: Purpose): Promise<void> {
  const { hash } = deps.releases.active();
  await deps.releases.keep(hash);
  await preloadConsent(deps, { release: hash, purpose });
}
