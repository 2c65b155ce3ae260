import { timeIn } from '../../../engine/config/days.ts';
import type { Repayment } from '../../contract/repayments.ts';
import type { Deps } from '../../platform/deps.ts';
import { timeZoneOf } from '../../platform/time.ts';

/** The part of a repayment that describes how to pay it. */
interface Payable {
  state: Repayment['state'];
  instructions: { channel: string; code: string; url?: string } | null;
  expires_at: Date;
}

/** How to pay a repayment, once the provider has sent instructions and while no payment is reported. */
export const instructionsOf = (
  deps: Pick<Deps, 'releases'>,
  { state, instructions, expires_at: by }: Payable,
): Pick<Repayment, 'instructions'> =>
  instructions && state === 'inProgress'
    ? { instructions: { ...instructions, expiresAt: by.toISOString(), untilMidnight: timeIn(timeZoneOf(deps), by) === '00:00' } }
    : {};
