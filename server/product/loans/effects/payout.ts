import { sql } from 'kysely';
import type { CorrectionRequest } from '../../../../engine/flow/types.ts';
import { uuidV7 } from '../../../platform/random.ts';
import { addSeconds } from '../../../platform/time.ts';
import { applyApplicationEvent } from '../../application/transitions.ts';
import { bookPosting } from '../postings.ts';
import type { LoanEffect } from '../types.ts';

export const payoutJob = 'loans.payout';

/** Key of a payout's journal and of everything booked with it. Contains the provider's reference. */
export const payoutKey = (reference: string): string => `payout:${reference}`;

const startDisbursement: LoanEffect = {
  name: 'startDisbursement',
  description: 'Starts the next attempt to pay the loan out to its account, under a new reference.',
  events: ['payoutStarted', 'payoutRetried', 'accountRefilled'],
  always: true,
  async run({ tx, deps, subject: loan, event }) {
    if (loan.account_id === null) throw new Error(`loan ${loan.id}: there is no account to pay it to`);
    const id = uuidV7(deps.clock, deps.random);
    const now = deps.clock.now();
    await tx
      .insertInto('disbursements')
      .values({
        id,
        loan_id: loan.id,
        attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from disbursements where loan_id = ${loan.id})`,
        reference: `po-${id}`,
        account_id: loan.account_id,
        amount_cents: loan.received_cents,
        state: 'waiting',
        provider_reference: null,
        paid_cents: null,
        paid_at: null,
        reason: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const delaySeconds = typeof event['delaySeconds'] === 'number' ? event['delaySeconds'] : 0;
    await deps.jobs.enqueue(
      tx,
      payoutJob,
      { disbursementId: id, poll: 0 },
      { key: `payout:${id}:0`, runAt: addSeconds(now, delaySeconds) },
    );
  },
};

const bookPayout: LoanEffect = {
  name: 'bookPayout',
  description: 'Books the loan as paid out on the day of the confirmation: receivable, fees, GST, coupon.',
  events: ['payoutPaid'],
  always: true,
  async run({ tx, deps, subject: loan, event }) {
    const { reference, day } = event;
    if (typeof reference !== 'string' || typeof day !== 'string') throw new Error(`loan ${loan.id}: paid out without reference or day`);
    await bookPosting(tx, deps, loan.id, payoutKey(reference), { type: 'disbursed', day, couponCents: loan.coupon_cents });
  },
};

const sendBackApplication: LoanEffect = {
  name: 'sendBackApplication',
  description: 'Opens the answers that made the payout fail, with the reason, and locks the others (L12).',
  events: ['accountProblem', 'identityProblem'],
  always: true,
  async run({ tx, deps, subject: loan, event, actor }) {
    const { applicationEvent, corrections, reason } = event;
    if (typeof applicationEvent !== 'string') throw new Error(`loan ${loan.id}: the event names no application event`);
    const { customer_id: customerId, ...row } = await tx
      .selectFrom('applications')
      .select(['id', 'customer_id', 'flow', 'state', 'release'])
      .where('id', '=', loan.application_id)
      .executeTakeFirstOrThrow();
    const release = (await deps.releases.get(row.release)) ?? deps.releases.active();
    const outcome = {
      event: applicationEvent,
      ...(typeof reason === 'string' ? { reason } : {}),
      corrections: (corrections ?? []) as CorrectionRequest[],
      detail: { loan: loan.id },
    };
    await applyApplicationEvent(tx, deps, release, { ...row, customerId }, outcome, actor);
  },
};

export const payoutEffects: readonly LoanEffect[] = [startDisbursement, bookPayout, sendBackApplication];
