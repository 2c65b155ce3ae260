import type { AdvanceOffer } from '../../../contract/standing.ts';
import type { Disclosure } from '../../../contract/disclosure.ts';
import type { Day, LoanTerms } from '../../../lending/types.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { fail } from '../../../platform/problem.ts';
import { manilaDay } from '../../../platform/time.ts';
import { accountView, activeAccount } from '../../account/accounts.ts';
import { validSignature } from '../../agreements/signature/signatures.ts';
import { latestApplication, type Application } from '../../application/view.ts';
import { limitOf } from '../../limits/limits.ts';
import { discloseOffer, lendingNow, productView, type Choice, type LendingNow } from '../../withdrawal/products.ts';
import { refusalOfApplication } from '../../withdrawal/standing.ts';
import type { Reader, Viewer } from '../../../platform/customer/viewer.ts';

type Refusal = 'notAccepted' | 'underReview' | 'refill' | 'nothingAvailable';

interface AdvanceStanding {
  application: Application | undefined;
  /** All of the limit, also what an open loan holds now: by then it will be settled, or nothing is paid out. */
  limitCents: number;
  refusal?: Refusal;
}

async function advanceStanding(db: Db | Tx, customerId: string, { maximumCents, smallestCents }: LendingNow): Promise<AdvanceStanding> {
  const application = await latestApplication(db, customerId);
  const { grantedCents, boostCents } = await limitOf(db, customerId, maximumCents);
  const limitCents = Math.min(maximumCents, grantedCents + boostCents);
  const refusal = refusalOfApplication(application) ?? (limitCents < smallestCents ? 'nothingAvailable' : undefined);
  return { application, limitCents, ...(refusal ? { refusal } : {}) };
}

/** What somebody may agree to in advance, or why not. */
export async function advanceOffer({ db, deps, customerId, vault }: Reader): Promise<AdvanceOffer> {
  const lending = lendingNow(deps);
  const today = manilaDay(deps.clock.now());
  const { limitCents, refusal } = await advanceStanding(db, customerId, lending);
  const account = await activeAccount(db, customerId);
  return {
    canAgree: refusal === undefined,
    ...(refusal === undefined ? {} : { refusal }),
    limitCents,
    products: refusal === undefined ? lending.products.flatMap((product) => productView(product, limitCents, today) ?? []) : [],
    signature: (await validSignature(db, customerId)) === undefined ? 'none' : 'valid',
    ...(account ? { account: accountView(vault, account) } : {}),
  };
}

/**
 * What one loan of it costs if it is paid out on a day. Refuses with `notAccepted`, `overLimit`, `badRequest` (what is not offered,
 * or not on that day any more).
 */
export async function discloseAdvance(
  db: Db | Tx,
  { deps, customerId }: Viewer,
  choice: Choice,
  payoutDay: Day,
): Promise<{ application: Application; terms: LoanTerms; disclosure: Disclosure }> {
  const lending = lendingNow(deps);
  const { application, limitCents, refusal } = await advanceStanding(db, customerId, lending);
  if (!application || (refusal && refusal !== 'nothingAvailable')) return fail('notAccepted');
  if (choice.amountCents > limitCents) fail('overLimit', { params: { availableCents: limitCents } });
  return { application, ...discloseOffer(deps, lending, choice, payoutDay, 0) };
}
