import type { Deps } from '../../../platform/deps.ts';
import { createHash } from 'node:crypto';
import { stableJson } from '../../../../engine/form/hash.ts';
import type { AdvanceDraft } from '../../../contract/advance.ts';
import { json } from '../../../platform/db/json.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Day } from '../../../lending/types.ts';
import { randomToken, uuidV7 } from '../../../platform/random.ts';
import { dayOf, todayOf } from '../../../platform/time.ts';
import { lockOwner } from '../../../platform/customer/lock.ts';
import { accountView, activeAccount } from '../../payoutAccount/accounts.ts';
import { validSignature } from '../../agreements/signature/signatures.ts';
import { latestApplication } from '../../application/view.ts';
import type { Choice } from '../../withdrawal/products.ts';
import type { Reader, Viewer } from '../../../platform/customer/viewer.ts';
import { discloseAdvance } from './offer.ts';
import type { Plan, Purpose, StandingConsent } from './table.ts';
import { consentText } from './text.ts';

const draft = 'draft';

/** The first day on which a plan may pay out: today, if an event triggers it. */
const payoutDayOf = (plan: Plan, today: Day): Day => (plan.mode === 'day' ? plan.day : plan.mode === 'scheduled' ? plan.firstDay : today);

/** Dates and caps are valid for one day, so an older disclosure must be renewed before anybody agrees to it. */
export const isOfToday = (deps: Deps, { created_at: at }: Pick<StandingConsent, 'created_at'>): boolean =>
  dayOf(deps, at) === todayOf(deps);

/** The draft that waits for the borrower's consent, if any. */
export const draftConsent = (db: Db | Tx, customerId: string, purpose: Purpose): Promise<StandingConsent | undefined> =>
  db
    .selectFrom('standing_consents')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('state', '=', draft)
    .executeTakeFirst();

/**
 * Discloses the cost of a plan and stores it as a draft; hash and nonce bind the consent to it. Replaces the previous draft. Refuses as
 * `discloseAdvance` does.
 */
export async function draftPlan(
  tx: Tx,
  viewer: Viewer,
  { purpose, plan }: { purpose: Purpose; plan: Plan },
  choice: Choice,
): Promise<void> {
  const { deps, customerId } = viewer;
  await lockOwner(tx, customerId);
  const now = deps.clock.now();
  const { terms, disclosure } = await discloseAdvance(tx, viewer, choice, payoutDayOf(plan, dayOf(deps, now)));
  const before = await draftConsent(tx, customerId, purpose);
  if (before) await tx.updateTable('standing_consents').set({ state: 'replaced' }).where('id', '=', before.id).execute();
  const id = uuidV7(deps.clock, deps.random);
  await tx
    .insertInto('standing_consents')
    .values({
      id,
      customer_id: customerId,
      purpose,
      state: draft,
      plan: json(plan),
      product_id: terms.productId,
      principal_cents: terms.principalCents,
      term_days: terms.termDays,
      terms: json(terms),
      disclosure: json(disclosure),
      disclosure_hash: createHash('sha256').update(stableJson({ id, purpose, plan, terms, disclosure })).digest('hex'),
      nonce: randomToken(deps.random, 18),
      release: deps.releases.active().hash,
      language: null,
      title: null,
      sealed_text: null,
      text_hash: null,
      signature_id: null,
      agreed_at: null,
      created_at: now,
    })
    .execute();
}

/** The draft as its borrower sees it. Without a draft made today, it says only how one would be signed. */
export async function draftView(reader: Reader, purpose: Purpose): Promise<AdvanceDraft> {
  const { db, deps, customerId, vault } = reader;
  const consent = await draftConsent(db, customerId, purpose);
  const account = await activeAccount(db, customerId);
  const shown = consent && isOfToday(deps, consent) ? consent : undefined;
  return {
    ...(await contentOf(reader, shown)),
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
  };
}

async function contentOf(reader: Reader, consent: StandingConsent | undefined): Promise<Omit<AdvanceDraft, 'signature' | 'account'>> {
  const nothing = { title: '', markdown: '', language: reader.deps.releases.active().manifest.settings.languages.default };
  const application = consent && (await latestApplication(reader.db, reader.customerId));
  if (!consent || !application) return nothing;
  const { title, markdown, language } = await consentText(reader, consent, application.id);
  return {
    consentId: consent.id,
    disclosure: consent.disclosure,
    disclosureHash: consent.disclosure_hash,
    nonce: consent.nonce,
    ...planView(consent.plan),
    title,
    markdown,
    language,
  };
}

export function planView(plan: Plan): Pick<AdvanceDraft, 'mode' | 'dayOfMonth' | 'day'> {
  if (plan.mode === 'day') return { day: plan.day };
  if (plan.mode === 'automatic') return { mode: plan.mode };
  return { mode: plan.mode, dayOfMonth: plan.dayOfMonth, day: plan.firstDay };
}
