import type { Disclosure } from '../../contract/disclosure.ts';
import type { LoanOffer } from '../../contract/offers.ts';
import type { Day } from '../../lending/types.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { accountView, activeAccount } from '../payoutAccount/accounts.ts';
import { validSignature } from '../agreements/signature/signatures.ts';
import { couponsFor } from '../coupons/view.ts';
import { discloseOffer, lendingFor, lendingNow, type Choice, type LendingFor } from './products.ts';
import { productView } from './productView.ts';
import { eligibilityOf } from './eligibility.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { withdrawalCoupon } from './coupon.ts';

/** The products and amounts that a borrower may borrow now, or why not. */
export async function offer(viewer: Viewer): Promise<LoanOffer> {
  const { deps, customerId, vault } = viewer;
  const { db } = deps;
  const lending = await lendingFor({ ...viewer, db }, await lendingNow(deps));
  const today = todayOf(deps);
  const { limit, refusal } = await eligibilityOf(db, customerId, lending);
  const { grantedCents, boostCents, outstandingCents, availableCents } = limit;
  const account = await activeAccount(db, customerId);
  return {
    canBorrow: refusal === undefined,
    ...(refusal === undefined ? {} : { refusal }),
    limit: { grantedCents, boostCents, outstandingCents, availableCents },
    products: refusal === undefined ? productsWithin(lending, availableCents, today) : [],
    coupons: await couponsFor(db, customerId, { kind: 'withdrawal', amountCents: availableCents }, today),
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
  };
}

const productsWithin = ({ products }: LendingFor, availableCents: number, today: Day): LoanOffer['products'] =>
  products.flatMap((product) => productView(product, availableCents, today) ?? []);

/** The cost of a loan if it were disclosed now. Stores nothing. Refuses a product that is not offered and an amount above the limit. */
export async function quote(viewer: Viewer, choice: Choice): Promise<Disclosure> {
  const { deps, customerId } = viewer;
  const lending = await lendingFor({ ...viewer, db: deps.db }, await lendingNow(deps));
  const today = todayOf(deps);
  const { limit } = await eligibilityOf(deps.db, customerId, lending);
  if (choice.amountCents > limit.availableCents) fail('overLimit', { params: { availableCents: limit.availableCents } });
  const coupon = await withdrawalCoupon({ deps, customerId, db: deps.db }, choice, today);
  return discloseOffer(deps, lending, choice, today, coupon?.amount_cents ?? 0).disclosure;
}
