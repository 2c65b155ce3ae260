import type { Area } from '../../platform/area.ts';
import { beginAfterSettlement, endRun, undoRun } from './easyReloan/outcome.ts';
import type { LoanEffect } from '../loans/types.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AppointmentRecord } from './appointments/table.ts';
import { applyAppointmentEvent } from './appointments/transitions.ts';

const actor = 'payout';

/** The appointment whose loan is being disbursed. */
const waitingFor = (tx: Tx, loanId: string): Promise<AppointmentRecord | undefined> =>
  tx.selectFrom('appointments').selectAll().where('loan_id', '=', loanId).where('state', '=', 'disbursing').executeTakeFirst();

/** Ends the appointment of a loan with the outcome of its payout. Does nothing for a loan without one. */
async function endAppointment(tx: Tx, deps: Deps, loanId: string, outcome: 'paid' | 'identityProblem' | 'payoutFailed'): Promise<void> {
  const appointment = await waitingFor(tx, loanId);
  if (!appointment) return;
  const event = outcome === 'paid' ? ({ name: 'paid' } as const) : ({ name: 'failed', set: { reason: outcome } } as const);
  await applyAppointmentEvent(tx, deps, appointment, event, actor);
}

const endBoth =
  (outcome: 'paid' | 'identityProblem' | 'payoutFailed'): LoanEffect['run'] =>
  async ({ tx, deps, subject: { id } }) => {
    await endAppointment(tx, deps, id, outcome);
    await endRun(tx, deps, id, outcome);
  };

/** Applies a loan's transitions to the plan that created it. Ignores loans without a plan. */
const advanceEffects: readonly LoanEffect[] = [
  {
    name: 'advancePaid',
    description: 'Marks the appointment as done, or counts a success of Easy Re-loan: the loan was paid out.',
    events: ['payoutPaid'],
    always: true,
    run: endBoth('paid'),
  },
  {
    name: 'advanceDelayed',
    description: 'Ends the streak of Easy Re-loan: its loan waits for another account. A booked loan goes on.',
    events: ['accountProblem'],
    always: true,
    run: ({ tx, deps, subject: { id } }) => endRun(tx, deps, id, 'accountProblem'),
  },
  {
    name: 'advanceRefused',
    description: 'Marks the appointment or run as failed: the loan was not paid out because the identity is in doubt.',
    events: ['identityProblem'],
    always: true,
    run: endBoth('identityProblem'),
  },
  {
    name: 'advanceFailed',
    description: 'Marks the appointment or run as failed: the loan could not be paid out.',
    events: ['payoutGivenUp'],
    always: true,
    run: endBoth('payoutFailed'),
  },
  {
    name: 'advanceUndone',
    description: 'Takes back the rewards of a cancelled Easy Re-loan loan and drops the next loan that waited for it.',
    events: ['cancelled'],
    always: true,
    run: ({ tx, deps, subject }) => undoRun(tx, deps, subject),
  },
  {
    name: 'beginReloan',
    description: 'Schedules the next loan if the borrower agreed to that (L17), and notifies the borrower first.',
    events: ['settled'],
    always: true,
    run: ({ tx, deps, subject }) => beginAfterSettlement(tx, deps, subject),
  },
];

export const advanceArea: Area = { name: 'advance', refusals: ['loanOverdue', 'termsChanged'], effects: { loan: advanceEffects } };
