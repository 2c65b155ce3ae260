import { tally } from '../../diff/index.ts';
import { readArguments } from '../arguments.ts';
import { compare, storedSources, tellRehearsal } from '../compare.ts';
import type { CliDeps, Command, ReleaseStore } from '../types.ts';
import { withStore } from '../withStore.ts';

export const rollback: Command = {
  usage: ['rollback [hash]              makes a stored release the active one, by default the one before'],
  async run(args, deps) {
    const [hash] = readArguments(args, {}, 1).positionals;
    return withStore(deps, async (store) => {
      const before = await storedSources(store, 'active');
      const active = await store.rollback(hash, deps.by);
      if (active === undefined) {
        deps.error(hash === undefined ? 'There is no release before this one.' : `There is no release ${hash}.`);
        return 1;
      }
      deps.out(`Release ${active} is active.`);
      await tellWhatChanged(before, active, store, deps);
      return 0;
    });
  },
};

/** A way back is taken in haste: it is told afterwards and never refused. */
async function tellWhatChanged(before: Awaited<ReturnType<typeof storedSources>>, hash: string, store: ReleaseStore, deps: CliDeps) {
  const after = await storedSources(store, hash);
  if (before && after) deps.out(tally(compare(before, after, deps).changes));
  const rehearsal = await store.rehearse?.(hash);
  if (rehearsal) deps.out(tellRehearsal(rehearsal));
}
