import type { Loan } from '../../../contract/loans.ts';
import { payoffOn } from '../../../lending/index.ts';
import type { Day, Instalment, LoanBalance } from '../../../lending/types.ts';
import type { DocumentValues } from '../../../platform/documents/fill.ts';
import { accountWords } from '../../agreements/values.ts';
import type { Wording } from '../../agreements/wording.ts';
import { bookedSteps, type BookedStep } from '../../loans/figures.ts';
import type { LoanRecord } from '../../loans/types.ts';
import type { StatementField } from './fields.ts';

/** The data that fills a statement. */
export interface StatementInput {
  loan: LoanRecord;
  view: Loan;
  /** The balance as booked. */
  booked: LoanBalance;
  /** The balance as owed, which includes held money. */
  current: LoanBalance;
  /** The day on which the statement is made. */
  today: Day;
  /** The day for which it states the amount owed. */
  day: Day;
  name: string;
  /** Masked. */
  phone: string;
}

type Values = Readonly<Record<StatementField, DocumentValues[string]>>;

const none = '–';

/** Values of the placeholders, formatted for one language. */
export function statementValues(input: StatementInput, words: Wording): Values {
  const { loan, view, booked, name, phone, today } = input;
  const { money, date } = words;
  const { account, schedule, scheduleNow } = view;
  return {
    orderNumber: loan.order_number,
    date: date(today),
    borrowerName: name,
    borrowerPhone: phone,
    account: account ? accountWords(account, words) : none,
    principal: money(loan.disclosure.principalCents),
    received: money(loan.disclosure.receivedCents),
    loanDate: date(booked.startDate),
    termDays: words.days(loan.disclosure.termDays),
    dailyRate: words.percent(loan.disclosure.dailyRatePpm),
    totalDue: money(loan.disclosure.totalDueCents),
    scheduleTerms: words.text(scheduleNow ? 'scheduleMoved' : 'scheduleAgreed'),
    scheduleRows: rowsOf((scheduleNow ?? schedule).map((each) => instalment(each, words))),
    postingRows: rowsOf(bookedSteps(booked).flatMap((step) => happened(step, loan, words))),
    ...owedIn(input, words),
    standing: words.text(`standing.${booked.state}`),
    notes: notesIn(view, words),
  };
}

const rowsOf = (rows: readonly (readonly string[])[]) => ({ markdown: rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n') });

const instalment = (row: Instalment, { money, date }: Wording): string[] => [
  String(row.number),
  date(row.dueDate),
  money(row.principalCents),
  money(row.interestCents),
  money(row.totalCents),
];

/** An amount and its parts: principal, interest, and charges with fees. Absent parts do not apply. */
interface Amounts {
  cents?: number;
  principalCents?: number;
  interestCents?: number;
  chargesCents?: number;
}

/** A posting as a table row: the day, what happened, the amount and its parts. An overpayment gets its own row. */
function happened({ posting, parts }: BookedStep, loan: LoanRecord, { money, date, text }: Wording): string[][] {
  const row = (what: string, { cents, principalCents, interestCents, chargesCents }: Amounts) => [
    date(posting.day),
    what,
    ...[cents, principalCents, interestCents, chargesCents].map((each) => (each === undefined ? none : money(each))),
  ];
  const values = posting.type === 'deferral' ? { day: date(posting.dueDay) } : {};
  const first = row(text(`posted.${posting.type}`, values), amountsOf({ posting, parts }, loan));
  return parts.overpaidCents > 0 ? [first, row(text('posted.overpaid'), { cents: parts.overpaidCents })] : [first];
}

function amountsOf({ posting, parts }: Pick<BookedStep, 'posting' | 'parts'>, { disclosure }: LoanRecord): Amounts {
  switch (posting.type) {
    case 'disbursed':
    case 'cancellation':
      return { cents: disclosure.receivedCents };
    case 'payment':
    case 'extension': {
      const chargesCents = parts.lateChargeCents + parts.penaltyCents + parts.extensionFeeCents;
      const { principalCents, interestCents } = parts;
      return { cents: posting.cashCents + posting.couponCents, principalCents, interestCents, chargesCents };
    }
    case 'waiver': {
      const { interestCents } = posting;
      const chargesCents = posting.lateChargeCents + posting.penaltyCents;
      return { cents: interestCents + chargesCents, interestCents, chargesCents };
    }
    default:
      return {};
  }
}

function owedIn({ current, day }: StatementInput, { money, date }: Wording) {
  const due = payoffOn(current, day);
  return {
    owedDay: date(day),
    owedPrincipal: money(due.principalCents),
    owedInterest: money(due.interestCents),
    owedLateCharge: money(due.lateChargeCents),
    owedPenalty: money(due.penaltyCents),
    owedTotal: money(due.totalCents),
  };
}

/** Money that the rows do not explain: held money, and money owed to the borrower. */
function notesIn({ heldCents = 0, owedCents = 0 }: Loan, { money, text }: Wording): string {
  const held = heldCents > 0 ? [text('statementHeld', { amount: money(heldCents) })] : [];
  const owed = owedCents > 0 ? [text('statementOwedToYou', { amount: money(owedCents) })] : [];
  return [...held, ...owed].join(' ');
}
