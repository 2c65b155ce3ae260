import type { LoanDraft } from '../../contract/offers.ts';
import type { Day } from '../../lending/types.ts';
import type { Db, Tx } from '../../db/database.ts';
import { manilaDay } from '../../time.ts';
import { accountView, activeAccount } from '../account/accounts.ts';
import { validSignature } from '../agreements/signature/signatures.ts';
import { couponsFor } from '../coupons/view.ts';
import type { LoanRecord } from './types.ts';
import type { Reader } from './viewer.ts';

export const disclosed = 'disclosed';

/** The loan that is disclosed and not yet agreed to. */
export const disclosedLoan = (db: Db | Tx, customerId: string): Promise<LoanRecord | undefined> =>
  db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('state', '=', disclosed).executeTakeFirst();

/** Dates and caps are those of a day: what was disclosed yesterday is disclosed anew before it is agreed to. */
export const isDisclosedOn = (loan: LoanRecord, today: Day): boolean => manilaDay(loan.updated_at) === today;

/** What the borrower is shown before agreeing; without a loan, only what there is to choose from. */
export async function draftView(reader: Reader, loan: LoanRecord | undefined): Promise<LoanDraft> {
  const { db, deps, customerId, vault } = reader;
  const today = manilaDay(deps.clock.now());
  const account = await activeAccount(db, customerId);
  const shown = loan && isDisclosedOn(loan, today) ? loan : undefined;
  return {
    ...(shown ? disclosedView(shown) : {}),
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
    coupons: shown ? await couponsFor(db, customerId, { kind: 'withdrawal', amountCents: shown.principal_cents }, today) : [],
  };
}

const disclosedView = (loan: LoanRecord): Partial<LoanDraft> => ({
  loanId: loan.id,
  disclosure: loan.disclosure,
  disclosureHash: loan.disclosure_hash,
  nonce: loan.nonce,
  ...(loan.coupon_id === null ? {} : { couponId: loan.coupon_id }),
});
