import type { Repayment } from '../../contract/repayments.ts';

/** A repayment as far as it says how to pay it. */
interface Payable {
  state: Repayment['state'];
  instructions: { channel: string; code: string; url?: string } | null;
  expires_at: Date;
}

/** Manila is eight hours ahead of UTC the year round. */
const isMidnight = (at: Date): boolean => at.toISOString().slice(11, 19) === '16:00:00';

/** How a repayment is paid, once the provider has said how and while no money was reported. */
export const instructionsOf = ({ state, instructions, expires_at: by }: Payable): Pick<Repayment, 'instructions'> =>
  instructions && state === 'inProgress'
    ? { instructions: { ...instructions, expiresAt: by.toISOString(), untilMidnight: isMidnight(by) } }
    : {};
