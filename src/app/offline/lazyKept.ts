import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { Services } from '../services.ts';
import type { KeptAnswers } from './keptAnswers.ts';

export interface LazyKept {
  answer: ScreenHost['deviceAnswer'];
  /** Invalidates cached responses after an operation. */
  outdate(operation: string): void;
  /** Clears the cache when the person changes or logs out. */
  forget(): void;
}

/** Loads the response cache with the first screen that uses it: a visitor needs none. */
export function lazyKept({ state, drafts, boot }: Pick<Services, 'state' | 'drafts' | 'boot'>): LazyKept {
  let opened: Promise<KeptAnswers> | undefined;
  let forgotten: Promise<unknown> | undefined;
  /** Counts invalidations and logouts. A response requested before the latest of them must not be cached. */
  let changes = 0;

  /** When the chunk cannot load offline, the cache counts as empty. */
  const use = async <T>(work: (answers: KeptAnswers) => Promise<T>): Promise<T | undefined> => {
    const owner = state.customerId;
    opened ??= Promise.all([import('./keptAnswers.ts'), forgotten]).then(
      ([{ KeptAnswers }]) => new KeptAnswers({ store: drafts, state, owner, boot: boot() }),
    );
    return opened.then(work).catch(() => undefined);
  };

  return {
    answer: (data, input) => {
      if (!data.keep || !state.isLoggedIn) return undefined;
      const asked = changes;
      return {
        read: async () => {
          const found = await use((answers) => answers.read(data, input));
          return asked === changes ? found : undefined;
        },
        keep: (value) => {
          if (asked === changes) void use((answers) => answers.keep(data, input, value));
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
