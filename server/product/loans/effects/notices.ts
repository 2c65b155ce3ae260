import { scheduleOf } from '../../../lending/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { TextValues } from '../../../platform/texts.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { accountById } from '../../payoutAccount/accounts.ts';
import type { LoanEffect, LoanRecord } from '../types.ts';

/** Sends an SMS to the borrower, once for each event of the loan. Text: `server.sms.loan.<text>`. */
const smsEffect = (
  name: string,
  event: string,
  textOf: string | ((tx: Tx, loan: LoanRecord) => Promise<string>),
  description: string,
  valuesOf: (loan: LoanRecord) => TextValues,
): LoanEffect => ({
  name,
  description,
  events: [event],
  run: async ({ tx, deps, subject: loan }) => {
    const text = typeof textOf === 'string' ? textOf : await textOf(tx, loan);
    const key = `loan:${loan.id}:${text}:${loan.updated_at.getTime()}`;
    await notify(tx, deps, loan.customer_id, `loan.${text}`, { order: loan.order_number, ...valuesOf(loan) }, { key });
  },
});

/** The first due date and amount after the payout. */
function firstDue({ terms, start_day: startDay, received_cents: amountCents }: LoanRecord): TextValues {
  const [first] = startDay === null ? [] : scheduleOf(terms, startDay);
  return first ? { amountCents, dueCents: first.totalCents, day: first.dueDate } : { amountCents };
}

/** A remittance shop pays out cash; other methods credit an account. */
async function paidOutText(tx: Tx, { account_id: accountId }: LoanRecord): Promise<string> {
  const account = accountId === null ? undefined : await accountById(tx, accountId);
  return account?.method === 'remittance' ? 'paidOutShop' : 'paidOut';
}

// The application's effects notify of a send-back (`tellDecision`), the repayment's effects of payments.
export const noticeEffects: readonly LoanEffect[] = [
  smsEffect(
    'tellPaidOut',
    'payoutPaid',
    paidOutText,
    'Notifies the borrower that the money was sent, and of the first due amount and date.',
    firstDue,
  ),
  smsEffect(
    'tellPayoutFailed',
    'payoutGivenUp',
    'payoutFailed',
    'Notifies the borrower that the money could not be sent and nothing is owed.',
    () => ({}),
  ),
  smsEffect(
    'tellCancelled',
    'cancelled',
    'cancelled',
    'Notifies the borrower that the loan was cancelled and nothing is owed.',
    () => ({}),
  ),
  smsEffect(
    'tellWrittenOff',
    'writtenOff',
    'writtenOff',
    'Notifies the borrower that the loan was written off, and where to talk about it.',
    () => ({}),
  ),
];
