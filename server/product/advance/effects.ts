import { endAppointment } from './appointments/outcome.ts';
import { beginAfterSettlement, endRun, undoRun } from './easyReloan/outcome.ts';
import type { LoanEffect } from '../loans/types.ts';

const endBoth =
  (outcome: 'paid' | 'identityProblem' | 'payoutFailed'): LoanEffect['run'] =>
  async ({ tx, deps, subject: { id } }) => {
    await endAppointment(tx, deps, id, outcome);
    await endRun(tx, deps, id, outcome);
  };

/** What a loan means for the plan that it was made by. Loans that were asked for by hand: nothing happens. */
export const advanceEffects: readonly LoanEffect[] = [
  {
    name: 'advancePaid',
    description: 'Notes that a loan which was agreed to in advance was paid out: the appointment is done, Easy Re-loan had a success.',
    run: endBoth('paid'),
  },
  {
    name: 'advanceDelayed',
    description: 'Notes that a loan of Easy Re-loan waits for another account, which ends the row of successes. A booked one goes on.',
    run: ({ tx, deps, subject: { id } }) => endRun(tx, deps, id, 'accountProblem'),
  },
  {
    name: 'advanceRefused',
    description: 'Notes that a loan which was agreed to in advance was not paid out: the identity is in doubt.',
    run: endBoth('identityProblem'),
  },
  {
    name: 'advanceFailed',
    description: 'Notes that a loan which was agreed to in advance could not be paid out.',
    run: endBoth('payoutFailed'),
  },
  {
    name: 'advanceUndone',
    description: 'Takes back what a cancelled loan of Easy Re-loan earned, and drops the next loan that waited for it.',
    run: ({ tx, deps, subject }) => undoRun(tx, deps, subject),
  },
  {
    name: 'beginReloan',
    description: 'Has the next loan follow where the borrower agreed to that (L17), after telling so.',
    run: ({ tx, deps, subject }) => beginAfterSettlement(tx, deps, subject),
  },
];
