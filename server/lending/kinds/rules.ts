import type { Rules } from '../../../engine/config/rules/rule.ts';

/** What the checks of the kinds in flows/lending can find, beside the engine's rules. */
export const lendingRules = {
  'no-name': {
    severity: 'error',
    title: 'A product or coupon without a name',
    why: 'Borrowers would read its id. Its id is a code of an enum, so that its name stands with the labels in every language.',
  },
  'amount-range': {
    severity: 'error',
    title: 'The largest amount is below the smallest',
    why: 'There would be nothing to borrow.',
  },
  'amount-step': {
    severity: 'error',
    title: 'Steps that do not lead from the smallest amount to the largest',
    why: 'The largest amount could not be chosen, or there would be more amounts than a person can tell apart.',
  },
  'too-many-payments': {
    severity: 'error',
    title: 'More loans than can be checked',
    why: 'Every amount and term is held against the legal caps before it is offered, and no product of use needs so many.',
  },
  'day-range': {
    severity: 'error',
    title: 'An offer that ends before it begins',
    why: 'Nobody could ever take it.',
  },
  'duplicate-term': {
    severity: 'error',
    title: 'A term that stands twice',
    why: 'Nobody could tell which price holds.',
  },
  'instalment-days': {
    severity: 'error',
    title: 'A term that cannot be cut into its instalments',
    why: 'Every instalment falls due after a period of its own; months count as 30 days.',
  },
  'upfront-instalments': {
    severity: 'error',
    title: 'Interest kept at payout of a loan with instalments',
    why: 'It is reckoned on the whole term, though the amount owed falls with each instalment.',
  },
  'deduction-exceeds-principal': {
    severity: 'error',
    title: 'Fees that leave nothing to pay out',
    why: 'Whoever borrows the smallest amount would receive nothing, or owe money for it.',
  },
  'over-cap': {
    severity: 'error',
    title: 'A price above a legal cap',
    why: 'The law forbids it. Every amount and term that is offered is held against each cap in force on its days.',
  },
  'cap-order': {
    severity: 'error',
    title: 'Legal caps out of order',
    why: 'A cap holds until the next one comes into force: of two for one day nobody could tell which one binds.',
  },
  'limit-promise': {
    severity: 'error',
    title: 'The screens promise another limit than can be had',
    why: 'What is promised must be what a borrower can reach.',
  },
  'reward-days': {
    severity: 'warning',
    title: 'Rewards that the shortest loan never earns',
    why: 'Whoever takes it and pays it back on its due date has waited in vain for what the screens promise.',
  },
  'reward-promise': {
    severity: 'error',
    title: 'The screens promise rewards after another number of days',
    why: 'A text must not promise more than the reward gives.',
  },
  'no-mode': {
    severity: 'error',
    title: 'Easy Re-loan that is offered in no way',
    why: 'Its screens would have nothing to choose. A switch in the settings takes the whole of it away.',
  },
  'duplicate-reminder': {
    severity: 'error',
    title: 'Two reminders on one day',
    why: 'One message a day is enough.',
  },
  'unknown-event': {
    severity: 'error',
    title: 'An event that no life cycle knows',
    why: 'It would be refused when it comes, and nothing would happen.',
    fixable: true,
  },
  'unknown-coupon': {
    severity: 'error',
    title: 'A coupon that does not exist',
    why: 'What is promised would never be given.',
    fixable: true,
  },
} as const satisfies Rules;

export type LendingRule = keyof typeof lendingRules;
