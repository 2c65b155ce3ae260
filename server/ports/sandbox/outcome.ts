import { commonOutcomes } from './faults.ts';
import type { Deciding, NewTransfer } from './moneySandbox.ts';
import type { Settlement } from './transfer.ts';

const surplusCents = 5000;

/** Settlements of a transfer that does not fail. */
export function paidSettlements<Order extends string>(
  { amountCents }: NewTransfer,
  { orders, settleAt, now }: Deciding<Order>,
): Settlement[] {
  const paid = (cents: number, at: Date): Settlement[] => [{ at: at.toISOString(), state: 'paid', amountCents: cents }];
  const outcome = orders.take(commonOutcomes);
  if (outcome === undefined) return paid(amountCents, settleAt);
  return {
    settlesAtOnce: () => paid(amountCents, now),
    neverSettles: () => [],
    paysLess: () => paid(Math.floor(amountCents / 2), settleAt),
    paysMore: () => paid(amountCents + surplusCents, settleAt),
  }[outcome]();
}
