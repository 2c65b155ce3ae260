import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';

/** SMS of this area. */
export const repaymentTexts: SpokenTexts = {
  'sms.repayment.toReturn': ['order', 'amountCents', 'by', 'code'],
  'sms.repayment.refunded': ['order', 'owedCents'],
  'sms.loan.cancelAsked': ['order', 'at', 'by'],
  'sms.loan.cancelDeclined': ['order', 'day'],
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
    ['order', 'amountCents', 'day', 'leftCents', 'owedCents', 'refundBy', 'couponCents', 'restCents'],
  ),
};
