import { scheduleOf } from '../../../lending/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { TextValues } from '../../../platform/texts.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { accountById } from '../../account/accounts.ts';
import type { LoanEffect, LoanRecord } from '../types.ts';

/** Tells the borrower by SMS, once for each event of the loan. Words: `server.sms.loan.<text>`. */
const tell = (
  name: string,
  said: string | ((tx: Tx, loan: LoanRecord) => Promise<string>),
  description: string,
  valuesOf: (loan: LoanRecord) => TextValues,
): LoanEffect => ({
  name,
  description,
  run: async ({ tx, deps, subject: loan }) => {
    const text = typeof said === 'string' ? said : await said(tx, loan);
    const key = `loan:${loan.id}:${text}:${loan.updated_at.getTime()}`;
    await notify(tx, deps, loan.customer_id, `loan.${text}`, { order: loan.order_number, ...valuesOf(loan) }, { key });
  },
});

/** The first due date and amount after the payout. */
function firstDue({ terms, start_day: startDay, received_cents: amountCents }: LoanRecord): TextValues {
  const [first] = startDay === null ? [] : scheduleOf(terms, startDay);
  return first ? { amountCents, dueCents: first.totalCents, day: first.dueDate } : { amountCents };
}

/** Cash waits at a shop; other money is on an account. */
async function paidOutText(tx: Tx, { account_id: accountId }: LoanRecord): Promise<string> {
  const account = accountId === null ? undefined : await accountById(tx, accountId);
  return account?.method === 'remittance' ? 'paidOutShop' : 'paidOut';
}

// The application sends the notice of a send-back (`tellDecision`), the repayment those of payments.
export const noticeEffects: readonly LoanEffect[] = [
  tell('tellPaidOut', paidOutText, 'Tells the borrower that the money was sent, and what is due when.', firstDue),
  tell('tellPayoutFailed', 'payoutFailed', 'Tells the borrower that the money could not be sent and nothing is owed.', () => ({})),
  tell('tellCancelled', 'cancelled', 'Tells the borrower that the loan was cancelled and nothing is owed.', () => ({})),
];
