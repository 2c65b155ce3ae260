import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler, RunningJob } from '../jobs/types.ts';
import { serverText, type TextValues } from '../texts.ts';
import { getCustomer, isDeleted } from '../customer/customers.ts';
import { storeMessage } from '../messages/store.ts';
import { sendableAt } from './hours.ts';

const kind = 'notifications.sms';

export interface NotifyOptions {
  /** What the message is about, e.g. `login:<id>`: one message each, however often it is asked for. */
  key: string;
  /** Asked of the product before the message leaves (`isStillTrue`): it is not sent when it is no longer true. */
  trueWhile?: Readonly<Record<string, string>>;
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
 * @example await notify(tx, deps, customerId, 'newDevice', { day }, { key: `login:${challengeId}` })
 */
export async function notify(
  tx: Tx,
  deps: Deps,
  customerId: string,
  textKey: string,
  values: TextValues,
  { key, trueWhile, notAfter }: NotifyOptions,
): Promise<void> {
  const data = {
    ...trueWhile,
    customerId,
    textKey,
    values,
    ...(notAfter === undefined ? {} : { notAfter: notAfter.toISOString() }),
  };
  await deps.jobs.enqueue(tx, kind, data, { key: `sms:${key}`, runAt: sendableAt(deps, textKey, deps.clock.now()) });
}

interface SmsData {
  customerId: string;
  textKey: string;
  values: TextValues;
  notAfter?: string;
}

/** Sends what `notify` asked for. */
export const sendSms: JobHandler = {
  kind,
  run: async (deps, data, job) => {
    const { customerId, textKey, values, notAfter, ...trueWhile } = data as unknown as SmsData;
    const now = deps.clock.now();
    if (notAfter !== undefined && now.toISOString() >= notAfter) return;
    const at = sendableAt(deps, textKey, now);
    // The gateway or this job was late, and it is night by now.
    if (at > now) {
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, kind, data, { key: `sms:waiting:${job.id}`, runAt: at }));
      return;
    }
    if (!(await deps.product.isStillTrue(deps, trueWhile))) return;
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
