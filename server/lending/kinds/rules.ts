import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/lending, in addition to the engine's rules. */
export const lendingRules = {
  'no-name': {
    severity: 'error',
    title: 'A product or coupon has no label',
    why: 'Borrowers would read its id. The id must be a code of an enum, which has a label in every language.',
  },
  'amount-range': {
    severity: 'error',
    title: 'The largest amount is below the smallest',
    why: 'No amount could be borrowed.',
  },
  'amount-step': {
    severity: 'error',
    title: 'The steps do not reach the largest amount',
    why: 'Borrowers could not choose the largest amount, or would face more amounts than a person can tell apart.',
  },
  'too-many-payments': {
    severity: 'error',
    title: 'Too many loans to check',
    why: 'The compiler checks every amount and term against the legal caps, and no realistic product needs so many.',
  },
  'day-range': {
    severity: 'error',
    title: 'The offer ends before it begins',
    why: 'Nobody could take it.',
  },
  'term-order': {
    severity: 'error',
    title: 'The terms of a product are out of order',
    why: 'People choose from them in this order, and the first one is preselected: it should cost the least.',
    lowerable: true,
  },
  'duplicate-term': {
    severity: 'error',
    title: 'A term is listed twice',
    why: 'It would be unclear which price applies.',
  },
  'instalment-days': {
    severity: 'error',
    title: 'The term does not fit its instalments',
    why: 'Each instalment needs a period of whole days, and a month counts as 30 days.',
  },
  'upfront-instalments': {
    severity: 'error',
    title: 'Upfront interest on a loan with instalments',
    why: 'Upfront interest covers the whole term, but the amount owed falls with each instalment.',
  },
  'deduction-exceeds-principal': {
    severity: 'error',
    title: 'The fees leave nothing to pay out',
    why: 'A borrower of the smallest amount would receive nothing.',
  },
  'over-cap': {
    severity: 'error',
    title: 'The price exceeds a legal cap',
    why: 'The law forbids it. The compiler checks every offered amount and term against each cap in force.',
  },
  'cap-order': {
    severity: 'error',
    title: 'Legal caps are out of order',
    why: 'A cap applies until the next one comes into force. With two caps for one day, it would be unclear which one applies.',
  },
  'coupon-days': {
    severity: 'error',
    title: 'A coupon cannot be used while it is valid',
    why: 'Borrowers would have a coupon that they can never use.',
  },
  'calendar-grant': {
    severity: 'error',
    title: 'A grant and its day do not fit',
    why: 'The calendar grants a coupon on its day, and other occasions have none. A day that does not come grants nothing.',
  },
  'reward-days': {
    severity: 'warning',
    title: 'The shortest loan never earns rewards',
    why: 'A borrower who repays it on the due date would not get the reward that the screens promise.',
  },
  'limit-step': {
    severity: 'error',
    title: 'A limit is not an amount that can be borrowed',
    why: 'Amounts come in the steps of the product. What a limit has beyond the last step is of no use.',
  },
  'limit-unusable': {
    severity: 'warning',
    title: 'A limit is above every amount',
    why: 'No product lends so much, so borrowers would be promised a limit that they cannot use.',
  },
  'growth-order': {
    severity: 'error',
    title: 'Limit growth works against its purpose',
    why: 'A loan repaid late must not raise a limit by more than one repaid on time, and each event has one growth.',
  },
  'vanishing-growth': {
    severity: 'error',
    title: 'A growth never reaches a step',
    why: 'Growth is rounded down to whole steps, so this one would raise no limit, not even the highest.',
  },
  'fraction-amount': {
    severity: 'warning',
    title: 'An amount has a fraction of the currency’s unit',
    why: 'Amounts are in hundredths. An amount in whole units charges or grants a hundredth of what is meant.',
  },
  'vanishing-rate': {
    severity: 'error',
    title: 'A rate rounds to zero',
    why: 'Rates are in parts per million. A rate in percent charges next to nothing.',
  },
  'extension-promise': {
    severity: 'error',
    title: 'The screens promise an extension of a different length',
    why: 'Terms and questions name the days by the constant of flows/settings.json.',
  },
  'cap-figures': {
    severity: 'error',
    title: 'The figures of a legal cap contradict each other',
    why: 'The effective rate contains the nominal one, so it cannot be the lower one.',
  },
  'cap-covers-nothing': {
    severity: 'error',
    title: 'A legal cap covers no loan',
    why: 'Nothing would be checked against it. Amounts are in hundredths, terms in days.',
  },
  'uncapped-days': {
    severity: 'warning',
    title: 'A product is offered before the first legal cap',
    why: 'Loans of these days are not checked against the law.',
  },
  'reward-order': {
    severity: 'error',
    title: 'A longer streak earns less',
    why: 'Borrowers would lose by repaying on time once more.',
  },
  'coupon-terms': {
    severity: 'error',
    title: 'The terms of a coupon contradict each other',
    why: 'A coupon lowers the cost of a loan. It must not pay for the whole loan, and its conditions must be possible to miss.',
  },
  'never-granted': {
    severity: 'error',
    title: 'Nothing grants a coupon',
    why: 'No borrower ever gets it.',
  },
  'reward-kind': {
    severity: 'error',
    title: 'The homescreen reward and its kind of coupon do not match',
    why: 'Borrowers read that its coupon pays for a full repayment only, which is what the kind says.',
  },
  'failure-corrections': {
    severity: 'error',
    title: 'The corrections for a failed payout contradict its events',
    why: 'What a borrower must correct, the event of the loan and the event of the application belong together. Otherwise a loan waits for nothing.',
  },
  'shared-coupon': {
    severity: 'warning',
    title: 'Two rewards grant one coupon',
    why: 'Borrowers read the name of the coupon, which belongs to the other reward.',
  },
  'reminder-order': {
    severity: 'error',
    title: 'Reminders are out of order',
    why: 'The list runs from the first day to the last. A lost or added minus sends a reminder on the wrong side of the due date.',
  },
  'reminder-before-loan': {
    severity: 'error',
    title: 'A reminder comes before its loan',
    why: 'On that day the shortest loan has not been paid out yet.',
  },
  'reminder-text': {
    severity: 'error',
    title: 'One reminder text is used both before and after the due date',
    why: 'A text for days before the due date is wrong on the day or after it.',
  },
  'no-mode': {
    severity: 'error',
    title: 'Easy Re-loan has no mode',
    why: 'Its screens would offer no choice. A feature flag in the settings turns it off completely.',
  },
  'duplicate-reminder': {
    severity: 'error',
    title: 'Two reminders on one day',
    why: 'Borrowers should get at most one reminder per day.',
  },
  'unknown-event': {
    severity: 'error',
    title: 'No life cycle accepts the event',
    why: 'The event would be refused at runtime and have no effect.',
    fixable: true,
  },
  'unknown-coupon': {
    severity: 'error',
    title: 'The coupon does not exist',
    why: 'The promised coupon would never be granted.',
    fixable: true,
  },
} as const satisfies Rules;

export type LendingRule = keyof typeof lendingRules;
