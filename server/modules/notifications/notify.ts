import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler, RunningJob } from '../../jobs/types.ts';
import { serverText, type TextValues } from '../../texts.ts';
import { getCustomer } from '../customer/customers.ts';
import { storeMessage } from '../messages/store.ts';

const kind = 'notifications.sms';

export interface NotifyOptions {
  /** What the message is about, e.g. `loan:<id>:overdue:2026-04-01`: one message each, however often it is asked for. */
  key: string;
  /** When it is to leave; at once by default. */
  runAt?: Date;
}

/**
 * Tells a customer something by SMS and in the message centre, once the caller's transaction commits. The words of the SMS are `server.sms.<textKey>` in the
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
  { key, runAt }: NotifyOptions,
): Promise<void> {
  await deps.jobs.enqueue(tx, kind, { customerId, textKey, values }, { key: `sms:${key}`, ...(runAt ? { runAt } : {}) });
}

/** Sends what `notify` asked for. */
export const sendSms: JobHandler = {
  kind,
  run: async (deps, data, job) => {
    const { customerId, textKey, values } = data as { customerId: string; textKey: string; values: TextValues };
    await sendText(deps, customerId, textKey, values, job);
  },
};

/**
 * Sends a message from within a job, and keeps it for the message centre whether or not the gateway takes it. The id of the job
 * lets both recognise one that is sent again after a crash.
 */
export async function sendText(deps: Deps, customerId: string, textKey: string, values: TextValues, job: RunningJob): Promise<void> {
  const { phone, language } = await getCustomer(deps, customerId);
  await storeMessage(deps, { customerId, notice: textKey, values, source: `job-${job.id}` });
  const text = serverText(deps, language, `sms.${textKey}`, values);
  await deps.ports.sms.send({ to: phone.e164, text, id: `job-${job.id}` });
}
