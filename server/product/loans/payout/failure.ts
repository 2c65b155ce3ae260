import type { PayoutFailureReason } from '../../../ports/payout.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PayoutFailure } from '../../../lending/kinds/payoutFailures.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { LoanEvent } from '../transitions.ts';
import type { Disbursement } from './disbursement.ts';

/** Attempts with one account, where the provider gave no reason that the borrower could do anything about. */
const mostAttempts = 3;
/** Before the second and the third attempt. */
const retryAfterSeconds = 60;

const retried = 'payoutRetried';
const givenUp = 'payoutGivenUp';

/** Where the release says nothing. */
const silent: PayoutFailure = { loanEvent: retried, corrections: [], error: 'payoutFailed' };

/**
 * What a failed attempt means for the loan, by flows/lending/payoutFailures.json: something is filled anew (L12, E08 to E11), or
 * it is tried again under another reference, up to three times with one account.
 */
export async function failureEvent(tx: Tx, deps: Deps, attempt: Disbursement): Promise<LoanEvent> {
  const { loanEvent, applicationEvent, corrections, error } = failureOf(deps, attempt);
  const set = { reason: error };
  if (loanEvent !== retried) {
    const toRefill = applicationEvent === undefined ? {} : { applicationEvent, corrections };
    return { name: loanEvent, detail: { ...toRefill, reason: error, attempt: attempt.attempt }, set };
  }
  if ((await attemptsWith(tx, attempt)) >= mostAttempts) return { name: givenUp, detail: { reason: error, attempt: attempt.attempt }, set };
  return { name: retried, detail: { delaySeconds: retryAfterSeconds, attempt: attempt.attempt } };
}

function failureOf(deps: Deps, { reason }: Disbursement): PayoutFailure {
  const { payoutFailures } = lendingOf(deps.releases.active());
  return payoutFailures?.[(reason ?? 'other') as PayoutFailureReason] ?? silent;
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
