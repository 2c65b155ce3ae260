import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds } from '../../../platform/time.ts';
import { collectJob } from '../begin.ts';
import { findRepayment, isOver, isUnfinished } from '../find.ts';
import type { RepaymentRecord } from '../types.ts';
import { bookFailure, bookRequest, bookSuccess } from './settle.ts';
import type { CollectionReceipt } from '../../../ports/collection.ts';
import { ProviderError } from '../../../ports/providerError.ts';

const unknown: CollectionReceipt = { state: 'unknown' };

/**
 * Requests the money from the provider, or polls the request's state. The reference is already stored. The provider treats a repeated
 * reference as the same request, so calling twice never collects twice. Runs outside transactions.
 *
 * @returns the provider's receipt; `unknown` if the call failed; undefined if the repayment has expired and the provider does not know it
 */
async function pollProvider(deps: Deps, repayment: RepaymentRecord): Promise<CollectionReceipt | undefined> {
  const mayRequest = repayment.state === 'initiated' && deps.clock.now() < repayment.expires_at;
  try {
    return mayRequest ? await request(deps, repayment) : await deps.ports.collection.status(repayment.reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isRefused = error.kind === 'refused';
    const subject = `repayment:${repayment.id}`;
    // `refused` means that our key or request is wrong, and staff must act.
    if (isRefused) deps.alarms.raise({ kind: 'collectionRefused', subject, err: error }, 'the collection provider refuses our request');
    else deps.log.warn({ repayment: repayment.id, err: error }, 'polling the collection provider failed');
    // The borrower may try again. If the provider accepted the request after all, late money is still booked.
    return isRefused && mayRequest ? { state: 'failed', reason: 'other' } : unknown;
  }
}

async function request(deps: Deps, { loan_id: loanId, reference, amount_cents: amountCents, expires_at: expiresAt }: RepaymentRecord) {
  const { order_number: description } = await deps.db
    .selectFrom('loans')
    .select('order_number')
    .where('id', '=', loanId)
    .executeTakeFirstOrThrow();
  const { currency } = deps.releases.active().manifest.settings;
  return deps.ports.collection.request({ reference, amountCents, currency, description, expiresAt });
}

/** Pauses between polls; the last one repeats. The provider's own event usually arrives first. */
const pausesSeconds = [3, 5, 10, 20, 40, 80, 160, 300, 600, 900] as const;
const longestPauseSeconds = 900;

/** Data of the job. Without `poll` it polls once. */
type CollectData = { repaymentId: string } & Partial<Place>;

/** Position in a chain of polls. `chain` is set when a sweep restarted polling after a job was given up. */
type Place = { poll: number; chain: number };

/** Collects a repayment. Safe to run at any time, repeatedly, and on any node. */
export const collectHandler: JobHandler = {
  kind: collectJob,
  async run(deps, { repaymentId, poll, chain = 0 }: CollectData) {
    const before = await findRepayment(deps.db, repaymentId);
    if (!before || isOver(before)) return;
    await pollAndBook(deps, before);
    const after = await findRepayment(deps.db, before.id);
    // Only the chain of polls continues; a provider event polls once.
    if (poll !== undefined && after && isUnfinished(after)) await pollLater(deps, after, { poll, chain });
  },
};

/** Polls the provider and books the result. */
async function pollAndBook(deps: Deps, repayment: RepaymentRecord): Promise<void> {
  const receipt = await pollProvider(deps, repayment);
  if (receipt?.state === 'success') return bookSuccess(deps, repayment, receipt);
  if (receipt?.state === 'failed') return bookFailure(deps, repayment, receipt.reason ?? 'other', receipt);
  // Expired, and the provider has confirmed that no money came.
  const isExpired = deps.clock.now() >= repayment.expires_at && receipt?.state !== 'unknown';
  if (isExpired) return bookFailure(deps, repayment, 'expired', receipt);
  if (receipt?.state === 'inProgress') await bookRequest(deps, repayment, receipt);
}

async function pollLater(deps: Deps, { id, expires_at: expiresAt }: RepaymentRecord, { poll, chain }: Place): Promise<void> {
  const now = deps.clock.now();
  const next = addSeconds(now, pausesSeconds[poll] ?? longestPauseSeconds);
  const runAt = now < expiresAt && expiresAt < next ? expiresAt : next;
  const data = { repaymentId: id, poll: poll + 1, chain };
  const key = `collect:${id}:${chain}:${poll + 1}`;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, collectJob, data, { key, runAt }));
}

/** An event only triggers a poll of the provider, so a forged event moves no money. */
export async function collectionEvent(deps: Deps, { id, reference }: { id: string; reference: string }): Promise<void> {
  const row = await deps.db
    .selectFrom('repayments')
    .select(['id', 'state', 'paid_at'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!row || isOver(row)) return;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, collectJob, { repaymentId: row.id }, { key: `collect:event:${id}` }));
}
