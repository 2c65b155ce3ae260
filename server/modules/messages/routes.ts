import { operations } from '../../contract/operations.ts';
import type { Deps } from '../../deps.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { App } from '../../http/types.ts';
import { getCustomer, offeredLanguage } from '../customer/customers.ts';
import { activitiesOf, markAllRead, markRead, messageOf, noticesOf, unreadOf, type Reader } from './read.ts';

/** The message centre: activities and notices, read or not. */
export function messages(app: App): void {
  endpoint(app, operations['messages.list'], async ({ deps, session, input }) => {
    const reader = await readerOf(deps, session.customerId, input.language);
    return input.kind === 'activity' ? activitiesOf(reader) : noticesOf(reader, input.cursor);
  });
  endpoint(app, operations['messages.unread'], async ({ deps, session }) => unreadOf(deps, session.customerId));
  endpoint(app, operations['messages.get'], async ({ deps, session, input }) =>
    messageOf(await readerOf(deps, session.customerId, input.language), input.messageId),
  );
  endpoint(app, operations['messages.markRead'], async ({ deps, session, input }) =>
    markRead(await readerOf(deps, session.customerId), input.messageId),
  );
  endpoint(app, operations['messages.markAllRead'], async ({ deps, session, input }) =>
    markAllRead(await readerOf(deps, session.customerId), input.kind),
  );
}

async function readerOf(deps: Deps, customerId: string, asked?: string): Promise<Reader> {
  const language = offeredLanguage(deps, asked) ?? (await getCustomer(deps, customerId)).language;
  return { deps, customerId, language };
}
