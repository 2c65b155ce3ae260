import type { TextValues } from '../../texts.ts';
import { notify } from '../notifications/notify.ts';
import { readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { RepaymentEffect, RepaymentRecord } from './types.ts';

type TextOf = (repayment: RepaymentRecord, loan: LoanRecord) => string | undefined;

/** Tells the borrower by SMS, once for each outcome. Words: `server.sms.repayment.<text>`. */
const tell = (name: string, description: string, textOf: TextOf): RepaymentEffect => ({
  name,
  description,
  run: async ({ tx, deps, subject: repayment }) => {
    const loan = await readLoan(tx, repayment.loan_id);
    const text = textOf(repayment, loan);
    if (text === undefined) return;
    const values = { order: loan.order_number, ...valuesOf(repayment) };
    await notify(tx, deps, repayment.customer_id, `repayment.${text}`, values, { key: `repayment:${repayment.id}:${text}` });
  },
});

const valuesOf = ({ amount_cents: askedCents, paid_cents: paidCents, new_due_day: day }: RepaymentRecord): TextValues => ({
  amountCents: paidCents ?? askedCents,
  ...(day === null ? {} : { day }),
});

/** That a loan was taken back is told by the loan. */
const succeeded: Record<RepaymentRecord['kind'], (loan: LoanRecord) => string | undefined> = {
  full: ({ state }) => (state === 'settled' ? 'settled' : 'received'),
  extension: ({ state }) => (state === 'active' ? 'extended' : 'received'),
  cancellation: () => undefined,
};

export const noticeEffects: readonly RepaymentEffect[] = [
  tell('tellRepaid', 'Tells the borrower that the money has come in, and what came of it.', ({ kind }, loan) => succeeded[kind](loan)),
  tell('tellRepaymentFailed', 'Tells the borrower that no money has come in.', ({ kind }) =>
    kind === 'cancellation' ? 'notReturned' : 'failed',
  ),
  tell('tellMoneyHeld', 'Tells the borrower that money has come in that does not fit, and that somebody looks at it.', () => 'held'),
];
