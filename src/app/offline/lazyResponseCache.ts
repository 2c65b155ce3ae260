import type { DraftStore } from '../../../engine/session/draftStore.ts';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { Services } from '../services.ts';
import type { ResponseCache } from './responseCache.ts';

export interface LazyResponseCache {
  answer: ScreenHost['deviceAnswer'];
  /** Invalidates cached responses after an operation. */
  outdate(operation: string): void;
  /** Clears the cache when the person changes or logs out. */
  forget(): void;
}

/**
 * Loads the response cache with the first screen that uses it: a visitor needs none.
 *
 * @param store where the responses are stored; next to the drafts by default
 */
export function lazyResponseCache(
  { state, drafts, boot }: Pick<Services, 'state' | 'drafts' | 'boot'>,
  store: DraftStore = drafts,
): LazyResponseCache {
  let opened: Promise<ResponseCache> | undefined;
  let forgotten: Promise<unknown> | undefined;
  /** Counts invalidations and logouts. A response requested before the latest of them must not be cached. */
  let changes = 0;

  /** When the chunk cannot load offline, the cache counts as empty. */
  const use = async <T>(work: (answers: ResponseCache) => Promise<T>): Promise<T | undefined> => {
    const owner = state.customerId;
    opened ??= Promise.all([import('./responseCache.ts'), forgotten]).then(
      ([{ ResponseCache }]) => new ResponseCache({ store, state, owner, boot: boot() }),
    );
    return opened.then(work).catch(() => undefined);
  };

  return {
    answer: (data, input) => {
      if (!data.keep || !state.isLoggedIn) return undefined;
      const startedAt = changes;
      return {
        read: async () => {
          const found = await use((answers) => answers.read(data, input));
          return startedAt === changes ? found : undefined;
        },
        keep: (value) => {
          if (startedAt === changes) void use((answers) => answers.keep(data, input, value));
        },
      };
    },
    outdate: (operation) => {
      changes += 1;
      void use((answers) => answers.outdate(operation));
    },
    forget: () => {
      changes += 1;
      forgotten = use((answers) => answers.forget());
      opened = undefined;
    },
  };
}
