import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';
import { daysBetween, dueOn, laterOf, nextDueDate, payoffOn, type Day, type LoanBalance, type LoanTerms } from '../../lending/index.ts';
import { todayOf } from '../../platform/time.ts';
import { lendingOf } from '../lendingConfig.ts';
import { balanceWithHeld, heldPayments, currentBalance } from '../loans/heldMoney.ts';
import { postingsOfAll } from '../loans/postings.ts';
import { waitingLoans } from '../loans/waiting.ts';
import { mayContactNow } from '../../platform/notifications/hours.ts';
import { sendText } from '../../platform/notifications/notify.ts';

const pageLoans = 500;
const sendKind = 'reminders.send';

/** Each hour between contact hours, finds the loans that are due a reminder today according to flows/lending/reminders.json. */
export const remindTick: JobHandler = {
  kind: 'reminders.tick',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    if (!mayContactNow(deps) || lendingOf(deps.releases.active()).reminders.length === 0) return;
    for (let after = ''; ;) {
      const loans = await activeLoans(deps.db, after);
      await enqueueReminders(deps, loans);
      if (loans.length < pageLoans) return;
      after = loans.at(-1)?.id ?? after;
    }
  },
};

interface ActiveLoan {
  id: string;
  terms: LoanTerms;
}

const activeLoans = (db: Db, after: string): Promise<ActiveLoan[]> =>
  db
    .selectFrom('loans')
    .select(['id', 'terms'])
    .where('state', '=', 'active')
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageLoans)
    .execute();

/** Enqueues one job for each loan, reminder and due date, however often the tick runs. */
async function enqueueReminders(deps: Deps, loans: readonly ActiveLoan[]): Promise<void> {
  const today = todayOf(deps);
  const ids = loans.map(({ id }) => id);
  const waiting = await waitingLoans(deps.db, ids);
  const postings = await postingsOfAll(deps.db, ids);
  const held = await heldPayments(deps, deps.db, ids);
  const reminders = loans.flatMap(({ id, terms }) => {
    const due = reminderOn(deps, balanceWithHeld(terms, postings.get(id) ?? [], held.get(id)), today);
    return due && !waiting.has(id) ? [{ loanId: id, ...due }] : [];
  });
  if (reminders.length === 0) return;
  await deps.db.transaction().execute(async (tx) => {
    for (const { loanId, daysFromDue, dueDay } of reminders) {
      await deps.jobs.enqueue(tx, sendKind, { loanId, dueDay, daysFromDue }, { key: `reminder:${loanId}:${dueDay}:${daysFromDue}` });
    }
  });
}

/** The reminder of a day, relative to the next due date. */
function reminderOn(deps: Deps, balance: LoanBalance, today: Day): { daysFromDue: number; dueDay: Day; text: string } | undefined {
  const dueDay = balance.state === 'active' ? nextDueDate(balance) : undefined;
  if (dueDay === undefined) return undefined;
  const daysFromDue = daysBetween(dueDay, today);
  const reminder = lendingOf(deps.releases.active()).reminders.find((each) => each.daysFromDue === daysFromDue);
  return reminder && { daysFromDue, dueDay, text: reminder.text };
}

/**
 * Sends one reminder. Checks again first: while the SMS gateway was down, the loan may have been paid or extended, the day may be over, or
 * the quiet hours may have begun. In those cases it sends nothing, nor while a cancellation is pending.
 */
export const sendReminder: JobHandler = {
  kind: sendKind,
  run: async (deps, { loanId, dueDay, daysFromDue }: { loanId: string; dueDay: Day; daysFromDue: number }, job) => {
    if (!mayContactNow(deps)) return;
    const loan = await deps.db
      .selectFrom('loans')
      .select(['id', 'terms', 'customer_id'])
      .where('id', '=', loanId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    const today = todayOf(deps);
    if (!loan || (await waitingLoans(deps.db, [loanId])).has(loanId)) return;
    const balance = await currentBalance(deps, deps.db, loan);
    const reminder = reminderOn(deps, balance, today);
    if (reminder?.dueDay !== dueDay || reminder.daysFromDue !== daysFromDue) return;
    const asOf = laterOf(today, balance.asOfDay);
    const values = {
      amountCents: payoffOn(balance, asOf).totalCents,
      dueCents: dueOn(balance, laterOf(asOf, dueDay)).totalCents,
      day: dueDay,
    };
    await sendText(deps, loan.customer_id, `reminder.${reminder.text}`, values, job);
  },
};
