import type { Filling, Reliance } from '../../../engine/config/definitions.ts';
import { holder } from '../payoutAccount/details.ts';
import type { AnswerName } from '../../platform/flows/hooks.ts';

/** Placeholders of a loan's documents, as `{{name}}`. Amounts, rates and days are formatted for the language. */
export const fields = [
  'orderNumber',
  'date',
  'borrowerName',
  'borrowerPhone',
  'idType',
  'idNumber',
  'payoutMethod',
  'institution',
  'accountNumber',
  'principal',
  'termDays',
  'dailyRate',
  'interest',
  'serviceFee',
  'creditScoreFee',
  'gst',
  'coupon',
  'deduction',
  'received',
  'financeCharge',
  'totalDue',
  'effectiveRate',
  'dueDate',
  'scheduleRows',
  'interestTerms',
  'earlyTerms',
  'graceDays',
  'lateCharge',
  'penaltyRate',
  'penaltyCap',
  'totalCostCap',
  'extensionTerms',
] as const;
export type Field = (typeof fields)[number];

/** RA 3765, section 4: every signed document must state the amount, each charge and the rate, even when the money is paid out later. */
export const costsMustHave = [
  'borrowerName',
  'principal',
  'received',
  'interest',
  'serviceFee',
  'creditScoreFee',
  'gst',
  'deduction',
  'financeCharge',
  'totalDue',
  'effectiveRate',
  'lateCharge',
  'penaltyRate',
] as const satisfies readonly Field[];

/** SEC MC 7 s.2011: an agreement of one loan also states its order number and schedule. */
const agreementMustHave: readonly Field[] = [...costsMustHave, 'orderNumber', 'dueDate', 'scheduleRows'];
const letterMustHave: readonly Field[] = ['orderNumber', 'borrowerName', 'principal', 'received', 'effectiveRate', 'totalDue', 'dueDate'];

export const documentOf = { agreement: 'loanAgreement', sanctionLetter: 'sanctionLetter' } as const;
export type AgreementKind = keyof typeof documentOf;

/** Answers that identify the borrower in an agreement. The type of ID determines which of the numbers was asked for. */
export const identityAnswers = {
  type: 'identity.idType',
  numbers: ['identity.idNumber', 'identity.aadhaar', 'identity.pan'],
} as const satisfies { type: AnswerName; numbers: readonly AnswerName[] };

const fills: Readonly<Record<string, Filling>> = {
  [documentOf.agreement]: { fields, mustHave: agreementMustHave },
  [documentOf.sanctionLetter]: { fields, mustHave: letterMustHave },
};

const reliance: Reliance = { reads: [identityAnswers.type, ...identityAnswers.numbers, ...holder], fills };

/** Answers that the operations that write or show an agreement rely on. */
export const agreementReliances: Readonly<Record<string, Reliance>> = {
  'agreements.draft': reliance,
  'loans.withdraw': { ...reliance, fails: ['signatureUnclear', 'signatureNotYours', 'disclosureChanged'] },
};
