import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { Services } from '../services.ts';
import type { KeptAnswers } from './keptAnswers.ts';

export interface LazyKept {
  answer: ScreenHost['deviceAnswer'];
  /** An operation was done: answers that it invalidates are no longer so. */
  outdate(operation: string): void;
  /** Another person is at the device, or nobody. */
  forget(): void;
}

/** Kept answers come beside the first screen that keeps some: a visitor has none. */
export function lazyKept({ state, drafts, boot }: Pick<Services, 'state' | 'drafts' | 'boot'>): LazyKept {
  let opened: Promise<KeptAnswers> | undefined;
  let forgotten: Promise<unknown> | undefined;
  /** Counts what makes an answer that is under way too old to be kept, or somebody else's. */
  let changes = 0;

  /** What does not come, without a network, is as if nothing were kept. */
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
