import { effectiveDay, isOpen, scheduledInterest, totalCostRoomCents } from './balance.ts';
import { addDays, daysBetween, laterOf } from './days.ts';
import { floor, ppmOf } from './rounding.ts';
import type { Ceiling, Day, LendingParameters, LoanBalance } from './types.ts';

export interface OverdueCharges {
  lateChargeCents: number;
  penaltyCents: number;
  capped?: Ceiling;
}

/** An amount that is overdue, and for how many days it is to be charged. */
export interface Arrears {
  cents: number;
  days: number;
}

/**
 * lateCharge once + floor(S × penaltyPpmPerDay × days); both together at most floor(S × penaltyCapPpmPer30d × days / 30)
 * and at most what the total cost leaves; the late charge has the room first (lending.md, "overdue"; SEC MC 14 s.2025).
 *
 * @param lateChargeCents what is left of the late charge
 * @param totalCostRoomCents what may be charged at all
 */
export function overdueCharges(
  arrears: readonly Arrears[],
  parameters: Pick<LendingParameters, 'penaltyPpmPerDay' | 'penaltyCapPpmPer30d'>,
  lateChargeCents: number,
  totalCostRoomCents: number,
): OverdueCharges {
  const late = arrears.filter(({ days }) => days > 0);
  if (late.length === 0) return { lateChargeCents: 0, penaltyCents: 0 };
  const sum = (ratePpm: number, over: number) =>
    late.reduce((total, { cents, days }) => total + ppmOf(cents, ratePpm, floor, days, over), 0);
  const fullCents = sum(parameters.penaltyPpmPerDay, 1);
  const penaltyCeilingCents = sum(parameters.penaltyCapPpmPer30d, 30);
  const ceilingCents = Math.min(penaltyCeilingCents, totalCostRoomCents);
  const chargedCents = Math.min(lateChargeCents, ceilingCents);
  const charges = { lateChargeCents: chargedCents, penaltyCents: Math.min(fullCents, ceilingCents - chargedCents) };
  const isCut = chargedCents + charges.penaltyCents < lateChargeCents + fullCents;
  return isCut ? { ...charges, capped: totalCostRoomCents < penaltyCeilingCents ? 'totalCost' : 'penaltyPer30Days' } : charges;
}

/** Late charge and penalty on a day, what earlier postings left unpaid included. */
export function overdueOn(balance: LoanBalance, day: Day): OverdueCharges {
  const { unpaid } = balance;
  const { lateChargeCents, penaltyCents, ...rest } = newlyOverdue(balance, day);
  return { lateChargeCents: unpaid.lateChargeCents + lateChargeCents, penaltyCents: unpaid.penaltyCents + penaltyCents, ...rest };
}

/** What has come up since the last posting, which fixed what was charged until then (LV-14). */
export function newlyOverdue(balance: LoanBalance, day: Day): OverdueCharges {
  const { parameters } = balance.terms;
  const lateChargeLeftCents = Math.max(0, parameters.lateChargeCents - balance.charged.lateChargeCents);
  return overdueCharges(arrearsOf(balance, day), parameters, lateChargeLeftCents, totalCostRoomCents(balance));
}

function arrearsOf(balance: LoanBalance, day: Day): Arrears[] {
  const asOf = effectiveDay(balance, day);
  const { graceDays } = balance.terms.parameters;
  return balance.items.map((item) => ({
    cents: item.principalCents + Math.max(0, scheduledInterest(balance, item) - item.interestPaidCents),
    days: daysBetween(laterOf(addDays(item.dueDate, graceDays), balance.asOfDay), asOf),
  }));
}

/** The due date that comes next, or that has passed unpaid; undefined when nothing is owed. */
export const nextDueDate = (balance: LoanBalance): Day | undefined => balance.items.find((item) => isOpen(balance, item))?.dueDate;

/** Days since the oldest unpaid due date; grace days count. */
export function overdueDays(balance: LoanBalance, day: Day): number {
  const dueDate = balance.state === 'active' ? nextDueDate(balance) : undefined;
  return dueDate === undefined ? 0 : Math.max(0, daysBetween(dueDate, effectiveDay(balance, day)));
}
