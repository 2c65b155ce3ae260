import type { Loan } from '../../contract/loans.ts';
import {
  addDays,
  dueLabel,
  dueOn,
  laterOf,
  nextDueDate,
  outstandingPrincipalCents,
  payoffOn,
  replay,
  scheduleOf,
} from '../../lending/index.ts';
import type { Day, LoanBalance, Payment, Posting } from '../../lending/types.ts';
import { balanceWithHeld } from './heldMoney.ts';
import type { LoanRecord } from './types.ts';

type Figures = Pick<Loan, 'schedule'> & Partial<Loan>;

/**
 * What follows from a loan's terms, its postings and the day: dates, label, what is due and what was paid.
 *
 * @param held money that came in and is not placed yet: what is due is reckoned as if it counted
 */
export function figuresOf(loan: LoanRecord, postings: readonly Posting[], held: readonly Payment[], today: Day): Figures {
  if (loan.start_day === null) return { schedule: loan.disclosure.schedule };
  const balance = replay(loan.terms, postings);
  return {
    loanDate: loan.start_day,
    ...firstDueDate(balance),
    schedule: scheduleOf(balance.terms, balance.startDate),
    ...scheduleNow(balance),
    extensions: balance.extensions,
    ...paidSoFar(balance, postings),
    ...(balance.state === 'active' ? dueNow(balanceWithHeld(loan.terms, postings, held), today) : {}),
  };
}

function firstDueDate({ terms, startDate }: LoanBalance): Pick<Loan, 'firstDueDate'> {
  const first = scheduleOf(terms, startDate)[0];
  return first ? { firstDueDate: first.dueDate } : {};
}

/** After an extension only principal is scheduled, on the day it was moved to (lending.md). */
function scheduleNow(balance: LoanBalance): Pick<Loan, 'scheduleNow'> {
  if (balance.extensions === 0 || balance.state !== 'active') return {};
  const scheduleNow = balance.items.map(({ number, dueDate, principalCents }) => ({
    number,
    dueDate,
    principalCents,
    interestCents: 0,
    totalCents: principalCents,
    balanceCents: 0,
  }));
  return { scheduleNow };
}

function paidSoFar({ paid }: LoanBalance, postings: readonly Posting[]): Partial<Loan> {
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
