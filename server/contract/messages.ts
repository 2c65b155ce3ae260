import Type, { type Static } from 'typebox';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';

const Id = Type.String({ minLength: 1, maxLength: 80 });
const Language = Type.Optional(
  Type.String({ pattern: '^[a-z]{2,3}$', description: "Language of the texts. Defaults to the account's language." }),
);

/** `notify` reports an event of the reader's own account. `activity` is news for many readers, from flows/content/messages.json. */
const MessageKind = Type.Enum(['activity', 'notify']);
export type MessageKind = Static<typeof MessageKind>;

/** A message in the reader's current language. */
export const Message = object({
  id: Type.String(),
  kind: MessageKind,
  title: Type.String(),
  text: Type.String({ description: 'Plain text. A blank line starts a new paragraph.' }),
  at: Type.String({ description: 'Time of arrival, or the first day of an activity (YYYY-MM-DD).' }),
  read: Type.Boolean(),
  icon: Type.Optional(Type.String()),
  go: Type.Optional(Type.String({ description: 'Route of the screen that the message is about.' })),
});
export type Message = Static<typeof Message>;

const Unread = object({ activity: Type.Integer(), notify: Type.Integer(), total: Type.Integer() });
export type Unread = Static<typeof Unread>;

/** Operations of the message centre. Part of `operations`. */
export const messageOperations = operationsOf({
  'messages.list': {
    route: 'GET /api/messages',
    input: object({
      kind: MessageKind,
      language: Language,
      cursor: Type.Optional(Type.String({ maxLength: 80, description: '`next` from the previous page.' })),
    }),
    output: object({ items: Type.Array(Message), next: Type.Optional(Type.String({ description: 'Absent on the last page.' })) }),
  },
  'messages.unread': { route: 'GET /api/messages/unread', input: object({}), output: Unread },
  'messages.get': { route: 'GET /api/messages/:messageId', input: object({ messageId: Id, language: Language }), output: Message },
  'messages.markRead': { route: 'PUT /api/messages/:messageId/read', input: object({ messageId: Id }), output: Unread },
  'messages.markAllRead': { route: 'POST /api/messages/read', input: object({ kind: Type.Optional(MessageKind) }), output: Unread },
} as const satisfies Record<string, WrittenOperation>);
