import { addDays, momentIn } from '../../../engine/config/days.ts';
import type { Day } from '../../lending/types.ts';
import { json } from '../../platform/db/json.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { randomToken, uuidV7 } from '../../platform/random.ts';
import { timeZoneOf } from '../../platform/time.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Quote } from './quote.ts';
import type { RepaymentRecord } from './types.ts';

export const collectJob = 'repayments.collect';

export interface NewRepayment {
  kind: RepaymentRecord['kind'];
  quote: Pick<Quote, 'dueCents' | 'parts' | 'day' | 'newDueDate'>;
  /** The coupon that pays part of the amount. */
  coupon?: { id: string; couponCents: number };
  expiresAt: Date;
  actor: string;
}

/**
 * Inserts a repayment with its provider reference. `repayments.result` shows it by id without a session, so the id is random and cannot be
 * guessed.
 */
export async function insertRepayment(tx: Tx, deps: Deps, loan: LoanRecord, input: NewRepayment): Promise<RepaymentRecord> {
  const { kind, quote, coupon, expiresAt, actor } = input;
  const now = deps.clock.now();
  const couponCents = coupon?.couponCents ?? 0;
  return tx
    .insertInto('repayments')
    .values({
      id: randomToken(deps.random, 18),
      loan_id: loan.id,
      customer_id: loan.customer_id,
      kind,
      state: 'initiated',
      reference: `rp-${uuidV7(deps.clock, deps.random)}`,
      due_cents: quote.dueCents,
      amount_cents: quote.dueCents - couponCents,
      coupon_id: coupon?.id ?? null,
      coupon_cents: couponCents,
      quoted_day: quote.day,
      new_due_day: quote.newDueDate ?? null,
      parts: json(quote.parts),
      provider_reference: null,
      instructions: json(null),
      expires_at: expiresAt,
      paid_cents: null,
      paid_at: null,
      reason: null,
      outcome: null,
      actor,
      created_at: now,
      settled_at: null,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Starts the collection once the transaction commits. */
export const collectSoon = (tx: Tx, deps: Deps, { id }: RepaymentRecord): Promise<boolean> =>
  deps.jobs.enqueue(tx, collectJob, { repaymentId: id, poll: 0 }, { key: `collect:${id}:0:0` });

const shortestMs = 30 * 60 * 1000;

/** Amounts due change at midnight, so a quote holds until then. Shortly before midnight it holds for half an hour. */
export function quoteExpiresAt(deps: Pick<Deps, 'clock' | 'releases'>, quotedDay: Day): Date {
  const midnight = momentIn(timeZoneOf(deps), addDays(quotedDay, 1));
  return new Date(Math.max(midnight.getTime(), deps.clock.now().getTime() + shortestMs));
}
