import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

export const rollback: Command = {
  usage: ['rollback [hash]              makes a stored release the active one, by default the one before'],
  async run(args, deps) {
    const [hash] = readArguments(args, {}, 1).positionals;
    return withStore(deps, async (store) => {
      const active = await store.rollback(hash, deps.by);
      if (active === undefined) {
        deps.error(hash === undefined ? 'There is no release before this one.' : `There is no release ${hash}.`);
        return 1;
      }
      deps.out(`Release ${active} is active.`);
      return 0;
    });
  },
};
