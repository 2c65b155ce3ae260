import type { ScreenTicket } from '../../api/contract.ts';

/** The last ticket of each route, which names its parts. With it, a screen that was opened or prefetched also opens offline. */
export interface TicketMemory {
  read(route: string): Promise<ScreenTicket | undefined>;
  keep(route: string, ticket: ScreenTicket): void;
  /** Clears the tickets when the person or the release changes, because routes may then need other parts. */
  forget(): void;
}

/** Stores tickets in IndexedDB. Without it, nothing is stored and nothing fails. */
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
