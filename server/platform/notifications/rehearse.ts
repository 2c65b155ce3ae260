import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { getCustomer } from '../customer/customers.ts';
import { noticeWords } from '../messages/view.ts';
import { smsJobKind, smsText, type Notification } from './notify.ts';

class RolledBack extends Error {}

export interface Rehearsed extends Notification {
  /** When the text message would be sent. */
  at: Date;
}

/**
 * Makes a change, records the notifications that it would send, and rolls everything back. Refuses whatever the change refuses, so it also
 * validates a change that is made later.
 */
export async function rehearse(deps: Deps, change: (tx: Tx, deps: Deps) => Promise<unknown>): Promise<Rehearsed[]> {
  const noted: Rehearsed[] = [];
  const enqueue: Deps['jobs']['enqueue'] = async (_tx, kind, data, { runAt = deps.clock.now() } = {}) => {
    if (kind === smsJobKind) noted.push({ ...(data as unknown as Notification), at: runAt });
    return true;
  };
  const noting: Deps = { ...deps, jobs: { ...deps.jobs, enqueue } };
  await deps.db
    .transaction()
    .execute(async (tx) => {
      await change(tx, noting);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return noted;
}

/** The texts of a notification: the SMS, and the entry in the message centre. */
export async function wordsOf(deps: Deps, notification: Notification): Promise<{ sms: string; title: string; text: string }> {
  const { language } = await getCustomer(deps, notification.customerId);
  const { textKey, values } = notification;
  return { sms: smsText(deps, language, notification), ...noticeWords(deps, language, textKey, values) };
}
