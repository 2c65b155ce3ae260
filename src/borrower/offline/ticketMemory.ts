import { clear, createStore, get, set } from 'idb-keyval';
import type { ScreenTicket } from '../../api/contract.ts';

/** Which parts a route needs, as the server said last: with them a screen that was opened, or fetched ahead, opens offline too. */
export interface TicketMemory {
  read(route: string): Promise<ScreenTicket | undefined>;
  keep(route: string, ticket: ScreenTicket): void;
  /** Another person, or another release: routes may need other parts. */
  forget(): void;
}

/** In IndexedDB. A browser that refuses it has no memory, and nothing breaks. */
export function createTicketMemory(databaseName = 'hakbang-screens'): TicketMemory {
  if (typeof indexedDB === 'undefined') return { read: async () => undefined, keep: () => undefined, forget: () => undefined };
  const store = createStore(databaseName, 'tickets');
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  return {
    read: (route) => get<ScreenTicket>(route, store).catch(() => undefined),
    keep: (route, ticket) => quietly(set(route, ticket, store)),
    forget: () => quietly(clear(store)),
  };
}
