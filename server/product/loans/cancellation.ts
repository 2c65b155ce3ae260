import type { Loan } from '../../contract/loans.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyPosting, cancellationEnds, isRefused } from '../../lending/index.ts';
import type { LoanBalance } from '../../lending/types.ts';
import { addSeconds, todayOf } from '../../platform/time.ts';
import { promised } from '../promised.ts';
import type { LoanRecord } from './types.ts';

/**
 * The deadline for cancelling a loan; undefined if it cannot be cancelled, because nothing was received, or something was paid or extended.
 */
export function cancellableUntil(
  deps: Pick<Deps, 'releases' | 'clock'>,
  { received_at: receivedAt }: Pick<LoanRecord, 'received_at'>,
  balance: LoanBalance,
): Date | undefined {
  if (receivedAt === null || isRefused(applyPosting(balance, { type: 'cancellation', day: todayOf(deps) }))) return undefined;
  return cancellationEnds(receivedAt, promised(deps, 'cancellationHours'));
}

/** The time by which customer service promises to answer a request. */
export const answerBy = (deps: Pick<Deps, 'releases'>, requestedAt: Date): Date =>
  addSeconds(requestedAt, promised(deps, 'cancellationAnswerHours') * 3600);

/** The borrower's options for cancelling, and the result of the latest request. */
export async function cancellationView(
  db: Db | Tx,
  deps: Deps,
  loan: LoanRecord,
  balance: LoanBalance,
): Promise<Pick<Loan, 'cancellation'>> {
  if (loan.state !== 'active') return {};
  const request = await db
    .selectFrom('cancellation_requests')
    .select(['state', 'requested_at'])
    .where('loan_id', '=', loan.id)
    .orderBy('requested_at', 'desc')
    .executeTakeFirst();
  const until = cancellableUntil(deps, loan, balance);
  const mayRequest = until !== undefined && deps.clock.now() <= until && request?.state !== 'open' && request?.state !== 'completed';
  if (!mayRequest && !request) return {};
  return {
    cancellation: {
      ...(mayRequest ? { until: until.toISOString() } : {}),
      ...(request ? { state: request.state, requestedAt: request.requested_at.toISOString() } : {}),
      ...(request?.state === 'open' ? answerOf(deps, request.requested_at) : {}),
    },
  };
}

function answerOf(deps: Deps, requestedAt: Date) {
  const by = answerBy(deps, requestedAt);
  return { answerBy: by.toISOString(), isLate: deps.clock.now() > by };
}
