import type { Deps } from '../platform/deps.ts';

/**
 * Constants of flows/settings.json that the code calculates with and texts promise. These are the defaults for releases that do not set
 * them.
 */
const defaults = {
  /** Hours until the money arrives: "funds within 24 hours" (C01). */
  disbursementHours: 24,
  /** Hours from the receipt of the money in which a loan may be cancelled (spec §9). */
  cancellationHours: 24,
  /** Hours in which customer service answers a request to cancel. */
  cancellationAnswerHours: 24,
  /** Hours in which the borrower of a cancelled loan returns the money. */
  returnHours: 24,
  /** Days until an overpayment is refunded. */
  refundDays: 7,
  /** Days to pay amounts that fell due while a cancellation waited. */
  afterWaitDays: 3,
  /** Months of repayments that the history covers (C04). */
  historyMonths: 3,
} as const;

export function promised({ releases }: Pick<Deps, 'releases'>, name: keyof typeof defaults): number {
  const value = releases.active().manifest.settings.constants[name];
  return typeof value === 'number' ? value : defaults[name];
}
