import type { LoanDraft } from '../../contract/offers.ts';
import { todayOf } from '../../platform/time.ts';
import { accountView, activeAccount } from '../payoutAccount/accounts.ts';
import { validSignature } from '../agreements/signature/signatures.ts';
import type { CouponOperation } from '../coupons/use.ts';
import { couponsFor } from '../coupons/view.ts';
import { isDisclosedToday } from '../loans/disclosed.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Reader } from '../../platform/customer/viewer.ts';

/** The disclosure that waits for consent; without a loan, only the options to choose from. */
export async function draftView(reader: Reader, loan: LoanRecord | undefined): Promise<LoanDraft> {
  const { db, deps, customerId, vault } = reader;
  const today = todayOf(deps);
  const account = await activeAccount(db, customerId);
  const isStill = loan && isDisclosedToday(deps, loan) && (loan.account_id ?? account?.id) === account?.id;
  const shown = isStill ? loan : undefined;
  return {
    ...(shown ? disclosedView(shown) : {}),
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
    coupons: shown ? await couponsFor(db, customerId, withdrawalOf(shown), today) : [],
  };
}

const withdrawalOf = ({ principal_cents: amountCents, disclosure: { deductionCents, couponCents } }: LoanRecord): CouponOperation => ({
  kind: 'withdrawal',
  amountCents,
  deductionCents: deductionCents + couponCents,
});

const disclosedView = (loan: LoanRecord): Partial<LoanDraft> => ({
  loanId: loan.id,
  disclosure: loan.disclosure,
  disclosureHash: loan.disclosure_hash,
  nonce: loan.nonce,
  ...(loan.coupon_id === null ? {} : { couponId: loan.coupon_id }),
});
