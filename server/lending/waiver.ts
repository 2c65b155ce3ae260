import { interestDay, interestUntil, nothingPaid } from './balance.ts';
import { payoffOn } from './due.ts';
import { fixedUntil, type Booked } from './payment.ts';
import type { Day, LoanBalance, Refused, Waived } from './types.ts';

/** The maximum that can be waived on a day: the charges and interest owed then. Principal is never waived. */
export function waivableOn(balance: LoanBalance, day: Day): Waived {
  const { penaltyCents, lateChargeCents, interestCents } = payoffOn(balance, day);
  return { penaltyCents, lateChargeCents, interestCents: Math.max(0, interestCents) };
}

export const waivedCentsOf = ({ penaltyCents, lateChargeCents, interestCents }: Waived): number =>
  penaltyCents + lateChargeCents + interestCents;

/** Waived amounts are no longer owed, are not charged again and do not count towards the total cost. They do not count as paid. */
export function applyWaiver(before: LoanBalance, { day, ...asked }: Waived & { day: Day }): Booked | Refused {
  if (before.state !== 'active') return { refused: 'NOT_ACTIVE' };
  const balance = fixedUntil(before, day);
  const most = waivableOn(balance, balance.asOfDay);
  const isTooMuch =
    asked.penaltyCents > most.penaltyCents || asked.lateChargeCents > most.lateChargeCents || asked.interestCents > most.interestCents;
  const cents = waivedCentsOf(asked);
  // Some amount must stay owed. Otherwise the loan would be active with nothing left to pay.
  if (isTooMuch || cents >= payoffOn(balance, balance.asOfDay).totalCents) return { refused: 'WAIVER_EXCEEDS_OWED' };
  const { unpaid, waivedCents } = balance;
  return {
    parts: nothingPaid,
    balance: {
      ...withInterestWaived(balance, asked.interestCents),
      unpaid: {
        penaltyCents: unpaid.penaltyCents - asked.penaltyCents,
        lateChargeCents: unpaid.lateChargeCents - asked.lateChargeCents,
      },
      waivedCents: waivedCents + cents,
    },
  };
}

/** Deducts waived interest from the instalments, oldest first. */
function withInterestWaived(balance: LoanBalance, cents: number): LoanBalance {
  const until = interestDay(balance, balance.asOfDay);
  let left = cents;
  const items = balance.items.map((item) => {
    const owedCents = Math.max(0, interestUntil(balance, item, until) - item.interestPaidCents);
    const taken = Math.min(left, owedCents);
    left -= taken;
    return { ...item, interestPaidCents: item.interestPaidCents + taken };
  });
  return { ...balance, items };
}

/** Reduces a waiver to what is still owed, because money that arrived before it may leave less to waive. */
export function waiverWithin(balance: LoanBalance, { day, ...asked }: Waived & { day: Day }): Waived {
  const most = waivableOn(balance, day);
  return {
    penaltyCents: Math.min(asked.penaltyCents, most.penaltyCents),
    lateChargeCents: Math.min(asked.lateChargeCents, most.lateChargeCents),
    interestCents: Math.min(asked.interestCents, most.interestCents),
  };
}
