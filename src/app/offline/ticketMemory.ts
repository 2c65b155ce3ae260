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
  const open = async () => {
    const keyval = await import('idb-keyval');
    return { ...keyval, store: keyval.createStore(databaseName, 'tickets') };
  };
  let opened: ReturnType<typeof open> | undefined;
  const memory = () => {
    opened ??= open();
    opened.catch(() => (opened = undefined));
    return opened;
  };
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  return {
    read: (route) =>
      memory()
        .then(({ get, store }) => get<ScreenTicket>(route, store))
        .catch(() => undefined),
    keep: (route, ticket) => quietly(memory().then(({ set, store }) => set(route, ticket, store))),
    forget: () => quietly(memory().then(({ clear, store }) => clear(store))),
  };
}
