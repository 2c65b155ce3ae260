import type { AdvanceOffer } from '../../../contract/advance.ts';
import type { Disclosure } from '../../../contract/disclosure.ts';
import type { Day, LoanTerms } from '../../../lending/types.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { overdueDays } from '../../../lending/index.ts';
import { todayOf } from '../../../platform/time.ts';
import { accountView, activeAccount } from '../../payoutAccount/accounts.ts';
import { validSignature } from '../../agreements/signature/signatures.ts';
import { latestApplication, type Application } from '../../application/view.ts';
import { currentBalance } from '../../loans/heldMoney.ts';
import { limitOf } from '../../limits/limits.ts';
import { discloseOffer, lendingFor, lendingNow, type Choice, type LendingFor } from '../../withdrawal/products.ts';
import { productView } from '../../withdrawal/productView.ts';
import { refusalOfApplication } from '../../withdrawal/eligibility.ts';
import type { Reader, Viewer } from '../../../platform/customer/viewer.ts';

type Refusal = 'notAccepted' | 'underReview' | 'refill' | 'nothingAvailable' | 'overdue';

interface AdvanceEligibility {
  application: Application | undefined;
  /** The whole limit, including the part that an open loan uses now. The plan pays out only after that loan is settled. */
  limitCents: number;
  openLoan: boolean;
  refusal?: Refusal;
}

/** A borrower with an overdue loan is not offered another one, not even for later. */
async function openLoanOf(deps: Deps, db: Db | Tx, customerId: string): Promise<{ isOverdue: boolean } | undefined> {
  const loan = await db
    .selectFrom('loans')
    .select(['id', 'terms'])
    .where('customer_id', '=', customerId)
    .where('open', '=', true)
    .executeTakeFirst();
  return loan && { isOverdue: overdueDays(await currentBalance(deps, db, loan), todayOf(deps)) > 0 };
}

async function advanceEligibility(
  deps: Deps,
  db: Db | Tx,
  customerId: string,
  { maximumCents, smallestCents }: LendingFor,
): Promise<AdvanceEligibility> {
  const application = await latestApplication(db, customerId);
  const { grantedCents, boostCents } = await limitOf(db, customerId, maximumCents);
  const limitCents = Math.min(maximumCents, grantedCents + boostCents);
  const openLoan = await openLoanOf(deps, db, customerId);
  const refusal =
    refusalOfApplication(application) ??
    (openLoan?.isOverdue ? 'overdue' : undefined) ??
    (limitCents < smallestCents ? 'nothingAvailable' : undefined);
  return { application, limitCents, openLoan: openLoan !== undefined, ...(refusal ? { refusal } : {}) };
}

/** What a borrower may agree to in advance, or why nothing is offered. */
export async function advanceOffer(reader: Reader): Promise<AdvanceOffer> {
  const { db, deps, customerId, vault } = reader;
  const lending = await lendingFor(reader, await lendingNow(deps));
  const today = todayOf(deps);
  const { limitCents, openLoan, refusal } = await advanceEligibility(deps, db, customerId, lending);
  const account = await activeAccount(db, customerId);
  return {
    canAgree: refusal === undefined,
    ...(refusal === undefined ? {} : { refusal }),
    openLoan,
    limitCents,
    products: refusal === undefined ? lending.products.flatMap((product) => productView(product, limitCents, today) ?? []) : [],
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
  };
}

/**
 * The cost of one loan of the plan if it is paid out on `day`. Refuses with `notAccepted`, `loanOverdue`, `overLimit`, and with
 * `badRequest` for a product that is not offered on that day.
 */
export async function discloseAdvance(
  db: Db | Tx,
  viewer: Viewer,
  choice: Choice,
  payoutDay: Day,
): Promise<{ application: Application; terms: LoanTerms; disclosure: Disclosure }> {
  const { deps, customerId } = viewer;
  const lending = await lendingFor({ ...viewer, db }, await lendingNow(deps));
  const { application, limitCents, refusal } = await advanceEligibility(deps, db, customerId, lending);
  if (refusal === 'overdue') return fail('loanOverdue');
  if (!application || (refusal && refusal !== 'nothingAvailable')) return fail('notAccepted');
  if (choice.amountCents > limitCents) fail('overLimit', { params: { availableCents: limitCents } });
  return { application, ...discloseOffer(deps, lending, choice, payoutDay, 0) };
}
