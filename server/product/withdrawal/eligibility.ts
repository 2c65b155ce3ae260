import type { LoanOffer } from '../../contract/offers.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { fail } from '../../platform/problem.ts';
import { latestApplication, type Application } from '../application/view.ts';
import { limitOf, type Limit } from '../limits/limits.ts';
import { areWithdrawalsPaused } from './pause.ts';

type Refusal = NonNullable<LoanOffer['refusal']>;

/** Facts that decide whether a borrower may borrow now. */
export interface Eligibility {
  application: Application | undefined;
  limit: Limit;
  refusal?: Refusal;
}

/** Error codes for a withdrawal that is attempted anyway. */
const codes = {
  notAccepted: 'notAccepted',
  underReview: 'notAccepted',
  refill: 'notAccepted',
  openLoan: 'openLoan',
  nothingAvailable: 'overLimit',
  paused: 'withdrawalsPaused',
} as const satisfies Record<Refusal, string>;

/**
 * Reads the facts. An open loan blocks another until it is settled (L05).
 *
 * @param smallestCents minimum amount of a loan
 */
export async function eligibilityOf(
  db: Db | Tx,
  customerId: string,
  { maximumCents, smallestCents }: { maximumCents: number; smallestCents: number },
): Promise<Eligibility> {
  const application = await latestApplication(db, customerId);
  const limit = await limitOf(db, customerId, maximumCents);
  const refusal =
    (limit.hasOpenLoan ? 'openLoan' : undefined) ??
    refusalOfApplication(application) ??
    ((await areWithdrawalsPaused(db)) ? 'paused' : undefined) ??
    (limit.availableCents < smallestCents ? 'nothingAvailable' : undefined);
  return { application, limit, ...(refusal ? { refusal } : {}) };
}

const refusals: Readonly<Record<string, 'underReview' | 'refill'>> = {
  underReview: 'underReview',
  referred: 'underReview',
  identityRefill: 'refill',
  bankRefill: 'refill',
};

/** Why this application does not allow a loan, apart from other facts. */
export const refusalOfApplication = (
  application: Pick<Application, 'state'> | undefined,
): 'notAccepted' | 'underReview' | 'refill' | undefined =>
  application?.state === 'accepted' ? undefined : (refusals[application?.state ?? ''] ?? 'notAccepted');

/** The accepted application, if the borrower may borrow this amount now. Otherwise refuses with the code of the reason. */
export function assertMayBorrow({ application, limit, refusal }: Eligibility, amountCents: number): Application {
  if (refusal) fail(codes[refusal]);
  if (!application) throw new Error('eligibility: no application and no refusal');
  if (amountCents > limit.availableCents) fail('overLimit', { params: { availableCents: limit.availableCents } });
  return application;
}
