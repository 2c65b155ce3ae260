import { readArguments } from '../arguments.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

export const pull: Command = {
  usage: [
    'pull                         writes the files of the active release into this folder',
    '  --change <id>   those of a change in the studio instead',
  ],
  async run(args, deps) {
    const { change } = readArguments(args, { change: { type: 'string' } }).values;
    return withStore(deps, async (store) => {
      const files = await store.pull(change);
      if (!files) {
        deps.error(change === undefined ? 'No release is active.' : `There is no change ${change}.`);
        return 1;
      }
      deps.write(files, { replace: true });
      deps.out(`Wrote ${files.length} files.`);
      return 0;
    });
  },
};
