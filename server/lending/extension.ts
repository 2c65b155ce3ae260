import { chargesSoFarCents, effectiveDay, interestToFix, nothingPaid, scheduledInterest } from './balance.ts';
import { addDays, laterOf } from '../../engine/config/days.ts';
import { payoffOn } from './due.ts';
import { extensionFeeCents } from './interest.ts';
import { overdueOn } from './overdue.ts';
import { book, fixedUntil, type Booked } from './payment.ts';
import { floor, ppmOf } from './rounding.ts';
import { keepsOriginalRules } from './rules.ts';
import type { Allocation, Day, LoanBalance, OpenItem, Paid, Refused } from './types.ts';

export interface ExtensionQuote {
  /** Amount to pay now, coupon included. */
  amountCents: number;
  parts: Allocation;
  newDueDate: Day;
  /** Amount that settles the loan on the new due date. */
  payoffThenCents: number;
}
type ExtensionRefused = Refused<'NOT_ACTIVE' | 'EXTENSION_NOT_OFFERED' | 'MAX_EXTENSIONS' | 'TOTAL_COST_CAP'>;

/**
 * Quotes an extension on a day: unpaid interest, overdue charges (unless waived) and the fee. New due date = max(old one, the day) +
 * extensionDays. The principal does not change (lending.md, "extension"; spec §9).
 */
export function extensionQuote(before: LoanBalance, day: Day): ExtensionQuote | ExtensionRefused {
  const item = before.items[0];
  const refused = refusalOf(before, day);
  if (refused || !item) return { refused: refused ?? 'NOT_ACTIVE' };
  const { parts, amountCents } = costOf(before, item, day);
  const newDueDate = addDays(laterOf(item.dueDate, effectiveDay(before, day)), before.terms.parameters.extensionDays);
  const { balance } = extended(before, item, { parts, newDueDate, day });
  return { amountCents, parts, newDueDate, payoffThenCents: payoffOn(balance, newDueDate).totalCents };
}

/**
 * Books the payment of an extension. The amount must equal the quote for its day.
 *
 * @param paid.day day of the quote: the borrower pays the quoted amount, even if the money arrives after midnight
 */
export function applyExtension(before: LoanBalance, paid: Paid): Booked | ExtensionRefused | Refused<'AMOUNT_MISMATCH'> {
  const item = before.items[0];
  const quote = extensionQuote(before, paid.day);
  if ('refused' in quote) return quote;
  if (!item || paid.cashCents + paid.couponCents !== quote.amountCents) return { refused: 'AMOUNT_MISMATCH' };
  return extended(before, item, { ...quote, day: paid.day });
}

function refusalOf(balance: LoanBalance, day: Day): ExtensionRefused['refused'] | undefined {
  const { extensionDays, maxExtensions, totalCostCapPpm } = balance.terms.parameters;
  const { instalments, principalCents } = balance.terms;
  if (balance.state !== 'active') return 'NOT_ACTIVE';
  // The specification describes only one due date. It does not say what happens to later instalments.
  if (extensionDays === 0 || instalments) return 'EXTENSION_NOT_OFFERED';
  if (maxExtensions !== null && balance.extensions >= maxExtensions) return 'MAX_EXTENSIONS';
  const fixed = waived(fixedUntil(balance, day));
  const costCents = chargesSoFarCents(fixed) + extensionFeeCents(balance.items[0]?.principalCents ?? 0, balance.terms.parameters);
  return costCents > ppmOf(principalCents, totalCostCapPpm, floor) ? 'TOTAL_COST_CAP' : undefined;
}

function costOf(balance: LoanBalance, item: OpenItem, day: Day) {
  const { parameters } = balance.terms;
  const charges = overdueOn(balance, day);
  const isWaived = parameters.extensionWaivesAccruedPenalty;
  const parts: Allocation = {
    ...nothingPaid,
    interestCents: Math.max(0, scheduledInterest(balance, item) - item.interestPaidCents),
    lateChargeCents: isWaived ? 0 : charges.lateChargeCents,
    penaltyCents: isWaived ? 0 : charges.penaltyCents,
    extensionFeeCents: extensionFeeCents(item.principalCents, parameters),
  };
  return { parts, amountCents: parts.interestCents + parts.lateChargeCents + parts.penaltyCents + parts.extensionFeeCents };
}

/** Waived charges are not paid, not charged again, and not part of the total cost. */
function waived(balance: LoanBalance): LoanBalance {
  const { terms, unpaid, waivedCents } = balance;
  if (!terms.parameters.extensionWaivesAccruedPenalty || keepsOriginalRules(terms)) return balance;
  return { ...balance, waivedCents: waivedCents + unpaid.lateChargeCents + unpaid.penaltyCents };
}

/** After an extension, only principal is scheduled. */
function extended(before: LoanBalance, item: OpenItem, terms: { parts: Allocation; newDueDate: Day; day: Day }): Booked {
  const balance = waived(fixedUntil(before, terms.day));
  const { charged, extensions } = balance;
  const extendedItem: OpenItem = {
    ...item,
    dueDate: terms.newDueDate,
    fixedInterestMillionths: interestToFix(before, item, item.dueDate),
    interestFrom: terms.newDueDate,
    interestPaidCents: item.interestPaidCents + terms.parts.interestCents,
  };
  const next: LoanBalance = {
    ...balance,
    extensions: extensions + 1,
    items: [extendedItem],
    charged: { ...charged, extensionFeeCents: charged.extensionFeeCents + terms.parts.extensionFeeCents },
    unpaid: { lateChargeCents: 0, penaltyCents: 0 },
  };
  return book(next, terms.parts);
}
