import type { Selectable } from 'kysely';
import type { Message } from '../../contract/messages.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { serverText, type TextValues } from '../texts.ts';
import { messagesOf, type Activity } from './kind.ts';
import { openValues } from './store.ts';
import type { MessageRow } from './table.ts';

const activityPrefix = 'activity-';

export const activityIdOf = (messageId: string): string | undefined =>
  messageId.startsWith(activityPrefix) ? messageId.slice(activityPrefix.length) : undefined;

const optional = ({ icon, go }: Pick<Activity, 'icon' | 'go'>): Pick<Message, 'icon' | 'go'> => ({
  ...(icon === undefined ? {} : { icon }),
  ...(go === undefined ? {} : { go }),
});

/** A notice in a language. A notice that the configuration does not list shows the text of its SMS. */
export function noticeView(deps: Deps, vault: CustomerVault, language: string, row: Selectable<MessageRow>): Message {
  return {
    id: row.id,
    kind: 'notify',
    ...noticeWords(deps, language, row.notice, openValues(vault, row)),
    at: row.created_at.toISOString(),
    read: row.read_at !== null,
    ...optional(noticeOf(deps, row.notice) ?? {}),
  };
}

const noticeOf = (deps: Pick<Deps, 'releases'>, notice: string) =>
  messagesOf(deps.releases.active()).notices.find(({ of }) => of === notice);

/** The words of a notice in the message centre. */
export function noticeWords(
  deps: Pick<Deps, 'releases'>,
  language: string,
  of: string,
  values: TextValues,
): { title: string; text: string } {
  const { title } = messagesOf(deps.releases.active());
  const notice = noticeOf(deps, of);
  return {
    title: serverText(deps, language, `messages.titles.${notice?.title ?? title}`, values, 'screen'),
    text: serverText(deps, language, notice ? `messages.texts.${notice.text}` : `sms.${of}`, values, 'screen'),
  };
}

export function activityView(deps: Deps, language: string, activity: Activity, read: boolean): Message {
  return {
    id: `${activityPrefix}${activity.id}`,
    kind: 'activity',
    title: serverText(deps, language, `messages.titles.${activity.title}`),
    text: serverText(deps, language, `messages.texts.${activity.text}`),
    at: activity.from,
    read,
    ...optional(activity),
  };
}
