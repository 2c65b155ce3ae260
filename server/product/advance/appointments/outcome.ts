import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { AppointmentRecord } from './table.ts';
import { applyAppointmentEvent } from './transitions.ts';

const actor = 'payout';

/** The appointment whose loan is being disbursed. */
const waitingFor = (tx: Tx, loanId: string): Promise<AppointmentRecord | undefined> =>
  tx.selectFrom('appointments').selectAll().where('loan_id', '=', loanId).where('state', '=', 'disbursing').executeTakeFirst();

/** Ends the appointment of a loan with the outcome of its payout. Does nothing for a loan without one. */
export async function endAppointment(
  tx: Tx,
  deps: Deps,
  loanId: string,
  outcome: 'paid' | 'identityProblem' | 'payoutFailed',
): Promise<void> {
  const appointment = await waitingFor(tx, loanId);
  if (!appointment) return;
  const event = outcome === 'paid' ? ({ name: 'paid' } as const) : ({ name: 'failed', set: { reason: outcome } } as const);
  await applyAppointmentEvent(tx, deps, appointment, event, actor);
}
