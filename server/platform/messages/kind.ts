import Type, { type Static, type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Cel, Id, Ref, Route, SchemaRef, TextKey } from '../../../engine/config/annotations.ts';
import { checkDayRange, dayRange } from '../../../engine/config/dayRange.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { MessageRule } from './rules.ts';

/** Notices have the values of the SMS that they stand for; activities have none. */
const said = (part: 'titles' | 'texts', isOfNotice: boolean, title: string) => ({
  ...TextKey(`server.messages.${part}`, [], {
    title,
    description: `Key under messages.${part} in locales/<language>/server.json.`,
  }),
  ...(isOfNotice && { 'x-fills-of': { under: 'server.sms', by: 'of' } }),
});
const title = (isOfNotice = false) => said('titles', isOfNotice, 'Title');
const text = (isOfNotice = false) => said('texts', isOfNotice, 'Text');
const icon = Type.Optional(Ref('icon', { title: 'Icon', description: 'Name of a line drawing.' }));
const go = Type.Optional(Route({ title: 'Leads to', description: 'Screen that the message is about.' }));

const Notice = object(
  {
    of: Type.String({
      title: 'Of',
      description: 'Key of the SMS with the same content, such as newDevice. A notice that is not listed shows the text of its SMS.',
      pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*$',
    }),
    title: title(true),
    text: text(true),
    icon,
    go,
  },
  { title: 'Notice' },
);

const Activity = object(
  {
    id: Id(),
    ...dayRange,
    from: Type.String({ ...dayRange.from, description: 'First day. Readers see it as the date.' }),
    when: Type.Optional(
      Cel('bool', { title: 'For whom', description: 'Condition on customer, features, constants and today. Everybody by default.' }),
    ),
    title: title(),
    text: text(),
    icon,
    go,
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;

/** flows/content/messages.json */
const Messages = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    keepDays: Type.Integer({ title: 'Keep for (days)', description: 'Older notices are deleted.', minimum: 30, maximum: 3660 }),
    pageSize: Type.Integer({ title: 'Page size', description: 'Messages per page.', minimum: 5, maximum: 100 }),
    title: title(),
    notices: Type.Array(Notice, { title: 'Notices', description: 'Texts of the notices about one customer.' }),
    activities: Type.Array(Activity, { title: 'Activities', description: 'News for many customers, with days and a condition.' }),
  },
  { title: 'Messages', description: 'The message centre: notices about one customer, and activities for many.' },
);
export type Messages = Static<typeof Messages>;

function check({ notices, activities }: Messages): KindFinding<MessageRule>[] {
  const duplicates = (list: 'notices' | 'activities', key: 'of' | 'id', names: readonly string[]) =>
    names.flatMap((name, index): KindFinding<MessageRule>[] =>
      names.indexOf(name) === index
        ? []
        : [{ code: 'duplicate-message', pointer: `/${list}/${index}/${key}`, message: `"${name}" is already listed above.` }],
    );
  return [
    ...duplicates(
      'notices',
      'of',
      notices.map(({ of }) => of),
    ),
    ...duplicates(
      'activities',
      'id',
      activities.map(({ id }) => id),
    ),
    ...activities.flatMap((activity, index) => checkDayRange(activity, `/activities/${index}`)),
    ...notices.flatMap((notice, index) => sameText(notice, index, notices)),
  ];
}

/** Notices with the same text are one message for two events, so everything else about them must be the same too. */
function sameText(notice: Messages['notices'][number], index: number, notices: Messages['notices']): KindFinding<MessageRule>[] {
  const other =
    notices.slice(0, index).find(({ text: theirs }) => theirs === notice.text) ??
    notices.slice(index + 1).find(({ text: theirs }) => theirs === notice.text);
  const name = notice.of.split('.').at(-1) ?? '';
  // The copy is the notice whose event name differs from the text's name.
  if (!other || name === notice.text || (other.title === notice.title && other.icon === notice.icon)) return [];
  const message = `"${notice.of}" shows the text of "${other.of}", but another title or icon.`;
  return [{ code: 'shared-message', pointer: `/notices/${index}/text`, message, fix: 'Name the text of this event.' }];
}

/** @param Audience schema of the facts that the product's `audienceFacts` returns */
export const messagesKind = (Audience: TSchema): KindDefinition<MessageRule> => ({
  name: 'messages',
  metaSchema: Messages,
  single: true,
  required: 'flows/content/messages.json',
  check,
  scope: { customer: Audience },
});

const none: Messages = { id: 'messages', keepDays: 365, pageSize: 20, title: 'news', notices: [], activities: [] };

export const messagesOf = ({ manifest }: Pick<LoadedRelease, 'manifest'>): Messages => onlyOf(manifest.other, 'messages') ?? none;

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    messages: Messages;
  }
}
