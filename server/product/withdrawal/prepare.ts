import type { LoanDraft } from '../../contract/offers.ts';
import type { Tx } from '../../platform/db/database.ts';
import { json } from '../../platform/db/json.ts';
import { initialState } from '../../platform/lifeCycles/machines.ts';
import { fail } from '../../platform/problem.ts';
import { randomToken, uuidV7 } from '../../platform/random.ts';
import { todayOf } from '../../platform/time.ts';
import { lockOwner } from '../../platform/customer/lock.ts';
import { refuseDueDetails } from '../application/renewal.ts';
import type { Application } from '../application/view.ts';
import { activeAccount } from '../payoutAccount/accounts.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { disclosedLoan, isDisclosedToday } from '../loans/disclosed.ts';
import { draftView } from './draft.ts';
import { orderNumber } from './orderNumber.ts';
import { discloseOffer, lendingFor, lendingNow, type Choice, type LendingFor, type LendingNow } from './products.ts';
import { ownLoan } from '../loans/read.ts';
import { assertMayBorrow, eligibilityOf } from './eligibility.ts';
import { applyLoanEvent, readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { withdrawalCoupon } from './coupon.ts';
import { createHash } from 'node:crypto';
import { stableJson } from '../../../engine/form/hash.ts';
import type { Disclosure, LoanTerms } from '../../lending/types.ts';

interface Disclosed {
  loanId: string;
  orderNumber: string;
  terms: LoanTerms;
  disclosure: Disclosure;
  couponId: string | null;
  accountId: string | null;
}

/** The hash of everything disclosed before signing, for this loan only. A consent names it. */
const disclosureHash = (disclosed: Disclosed): string => createHash('sha256').update(stableJson(disclosed)).digest('hex');

/**
 * Discloses a loan: its terms, its cost, their hash, and a nonce that binds the consent to this loan. Supersedes an earlier disclosure.
 *
 * Refuses with `detailsToConfirm`, `openLoan`, `notAccepted`, `withdrawalsPaused`, `overLimit`, `badRequest` (not offered) or the codes of
 * the coupon.
 */
export async function prepareLoan(viewer: Viewer, choice: Choice, once: Once): Promise<LoanDraft> {
  const { deps } = viewer;
  const lending = await lendingNow(deps);
  await deps.releases.keep(lending.release.hash);
  await refuseDueDetails(deps.db, deps, viewer.customerId);
  return once(async (tx) => draftView({ ...viewer, db: tx }, await discloseLoan(tx, viewer, lending, choice)));
}

/** Like `prepareLoan`, in the caller's transaction, for a loan that is signed in the same transaction. Call `deps.releases.keep` first. */
export async function discloseLoan(tx: Tx, viewer: Viewer, lending: LendingNow, choice: Choice): Promise<LoanRecord> {
  const { customerId } = viewer;
  await lockOwner(tx, customerId);
  const offered = await lendingFor({ ...viewer, db: tx }, lending);
  const application = assertMayBorrow(await eligibilityOf(tx, customerId, offered), choice.amountCents);
  await supersede(tx, viewer);
  return insertLoan(tx, viewer, offered, application, choice);
}

async function supersede(tx: Tx, { deps, customerId }: Viewer): Promise<void> {
  const before = await disclosedLoan(tx, customerId);
  if (before) await applyLoanEvent(tx, deps, before, { name: 'superseded' }, 'borrower');
}

async function insertLoan(tx: Tx, viewer: Viewer, lending: LendingFor, application: Application, choice: Choice): Promise<LoanRecord> {
  const { deps, customerId } = viewer;
  const now = deps.clock.now();
  const id = uuidV7(deps.clock, deps.random);
  const order = orderNumber(deps.random);
  const { set, terms } = await disclosedSet(tx, viewer, lending, choice, { id, order });
  await tx
    .insertInto('loans')
    .values({
      ...set,
      id,
      order_number: order,
      customer_id: customerId,
      application_id: application.id,
      ...(await initialState(lending.release, 'loan')),
      product_id: terms.productId,
      principal_cents: terms.principalCents,
      term_days: terms.termDays,
      terms: json(terms),
      release: lending.release.hash,
      signature_id: null,
      reason: null,
      start_day: null,
      created_at: now,
      signed_at: null,
      received_at: null,
      settled_at: null,
      updated_at: now,
    })
    .execute();
  return readLoan(tx, id);
}

/** Columns of the loan that a disclosure sets. */
async function disclosedSet(
  tx: Tx,
  { deps, customerId }: Viewer,
  lending: LendingFor,
  choice: Choice,
  { id, order }: { id: string; order: string },
) {
  const today = todayOf(deps);
  const coupon = await withdrawalCoupon({ deps, customerId, db: tx }, choice, today);
  const { terms, disclosure } = discloseOffer(deps, lending, choice, today, coupon?.amount_cents ?? 0);
  const couponId = coupon?.id ?? null;
  const accountId = (await activeAccount(tx, customerId))?.id ?? null;
  const set = {
    disclosure: json(disclosure),
    disclosure_hash: disclosureHash({ loanId: id, orderNumber: order, terms, disclosure, couponId, accountId }),
    nonce: randomToken(deps.random, 18),
    received_cents: disclosure.receivedCents,
    coupon_id: couponId,
    account_id: accountId,
    coupon_cents: disclosure.couponCents,
  };
  return { set, terms };
}

/** Changes or removes the coupon of the disclosed loan. The disclosure gets a new hash and a new nonce. */
export async function chooseCoupon(
  viewer: Viewer,
  { loanId, couponId }: { loanId: string; couponId?: string },
  once: Once,
): Promise<LoanDraft> {
  const { deps, customerId } = viewer;
  await ownLoan(viewer, loanId);
  const lending = await lendingNow(deps);
  return once(async (tx) => {
    await lockOwner(tx, customerId);
    const loan = await disclosedLoan(tx, customerId);
    if (loan?.id !== loanId || !isDisclosedToday(deps, loan)) fail('disclosureChanged');
    const { product_id: productId, principal_cents: amountCents, term_days: termDays, order_number: order } = loan;
    const choice = { productId, amountCents, termDays, ...(couponId === undefined ? {} : { couponId }) };
    const offered = await lendingFor({ ...viewer, db: tx }, lending);
    const { set, terms } = await disclosedSet(tx, viewer, offered, choice, { id: loanId, order });
    await tx
      .updateTable('loans')
      .set({ ...set, terms: json(terms), updated_at: deps.clock.now() })
      .where('id', '=', loanId)
      .execute();
    return draftView({ ...viewer, db: tx }, await readLoan(tx, loanId));
  });
}
