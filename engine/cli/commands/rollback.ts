import { tally } from '../../diff/index.ts';
import { readArguments } from '../arguments.ts';
import { compare, storedSources, describeRehearsal } from '../compare.ts';
import type { CliDeps, Command, ReleaseStore } from '../types.ts';
import { withStore } from '../withStore.ts';

export const rollback: Command = {
  usage: ['rollback [hash]              activates a stored release, by default the previous one'],
  async run(args, deps) {
    const [hash] = readArguments(args, {}, 1).positionals;
    return withStore(deps, async (store) => {
      const before = await storedSources(store, 'active');
      const active = await store.rollback(hash, deps.by);
      if (active === undefined) {
        deps.error(hash === undefined ? 'There is no previous release.' : `There is no release ${hash}.`);
        return 1;
      }
      deps.out(`Release ${active} is now active.`);
      await reportChanges(before, active, store, deps);
      return 0;
    });
  },
};

/** A rollback is urgent, so it never refuses. It reports the effects afterwards. */
async function reportChanges(before: Awaited<ReturnType<typeof storedSources>>, hash: string, store: ReleaseStore, deps: CliDeps) {
  const after = await storedSources(store, hash);
  if (before && after) deps.out(tally(compare(before, after, deps).changes));
  const rehearsal = await store.rehearse?.(hash);
  if (rehearsal) deps.out(describeRehearsal(rehearsal));
}
