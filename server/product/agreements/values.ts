import type { Answers } from '../../../engine/config/definitions.ts';
import { mask } from '../../../engine/form/mask.ts';
import type { CustomerVault } from '../../platform/crypto/vault.ts';
import type { Instalment } from '../../lending/types.ts';
import { openAccount, type AccountView, type StoredAccount } from '../payoutAccount/accounts.ts';
import { holderIn, maskedNumber } from '../payoutAccount/details.ts';
import type { DocumentValues } from '../../platform/documents/fill.ts';
import { answerOf } from '../../platform/flows/hooks.ts';
import type { LoanRecord } from '../loans/types.ts';
import { identityAnswers, type Field } from './fields.ts';
import type { Wording } from './wording.ts';

/** The data that fills a loan's documents. */
export interface DocumentInput {
  loan: Pick<LoanRecord, 'order_number' | 'updated_at' | 'disclosure' | 'terms'>;
  answers: Answers;
  account: StoredAccount | undefined;
  vault: CustomerVault;
  /** The borrower's phone number, masked. */
  phone: string;
}

/** The enum that lists the institutions of a payout method. */
const institutionEnums = { bank: 'bank', wallet: 'wallet', remittance: 'remittanceShop' } as const;

/** An account in a form that its owner recognises: BDO Unibank •••• 1234 */
export const accountWords = ({ method, institution, masked }: AccountView, { label }: Pick<Wording, 'label'>): string =>
  `${label(institutionEnums[method], institution)} ${masked}`;

type Values = Readonly<Record<Field, DocumentValues[string]>>;

/** Values of the placeholders, formatted for one language. */
export function valuesOf(input: DocumentInput, words: Wording): Values {
  return { ...partiesIn(input, words), ...costsIn(input, words), ...termsIn(input, words) };
}

function partiesIn({ loan, answers, account, vault, phone }: DocumentInput, words: Wording) {
  const idNumber = identityAnswers.numbers.map((name) => answerOf(answers, name)).find((value) => typeof value === 'string');
  const details = account && openAccount(vault, account);
  return {
    orderNumber: loan.order_number,
    // The day of the disclosure, so that the text shown before signing equals the stored one.
    date: words.date(loan.updated_at),
    borrowerName: holderIn(answers),
    borrowerPhone: phone,
    idType: words.label('idType', String(answerOf(answers, identityAnswers.type))),
    idNumber: mask(idNumber ?? '', 'pii'),
    payoutMethod: details ? words.label('payoutMethod', details.method) : '',
    institution: details ? words.label(institutionEnums[details.method], details.institution) : '',
    accountNumber: details ? maskedNumber(details) : '',
  };
}

function costsIn({ loan: { disclosure } }: DocumentInput, { money, percent, days, date }: Wording) {
  return {
    principal: money(disclosure.principalCents),
    termDays: days(disclosure.termDays),
    dailyRate: percent(disclosure.dailyRatePpm),
    interest: money(disclosure.interestCents),
    serviceFee: money(disclosure.serviceFeeCents),
    creditScoreFee: money(disclosure.creditScoreFeeCents),
    gst: money(disclosure.gstCents),
    coupon: money(disclosure.couponCents),
    deduction: money(disclosure.deductionCents),
    received: money(disclosure.receivedCents),
    financeCharge: money(disclosure.financeChargeCents),
    totalDue: money(disclosure.totalDueCents),
    effectiveRate: percent(disclosure.effectiveRatePpm30d),
    dueDate: date(disclosure.dueDate),
    scheduleRows: { markdown: disclosure.schedule.map((row) => rowOf(row, { money, date })).join('\n') },
  };
}

const rowOf = (row: Instalment, { money, date }: Pick<Wording, 'money' | 'date'>) =>
  `| ${[row.number, date(row.dueDate), money(row.principalCents), money(row.interestCents), money(row.totalCents)].join(' | ')} |`;

function termsIn({ loan: { disclosure, terms } }: DocumentInput, { money, percent, number, text }: Wording) {
  const { late, extension, interestTiming } = disclosure;
  // Older disclosures have no separate interest for an extension.
  const { interestCents: extensionInterestCents = interestTiming === 'upfront' ? 0 : disclosure.interestCents } = extension;
  const { earlyRepayment, totalCostCapPpm } = terms.parameters;
  return {
    interestTerms: text(interestTiming === 'upfront' ? 'interestUpfront' : 'interestAtMaturity'),
    earlyTerms: text(earlyRepayment === 'fullTerm' ? 'earlyFullTerm' : 'earlyActualDays'),
    graceDays: number(late.graceDays),
    lateCharge: money(late.lateChargeCents),
    penaltyRate: percent(late.penaltyPpmPerDay),
    penaltyCap: percent(late.penaltyCapPpmPer30d),
    totalCostCap: percent(totalCostCapPpm),
    extensionTerms:
      extension.days > 0
        ? text('extensionOffered', {
            days: number(extension.days),
            fee: money(extension.feeCents),
            interest: money(extensionInterestCents),
            total: money(extension.totalCents ?? extension.feeCents + extensionInterestCents),
          })
        : text('extensionNone'),
  };
}
