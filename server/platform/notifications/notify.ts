import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler, RunningJob } from '../jobs/types.ts';
import { serverText, type TextValues } from '../texts.ts';
import { addSeconds, daySeconds } from '../time.ts';
import { getCustomer, isDeleted } from '../customer/customers.ts';
import { storeMessage } from '../messages/store.ts';
import { sendableAt } from './hours.ts';
import { protecting, smsOf } from './kind.ts';

export const smsJobKind = 'notifications.sms';
const kind = smsJobKind;

/** Prefix of the sources of messages that are also sent by SMS. */
const sourceOfJobs = 'job-';

export interface NotifyOptions {
  /** Idempotency key, e.g. `login:<id>`: one message per key. */
  key: string;
  /** Condition that the product rechecks before sending (`isStillTrue`). The message is dropped if it no longer holds. */
  trueWhile?: Readonly<Record<string, string>>;
  /** Time after which the message is out of date and dropped. */
  notAfter?: Date;
}

/**
 * Notifies a customer by SMS and in the message centre once the caller's transaction commits. A message that can wait is sent after the
 * quiet hours of flows/sms.json. The text is `server.sms.<textKey>` in the customer's language at that time, which also formats amounts and
 * days in `values` (`{{amountCents, money}}`, `{{day, date}}`). The jobs table stores `values` unencrypted, so they must not be personal
 * data. A missing text does not roll the caller back: the job fails with an alarm and can be retried.
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

/** The content of a text message, before it is worded. */
export interface Notification {
  customerId: string;
  textKey: string;
  values: TextValues;
}

interface SmsData extends Notification {
  notAfter?: string;
}

/** Job that sends a message of `notify`. */
export const sendSms: JobHandler = {
  kind,
  run: async (deps, data, job) => {
    const { customerId, textKey, values, notAfter, ...trueWhile } = data as unknown as SmsData;
    const now = deps.clock.now();
    if (notAfter !== undefined && now.toISOString() >= notAfter) return;
    const at = sendableAt(deps, textKey, now);
    // The gateway or this job was late, and quiet hours have begun.
    if (at > now) {
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, kind, data, { key: `sms:waiting:${job.id}`, runAt: at }));
      return;
    }
    if (!(await deps.product.isStillTrue(deps, trueWhile))) return;
    await sendText(deps, customerId, textKey, values, job);
  },
};

/**
 * Sends a message from within a job and stores it in the message centre, whether or not the gateway accepts it. The job id deduplicates
 * both when a job reruns after a crash. After `mostPerDay` (flows/sms.json) it is only stored: each SMS costs money, and some actions that
 * cause one can be repeated.
 */
export async function sendText(deps: Deps, customerId: string, textKey: string, values: TextValues, job: RunningJob): Promise<void> {
  // A deleted customer has no number.
  if (await isDeleted(deps.db, customerId)) return;
  const { phone, language } = await getCustomer(deps, customerId);
  const isNew = await storeMessage(deps, { customerId, notice: textKey, values, source: `${sourceOfJobs}${job.id}` });
  // A retry was counted before.
  if (isNew && !(await isUnderDailyLimit(deps, customerId, textKey))) return;
  const text = smsText(deps, language, { textKey, values });
  await deps.ports.sms.send({ to: phone.e164, text, id: `job-${job.id}` });
}

/** Counts after the message is stored, so messages that are sent at the same time never exceed the limit. */
async function isUnderDailyLimit({ db, clock, releases, log }: Deps, customerId: string, textKey: string): Promise<boolean> {
  if (protecting.includes(textKey)) return true;
  const { mostPerDay } = smsOf(releases.active());
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>', addSeconds(clock.now(), -daySeconds))
    .where('source', 'like', `${sourceOfJobs}%`)
    .where('notice', 'not in', protecting)
    .executeTakeFirstOrThrow();
  if (Number(count) <= mostPerDay) return true;
  log.warn({ customerId, textKey, mostPerDay }, 'the customer has reached the daily SMS limit: this message is only in the message centre');
  return false;
}

/** The words of a text message in a language. */
export const smsText = (deps: Pick<Deps, 'releases'>, language: string, { textKey, values }: Omit<Notification, 'customerId'>): string =>
  serverText(deps, language, `sms.${textKey}`, values);
