import type { PayoutFailureReason } from '../../../ports/payout.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PayoutFailure } from '../../../lending/kinds/payoutFailures.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { LoanEvent } from '../transitions.ts';
import type { Disbursement } from './disbursement.ts';

/** Maximum number of attempts per account if the borrower cannot correct the problem. */
const maxAttempts = 3;
/** Delay before the second and the third attempt. */
const retryAfterSeconds = 60;

const retried = 'payoutRetried';
const givenUp = 'payoutGivenUp';

/** Used for reasons that the release does not configure. */
const defaultFailure: PayoutFailure = { loanEvent: retried, corrections: [], error: 'payoutFailed' };

/**
 * The event of a failed attempt, by flows/lending/payoutFailures.json: the borrower corrects answers (L12, E08 to E11), or the payout is
 * retried under a new reference, up to three times for each account.
 */
export async function failureEvent(tx: Tx, deps: Deps, attempt: Disbursement): Promise<LoanEvent> {
  const { loanEvent, applicationEvent, corrections, error } = failureOf(deps, attempt);
  const set = { reason: error };
  if (loanEvent !== retried) {
    const toRefill = applicationEvent === undefined ? {} : { applicationEvent, corrections };
    return { name: loanEvent, detail: { ...toRefill, reason: error, attempt: attempt.attempt }, set };
  }
  if ((await attemptsWith(tx, attempt)) >= maxAttempts) return { name: givenUp, detail: { reason: error, attempt: attempt.attempt }, set };
  return { name: retried, detail: { delaySeconds: retryAfterSeconds, attempt: attempt.attempt } };
}

function failureOf(deps: Deps, { reason }: Disbursement): PayoutFailure {
  const { payoutFailures } = lendingOf(deps.releases.active());
  return payoutFailures?.[(reason ?? 'other') as PayoutFailureReason] ?? defaultFailure;
}

async function attemptsWith(tx: Tx, { loan_id: loanId, account_id: accountId }: Disbursement): Promise<number> {
  const { count } = await tx
    .selectFrom('disbursements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loan_id', '=', loanId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}
