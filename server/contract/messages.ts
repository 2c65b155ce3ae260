import Type, { type Static } from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed } from './schemas.ts';

const Id = Type.String({ minLength: 1, maxLength: 80 });
const Language = Type.Optional(
  Type.String({ pattern: '^[a-z]{2,3}$', description: "Language of the texts. Defaults to the account's language." }),
);

/** `notify` reports an event of the reader's own account. `activity` is news for many readers, from flows/content/messages.json. */
const MessageKind = Type.Enum(['activity', 'notify']);
export type MessageKind = Static<typeof MessageKind>;

/** A message in the reader's current language. */
export const Message = Type.Object(
  {
    id: Type.String(),
    kind: MessageKind,
    title: Type.String(),
    text: Type.String({ description: 'Plain text. A blank line starts a new paragraph.' }),
    at: Type.String({ description: 'Time of arrival, or the first day of an activity (YYYY-MM-DD).' }),
    read: Type.Boolean(),
    icon: Type.Optional(Type.String()),
    go: Type.Optional(Type.String({ description: 'Route of the screen that the message is about.' })),
  },
  closed,
);
export type Message = Static<typeof Message>;

const Unread = Type.Object({ activity: Type.Integer(), notify: Type.Integer(), total: Type.Integer() }, closed);
export type Unread = Static<typeof Unread>;

/** Operations of the message centre. Part of `operations`. */
export const messageOperations = {
  'messages.list': {
    id: 'messages.list',
    method: 'GET',
    path: '/api/messages',
    input: Type.Object(
      {
        kind: MessageKind,
        language: Language,
        cursor: Type.Optional(Type.String({ maxLength: 80, description: '`next` from the previous page.' })),
      },
      closed,
    ),
    output: Type.Object(
      { items: Type.Array(Message), next: Type.Optional(Type.String({ description: 'Absent on the last page.' })) },
      closed,
    ),
  },
  'messages.unread': { id: 'messages.unread', method: 'GET', path: '/api/messages/unread', input: Type.Object({}, closed), output: Unread },
  'messages.get': {
    id: 'messages.get',
    method: 'GET',
    path: '/api/messages/:messageId',
    input: Type.Object({ messageId: Id, language: Language }, closed),
    output: Message,
  },
  'messages.markRead': {
    id: 'messages.markRead',
    method: 'PUT',
    path: '/api/messages/:messageId/read',
    input: Type.Object({ messageId: Id }, closed),
    output: Unread,
  },
  'messages.markAllRead': {
    id: 'messages.markAllRead',
    method: 'POST',
    path: '/api/messages/read',
    input: Type.Object({ kind: Type.Optional(MessageKind) }, closed),
    output: Unread,
  },
} as const satisfies Record<string, OperationDefinition>;
