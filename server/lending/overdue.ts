import { dueDateOf, effectiveDay, isOpen, scheduledInterest, totalCostRoomCents } from './balance.ts';
import { addDays, daysBetween, laterOf } from '../../engine/config/days.ts';
import { floor, ppmOf } from './rounding.ts';
import { keepsOriginalRules } from './rules.ts';
import type { Ceiling, Day, LendingParameters, LoanBalance, OpenItem } from './types.ts';

export interface OverdueCharges {
  lateChargeCents: number;
  penaltyCents: number;
  capped?: Ceiling;
}

/** An overdue amount and the number of days to charge for. */
export interface Arrears {
  cents: number;
  days: number;
}

/**
 * lateCharge once + floor(S × penaltyPpmPerDay × days). Their sum is capped at floor(S × penaltyCapPpmPer30d × days / 30) and at the room
 * left under the total cost. The late charge has priority (lending.md, "overdue"; SEC MC 14 s.2025).
 *
 * @param lateChargeCents rest of the late charge
 * @param totalCostRoomCents amount that may still be charged in total
 * @param share computes the amount of a rate over a number of days
 */
export function overdueCharges(
  arrears: readonly Arrears[],
  parameters: Pick<LendingParameters, 'penaltyPpmPerDay' | 'penaltyCapPpmPer30d'>,
  lateChargeCents: number,
  totalCostRoomCents: number,
  share: (late: readonly Arrears[], ratePpm: number, over: number) => number = shareOfAll,
): OverdueCharges {
  const late = arrears.filter(({ days }) => days > 0);
  if (late.length === 0) return { lateChargeCents: 0, penaltyCents: 0 };
  const fullCents = share(late, parameters.penaltyPpmPerDay, 1);
  const penaltyCeilingCents = share(late, parameters.penaltyCapPpmPer30d, 30);
  const ceilingCents = Math.min(penaltyCeilingCents, totalCostRoomCents);
  const chargedCents = Math.min(lateChargeCents, ceilingCents);
  const charges = { lateChargeCents: chargedCents, penaltyCents: Math.min(fullCents, ceilingCents - chargedCents) };
  const isCut = chargedCents + charges.penaltyCents < lateChargeCents + fullCents;
  return isCut ? { ...charges, capped: totalCostRoomCents < penaltyCeilingCents ? 'totalCost' : 'penaltyPer30Days' } : charges;
}

/** Rounded down once for the sum, so that the split between instalments does not matter. */
function shareOfAll(late: readonly Arrears[], ratePpm: number, over: number): number {
  const centDays = late.reduce((sum, { cents, days }) => sum + cents * days, 0);
  return ppmOf(centDays, ratePpm, floor, 1, over);
}

const shareOfEach = (late: readonly Arrears[], ratePpm: number, over: number): number =>
  late.reduce((sum, { cents, days }) => sum + ppmOf(cents, ratePpm, floor, days, over), 0);

/** Late charge and penalty on a day, including unpaid charges from earlier postings. */
export function overdueOn(balance: LoanBalance, day: Day): OverdueCharges {
  const { unpaid } = balance;
  const { lateChargeCents, penaltyCents, ...rest } = newOverdueCharges(balance, day);
  return { lateChargeCents: unpaid.lateChargeCents + lateChargeCents, penaltyCents: unpaid.penaltyCents + penaltyCents, ...rest };
}

/**
 * Returns the charges since the last posting, which fixed earlier ones (LV-14): the late charge and the daily penalty on the rest.
 *
 * The late charge applies once per loan. lending.md says "once per overdue period", which is an upper bound; the periods of one loan share
 * it. With a second charge, a borrower who pays an overdue instalment and is late again would owe more than one who never paid. lending.md
 * forbids that ("paying earlier or more"), and the disclosure statement says "once".
 *
 * Total charges are at least what the rest alone would have cost since it was due. Otherwise a part paid late would cost less than the same
 * part paid on time (lending.md, "paying earlier or more never leaves more owed").
 */
export function newOverdueCharges(balance: LoanBalance, day: Day): OverdueCharges {
  const { parameters } = balance.terms;
  const roomCents = totalCostRoomCents(balance);
  const { lateChargeCents, penaltyCents } = balance.charged;
  const sincePosting = arrearsOf(balance, day, balance.asOfDay);
  if (keepsOriginalRules(balance.terms)) {
    const lateChargeLeftCents = Math.max(0, parameters.lateChargeCents - lateChargeCents);
    return overdueCharges(sincePosting, parameters, lateChargeLeftCents, roomCents, shareOfEach);
  }
  const onTop = overdueCharges(sincePosting, parameters, 0, roomCents);
  const chargedCents = lateChargeCents + penaltyCents;
  const { capped, ...inAll } = overdueCharges(arrearsOf(balance, day), parameters, parameters.lateChargeCents, chargedCents + roomCents);
  const restCents = inAll.lateChargeCents + inAll.penaltyCents - chargedCents;
  if (onTop.penaltyCents > restCents || restCents <= 0) return onTop;
  const newLateChargeCents = Math.min(restCents, Math.max(0, inAll.lateChargeCents - lateChargeCents));
  return { lateChargeCents: newLateChargeCents, penaltyCents: restCents - newLateChargeCents, ...(capped && { capped }) };
}

/** @param since arrears from before this day count from it */
function arrearsOf(balance: LoanBalance, day: Day, since?: Day): Arrears[] {
  const asOf = effectiveDay(balance, day);
  const { graceDays } = balance.terms.parameters;
  return balance.items.map((item) => {
    const from = addDays(dueDateOf(balance, item), graceDays);
    return { cents: arrearsCents(balance, item), days: daysBetween(since === undefined ? from : laterOf(from, since), asOf) };
  });
}

/** The unpaid amount of an instalment. Refundable upfront interest covers principal. */
function arrearsCents(balance: LoanBalance, item: OpenItem): number {
  const interestCents = scheduledInterest(balance, item) - item.interestPaidCents;
  if (keepsOriginalRules(balance.terms)) return item.principalCents + Math.max(0, interestCents);
  return Math.max(0, item.principalCents + interestCents);
}

/** The next due date, or one that passed unpaid; undefined if nothing is owed. */
export function nextDueDate(balance: LoanBalance): Day | undefined {
  const item = balance.items.find((each) => isOpen(balance, each));
  return item && dueDateOf(balance, item);
}

/** Days since the oldest unpaid due date, including grace days. */
export function overdueDays(balance: LoanBalance, day: Day): number {
  const dueDate = balance.state === 'active' ? nextDueDate(balance) : undefined;
  return dueDate === undefined ? 0 : Math.max(0, daysBetween(dueDate, effectiveDay(balance, day)));
}
