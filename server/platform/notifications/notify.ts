import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler, RunningJob } from '../jobs/types.ts';
import { serverText, type TextValues } from '../texts.ts';
import { getCustomer, isDeleted } from '../customer/customers.ts';
import { storeMessage } from '../messages/store.ts';
import { sendableAt } from './hours.ts';

const kind = 'notifications.sms';

export interface NotifyOptions {
  /** What the message is about, e.g. `loan:<id>:overdue:2026-04-01`: one message each, however often it is asked for. */
  key: string;
  /** Repayment that the message calls failed: once money has come in for its loan, the message is no longer true and not sent. */
  failedRepayment?: string;
  /** From then on the message is no longer true, and not sent. */
  notAfter?: Date;
}

/**
 * Tells a customer something by SMS and in the message centre, once the caller's transaction commits; in the quiet hours of flows/sms.json
 * what can wait leaves in the morning. The words of the SMS are `server.sms.<textKey>` in the
 * language that is the customer's when it leaves; amounts and days in `values` are written as that language does
 * (`{{amountCents, money}}`, `{{day, date}}`). Values lie in the jobs table: figures and days, nothing personal. Words that are
 * missing do not undo what the customer is told of: the job fails, with an alarm, and can be tried again.
 *
 * @example await notify(tx, deps, loan.customerId, 'loan.paidOut', { amountCents: 480_000 }, { key: `loan:${loan.id}:paidOut` })
 */
export async function notify(
  tx: Tx,
  deps: Deps,
  customerId: string,
  textKey: string,
  values: TextValues,
  { key, failedRepayment, notAfter }: NotifyOptions,
): Promise<void> {
  const data = {
    customerId,
    textKey,
    values,
    ...(failedRepayment === undefined ? {} : { failedRepayment }),
    ...(notAfter === undefined ? {} : { notAfter: notAfter.toISOString() }),
  };
  await deps.jobs.enqueue(tx, kind, data, { key: `sms:${key}`, runAt: sendableAt(deps, textKey, deps.clock.now()) });
}

interface SmsData {
  customerId: string;
  textKey: string;
  values: TextValues;
  failedRepayment?: string;
  notAfter?: string;
}

/** Whether money came in for the loan of a failed repayment, by it or by a later one. */
async function hasBeenPaidSince({ db }: Deps, repaymentId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('repayments as failed')
    .innerJoin('repayments as paid', 'paid.loan_id', 'failed.loan_id')
    .select('paid.id')
    .where('failed.id', '=', repaymentId)
    .where('paid.paid_at', 'is not', null)
    .whereRef('paid.created_at', '>=', 'failed.created_at')
    .executeTakeFirst();
  return paid !== undefined;
}

/** Sends what `notify` asked for. */
export const sendSms: JobHandler = {
  kind,
  run: async (deps, data, job) => {
    const { customerId, textKey, values, failedRepayment, notAfter } = data as unknown as SmsData;
    const now = deps.clock.now();
    if (notAfter !== undefined && now.toISOString() >= notAfter) return;
    const at = sendableAt(deps, textKey, now);
    // The gateway or this job was late, and it is night by now.
    if (at > now) {
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, kind, data, { key: `sms:waiting:${job.id}`, runAt: at }));
      return;
    }
    if (failedRepayment !== undefined && (await hasBeenPaidSince(deps, failedRepayment))) return;
    await sendText(deps, customerId, textKey, values, job);
  },
};

/**
 * Sends a message from within a job, and keeps it for the message centre whether or not the gateway takes it. The id of the job
 * lets both recognise one that is sent again after a crash.
 */
export async function sendText(deps: Deps, customerId: string, textKey: string, values: TextValues, job: RunningJob): Promise<void> {
  // Whoever is gone has no number any more.
  if (await isDeleted(deps.db, customerId)) return;
  const { phone, language } = await getCustomer(deps, customerId);
  await storeMessage(deps, { customerId, notice: textKey, values, source: `job-${job.id}` });
  const text = serverText(deps, language, `sms.${textKey}`, values);
  await deps.ports.sms.send({ to: phone.e164, text, id: `job-${job.id}` });
}
