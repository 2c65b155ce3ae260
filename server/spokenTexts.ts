import type { Registry } from '../engine/config/definitions.ts';

type Texts = NonNullable<Registry['spokenTexts']>;

/** Texts under one key that are filled alike. */
const alike = (under: string, names: readonly string[], fills: readonly string[]): Texts =>
  Object.fromEntries(names.map((name) => [`server.${under}.${name}`, fills]));

const order = ['order'];
const amountAndDay = ['amountCents', 'day'];

/**
 * What code says in its own words (SMS, PDFs), by the key in locales/<language>/server.json, and the values that it fills. Words that a
 * file of configuration names are not here: reminders, notices.
 */
export const spokenTexts: Texts = {
  'server.app.description': [],
  'server.sms.accountChanged': ['ending'],
  'server.sms.newDevice': ['day'],
  ...alike('sms', ['loginCode', 'freshCode'], ['code', 'minutes']),
  ...alike('sms.application', ['accepted', 'rejected', 'identityProblem', 'bankProblem', 'loanNotSent'], ['day']),
  ...alike('sms.loan', ['payoutFailed', 'payoutLate', 'cancelled'], order),
  'server.sms.loan.paidOut': [...order, ...amountAndDay, 'dueCents'],
  'server.sms.loan.paidOutShop': [...order, ...amountAndDay, 'dueCents'],
  'server.sms.repayment.toReturn': [...order, 'amountCents', 'by', 'code'],
  'server.sms.loan.cancelAsked': [...order, 'at', 'by'],
  'server.sms.loan.cancelDeclined': [...order, 'day'],
  ...alike(
    'sms.repayment',
    [
      'settled',
      'settledByCoupon',
      'extendedByCoupon',
      'extendedMore',
      'settledMore',
      'part',
      'extended',
      'notExtended',
      'notCancelled',
      'overpaid',
      'failed',
      'notReturned',
      'held',
      'allocated',
      'owed',
    ],
    [...order, ...amountAndDay, 'leftCents', 'owedCents', 'refundBy', 'couponCents', 'restCents'],
  ),
  'server.sms.repayment.refunded': [...order, 'owedCents'],
  ...alike('sms.appointment', ['booked', 'soon', 'missed', 'cancelled'], amountAndDay),
  'server.sms.appointment.bookedOpenLoan': [...amountAndDay, 'lastDay'],
  'server.sms.appointment.soonOpenLoan': [...amountAndDay, 'lastDay'],
  ...alike('sms.appointment.waits', ['openLoan', 'withdrawalsPaused'], ['amountCents', 'lastDay']),
  ...alike('sms.easyReloan', ['on', 'onFirst', 'onFixed', 'changed', 'off', 'reward', 'failed', 'paused'], ['amountCents']),
  'server.sms.easyReloan.soon': [...amountAndDay, 'at'],
  'server.sms.easyReloan.soonFixed': amountAndDay,
  ...alike('sms.easyReloan', ['next', 'nextFixed'], ['amountCents', 'at']),
  ...alike('documents', ['interestAtMaturity', 'interestUpfront', 'earlyActualDays', 'earlyFullTerm', 'extensionNone'], []),
  'server.documents.extensionOffered': ['days', 'fee', 'interest', 'total'],
  'server.documents.sentOnDay': ['day'],
  'server.documents.sentEachMonth': ['num', 'day'],
  'server.documents.sentAfterSettlement': ['minutes'],
  'server.pdf.page': ['page', 'pages'],
  'server.pdf.order': order,
  'server.pdf.signed': ['at'],
  'server.pdf.unsigned': [],
  ...alike('pdf', ['fingerprint', 'disclosure'], ['hash']),
};
