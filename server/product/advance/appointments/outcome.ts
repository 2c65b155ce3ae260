import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { AppointmentRecord } from './table.ts';
import { applyAppointmentEvent } from './transitions.ts';

const actor = 'payout';

/** The appointment that a loan was made for, if it still waits for the payout. */
const waitingFor = (tx: Tx, loanId: string): Promise<AppointmentRecord | undefined> =>
  tx.selectFrom('appointments').selectAll().where('loan_id', '=', loanId).where('state', '=', 'disbursing').executeTakeFirst();

/** Ends an appointment with what became of its loan. Loans that were not booked: nothing happens. */
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
