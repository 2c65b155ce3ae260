import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

export const pull: Command = {
  usage: ['pull                         writes the files of the active release into this folder'],
  async run(args, deps) {
    readArguments(args, {});
    return withStore(deps, async (store) => {
      const files = await store.pull();
      if (!files) {
        deps.error('No release is active.');
        return 1;
      }
      deps.write(files, { replace: true });
      deps.out(`Wrote ${files.length} files.`);
      return 0;
    });
  },
};
