import type { Loan } from '../../contract/loans.ts';
import {
  addDays,
  applyPosting,
  dueLabel,
  dueOn,
  laterOf,
  nextDueDate,
  outstandingPrincipalCents,
  payoffOn,
  replay,
  scheduledInterest,
  scheduleOf,
} from '../../lending/index.ts';
import type { Allocation, Day, LoanBalance, Posting } from '../../lending/types.ts';
import type { LoanRecord } from './types.ts';

type Figures = Pick<Loan, 'schedule' | 'ran'> & Partial<Loan>;

/**
 * Figures derived from a loan's terms, its postings and the day: dates, label, amounts due and paid.
 *
 * @param current the balance that determines the amounts due, see `currentBalance`
 */
export function figuresOf(loan: LoanRecord, postings: readonly Posting[], current: LoanBalance, today: Day): Figures {
  if (loan.start_day === null) return { schedule: loan.disclosure.schedule, ran: [] };
  const balance = replay(loan.terms, postings);
  return {
    loanDate: loan.start_day,
    ...firstDueDate(balance),
    schedule: scheduleOf(balance.terms, balance.startDate),
    ...scheduleNow(balance),
    ran: allocations(balance),
    extensions: balance.extensions,
    ...paidSoFar(balance),
    ...(balance.state === 'active' ? dueNow(current, today) : {}),
  };
}

export interface BookedStep {
  posting: Posting;
  parts: Allocation;
  /** The loan after this posting. */
  balance: LoanBalance;
}

/** Each posting with its allocation, by value date, from the same replay as the balance. */
export function bookedSteps({ terms, postings }: LoanBalance): BookedStep[] {
  let before = replay(terms, []);
  return postings.map((posting) => {
    const applied = applyPosting(before, posting);
    if ('refused' in applied) throw new Error(`${posting.type} on ${posting.day} was refused: ${applied.refused}`);
    before = applied.balance;
    return { posting, parts: applied.parts, balance: applied.balance };
  });
}

/** The allocation of each payment and extension. */
const allocations = (all: LoanBalance): Loan['ran'] =>
  bookedSteps(all).flatMap(({ posting, parts: { lateChargeCents, penaltyCents, ...parts }, balance }) => {
    if (posting.type !== 'payment' && posting.type !== 'extension') return [];
    const dueDate = balance.state === 'active' ? nextDueDate(balance) : undefined;
    return [
      {
        day: posting.day,
        paidCents: posting.cashCents + posting.couponCents,
        ...parts,
        chargesCents: lateChargeCents + penaltyCents,
        ...(dueDate === undefined ? {} : { dueDate }),
      },
    ];
  });

function firstDueDate({ terms, startDate }: LoanBalance): Pick<Loan, 'firstDueDate'> {
  const first = scheduleOf(terms, startDate)[0];
  return first ? { firstDueDate: first.dueDate } : {};
}

/** The remaining schedule after a deferral, or after an extension, which does not change the principal (lending.md). */
function scheduleNow(balance: LoanBalance): Pick<Loan, 'scheduleNow'> {
  const isMoved = balance.extensions > 0 || balance.items.some(({ interestTo }) => interestTo !== undefined);
  if (!isMoved || balance.state !== 'active') return {};
  const scheduleNow = balance.items.map((item, index) => {
    const { number, dueDate, principalCents } = item;
    const interestCents = Math.max(0, scheduledInterest(balance, item) - item.interestPaidCents);
    const balanceCents = balance.items.slice(index + 1).reduce((sum, later) => sum + later.principalCents, 0);
    return { number, dueDate, principalCents, interestCents, totalCents: principalCents + interestCents, balanceCents };
  });
  return { scheduleNow };
}

function paidSoFar({ paid, postings }: LoanBalance): Partial<Loan> {
  const ofExtensions = postings.filter((posting) => posting.type === 'extension');
  return {
    paidCents: Object.values(paid).reduce((sum, cents) => sum + cents, 0),
    extensionPaidCents: ofExtensions.reduce((sum, { cashCents, couponCents }) => sum + cashCents + couponCents, 0),
  };
}

function dueNow(balance: LoanBalance, today: Day): Partial<Loan> {
  if (balance.state !== 'active') return { payoffCents: 0 };
  const asOf = laterOf(today, balance.asOfDay);
  const payoff = payoffOn(balance, asOf);
  const dueDate = nextDueDate(balance);
  return {
    ...(dueDate === undefined ? {} : { dueDate, ...dueLabel(dueDate, asOf) }),
    outstandingPrincipalCents: outstandingPrincipalCents(balance),
    interestDueCents: payoff.interestCents,
    lateChargeCents: payoff.lateChargeCents,
    penaltyCents: payoff.penaltyCents,
    payoffCents: payoff.totalCents,
    ...(dueDate !== undefined && dueDate >= asOf ? { dueCents: dueOn(balance, dueDate).totalCents } : {}),
    payoffTomorrowCents: payoffOn(balance, addDays(asOf, 1)).totalCents,
  };
}
