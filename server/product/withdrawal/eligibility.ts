import type { LoanOffer } from '../../contract/offers.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { fail } from '../../platform/problem.ts';
import { latestApplication, type Application } from '../application/view.ts';
import { limitOf, type Limit } from '../limits/limits.ts';
import { areWithdrawalsPaused } from './pause.ts';

type Refusal = NonNullable<LoanOffer['refusal']>;

/** What decides whether somebody may borrow now. */
export interface Eligibility {
  application: Application | undefined;
  limit: Limit;
  refusal?: Refusal;
}

/** Codes of the error catalogue, for who tries all the same. */
const codes = {
  notAccepted: 'notAccepted',
  underReview: 'notAccepted',
  refill: 'notAccepted',
  openLoan: 'openLoan',
  nothingAvailable: 'overLimit',
  paused: 'withdrawalsPaused',
} as const satisfies Record<Refusal, string>;

/**
 * Reads it. A loan that is open blocks another until it is settled (L05).
 *
 * @param smallestCents below that nothing is lent
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

/** Why who has this application may not borrow, whatever else there is. */
export const refusalOfApplication = (
  application: Pick<Application, 'state'> | undefined,
): 'notAccepted' | 'underReview' | 'refill' | undefined =>
  application?.state === 'accepted' ? undefined : (refusals[application?.state ?? ''] ?? 'notAccepted');

/** The accepted application of who may borrow this much now; refuses everybody else with the code that says why. */
export function assertMayBorrow({ application, limit, refusal }: Eligibility, amountCents: number): Application {
  if (refusal) fail(codes[refusal]);
  if (!application) throw new Error('a borrower without an application passed');
  if (amountCents > limit.availableCents) fail('overLimit', { params: { availableCents: limit.availableCents } });
  return application;
}
