import type { Selectable } from 'kysely';
import type { Message } from '../../contract/messages.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { serverText } from '../texts.ts';
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
  const { notices, title } = messagesOf(deps.releases.active());
  const notice = notices.find(({ of }) => of === row.notice);
  const values = openValues(vault, row);
  return {
    id: row.id,
    kind: 'notify',
    title: serverText(deps, language, `messages.titles.${notice?.title ?? title}`, values, 'screen'),
    text: serverText(deps, language, notice ? `messages.texts.${notice.text}` : `sms.${row.notice}`, values, 'screen'),
    at: row.created_at.toISOString(),
    read: row.read_at !== null,
    ...optional(notice ?? {}),
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
