import type { Area } from '../area.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Deps } from '../deps.ts';
import { endpoint } from '../sessions/endpoint.ts';
import type { App } from '../http/types.ts';
import type { Session } from '../sessions/sessions.ts';
import { offeredLanguage } from '../customer/customers.ts';
import { activitiesOf, markAllRead, markRead, messageOf, noticesOf, unreadOf, type Reader } from './read.ts';

function messages(app: App): void {
  endpoint(app, operations['messages.list'], async ({ deps, session, input }) => {
    const reader = readerOf(deps, session, input.language);
    return input.kind === 'activity' ? activitiesOf(reader) : noticesOf(reader, input.cursor);
  });
  endpoint(app, operations['messages.unread'], async ({ deps, session }) => unreadOf(deps, session.customerId));
  endpoint(app, operations['messages.get'], async ({ deps, session, input }) =>
    messageOf(readerOf(deps, session, input.language), input.messageId),
  );
  endpoint(app, operations['messages.markRead'], async ({ deps, session, input }) => markRead(readerOf(deps, session), input.messageId));
  endpoint(app, operations['messages.markAllRead'], async ({ deps, session, input }) => markAllRead(readerOf(deps, session), input.kind));
}

const readerOf = (deps: Deps, { customerId, customer }: Session, asked?: string): Reader => ({
  deps,
  customerId,
  language: offeredLanguage(deps, asked) ?? customer.language,
});

export const messagesArea: Area = {
  name: 'messages',
  routes: [messages],
  erase: async ({ tx, customerId }) => {
    for (const table of ['messages', 'activity_reads'] as const) await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  },
};
