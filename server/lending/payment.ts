import { allocate, sumOfParts, claimsOf, type Claim } from './allocation.ts';
import { effectiveDay, interestDay, interestToFix, interestUntil, nothingPaid } from './balance.ts';
import { earlierOf } from '../../engine/config/days.ts';
import { payoffOn } from './due.ts';
import { toMillionths } from './interest.ts';
import { newOverdueCharges } from './overdue.ts';
import type { Allocation, Day, LoanBalance, OpenItem, Paid, Posting } from './types.ts';

/** A booked posting: the loan after it and its allocation. */
export interface Booked {
  balance: LoanBalance;
  parts: Allocation;
  /** Earlier postings whose allocation changed, with the new allocation. */
  restated?: readonly { posting: Posting; parts: Allocation }[];
}

/**
 * Books a payment. The payoff amount or more settles the loan; less is a partial payment. Any excess, and any money after the loan has
 * ended, is owed to the borrower (lending.md, "allocation").
 *
 * @param paid.day day of the quote or of the payment; a day before the last posting counts as its day
 */
export function applyPayment(before: LoanBalance, paid: Paid): Booked {
  const amountCents = paid.cashCents + paid.couponCents;
  if (before.state !== 'active') return book(before, { ...nothingPaid, overpaidCents: amountCents });
  const balance = fixedUntil(before, paid.day);
  return amountCents >= payoffOn(balance, balance.asOfDay).totalCents ? settle(balance, amountCents) : payPart(balance, amountCents);
}

/** Fixes the charges up to a day: overdue charges, and interest of finished periods. */
export function fixedUntil(balance: LoanBalance, day: Day): LoanBalance {
  const asOfDay = effectiveDay(balance, day);
  const { charged, unpaid } = balance;
  const { lateChargeCents, penaltyCents } = newOverdueCharges(balance, asOfDay);
  const more = (to: LoanBalance['unpaid']) => ({
    lateChargeCents: to.lateChargeCents + lateChargeCents,
    penaltyCents: to.penaltyCents + penaltyCents,
  });
  return {
    ...balance,
    asOfDay,
    charged: { ...charged, ...more(charged) },
    unpaid: more(unpaid),
    items: balance.items.map((item) =>
      item.dueDate <= asOfDay
        ? { ...item, fixedInterestMillionths: interestToFix(balance, item, item.dueDate), interestFrom: item.dueDate }
        : item,
    ),
  };
}

function settle(balance: LoanBalance, amountCents: number): Booked {
  const { totalCents, overdueDays: _days, capped: _capped, ...due } = payoffOn(balance, balance.asOfDay);
  const until = interestDay(balance, balance.asOfDay);
  const items = balance.items.map((item): OpenItem => {
    const interestCents = interestUntil(balance, item, until);
    const fixedInterestMillionths = toMillionths(interestCents);
    return { ...item, principalCents: 0, fixedInterestMillionths, interestFrom: item.dueDate, interestPaidCents: interestCents };
  });
  const settled: LoanBalance = { ...balance, state: 'settled', items, unpaid: { lateChargeCents: 0, penaltyCents: 0 } };
  return book(settled, { ...nothingPaid, ...due, overpaidCents: amountCents - totalCents });
}

function payPart(balance: LoanBalance, amountCents: number): Booked {
  const { taken, parts } = allocate(amountCents, claimsOf(balance));
  const { unpaid } = balance;
  const next: LoanBalance = {
    ...balance,
    items: withInterestFixed(balance, taken).map((item) => paidItem(item, taken)),
    unpaid: { lateChargeCents: unpaid.lateChargeCents - parts.lateChargeCents, penaltyCents: unpaid.penaltyCents - parts.penaltyCents },
  };
  return book(next, parts);
}

/** Prepaid principal bears no interest from then on, so the running period is split. */
function withInterestFixed(balance: LoanBalance, taken: readonly Claim[]): OpenItem[] {
  const running = balance.items.find(({ dueDate }) => dueDate > balance.asOfDay);
  const isAhead = ({ part, item = 0, cents }: Claim) => part === 'principalCents' && running && item >= running.number && cents > 0;
  if (!taken.some(isAhead)) return balance.items;
  const until = interestDay(balance, balance.asOfDay);
  return balance.items.map((item) =>
    item === running
      ? { ...item, fixedInterestMillionths: interestToFix(balance, item, until), interestFrom: laterStart(item, until) }
      : item,
  );
}

const laterStart = ({ interestFrom, dueDate }: OpenItem, until: Day): Day => {
  const cut = earlierOf(until, dueDate);
  return cut > interestFrom ? cut : interestFrom;
};

function paidItem(item: OpenItem, taken: readonly Claim[]): OpenItem {
  const sumOf = (part: Claim['part']) =>
    taken.reduce((sum, claim) => (claim.item === item.number && claim.part === part ? sum + claim.cents : sum), 0);
  return {
    ...item,
    principalCents: item.principalCents - sumOf('principalCents'),
    interestPaidCents: item.interestPaidCents + sumOf('interestCents'),
  };
}

/** Adds the allocation to the loan's payments. */
export const book = (balance: LoanBalance, parts: Allocation): Booked => ({
  parts,
  balance: { ...balance, paid: sumOfParts(balance.paid, parts) },
});
