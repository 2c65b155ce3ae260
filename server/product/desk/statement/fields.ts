import type { Filling } from '../../../../engine/config/definitions.ts';

export const statementDocument = 'loanStatement';

/** Placeholders of the statement of a loan, as `{{name}}`. */
const fields = [
  'orderNumber',
  'date',
  'borrowerName',
  'borrowerPhone',
  'account',
  'principal',
  'received',
  'termDays',
  'dailyRate',
  'loanDate',
  'totalDue',
  'scheduleRows',
  'scheduleTerms',
  'postingRows',
  'owedDay',
  'owedPrincipal',
  'owedInterest',
  'owedLateCharge',
  'owedPenalty',
  'owedTotal',
  'standing',
  'notes',
] as const;
export type StatementField = (typeof fields)[number];

/** A statement must have the same content in every language, and none may omit what was paid and what is owed. */
export const statementFilling: Filling = {
  fields,
  mustHave: ['orderNumber', 'borrowerName', 'scheduleRows', 'postingRows', 'owedDay', 'owedTotal', 'standing', 'notes'],
};
