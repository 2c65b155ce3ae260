import { readArguments, UsageError } from '../arguments.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

export const push: Command = {
  usage: [
    'push "<title>" --as <name>   opens a change in the studio with these files, as a member of staff',
    '  --on <release>   the release that the files started from, by default the active one',
  ],
  async run(args, deps) {
    const { values, positionals } = readArguments(args, { as: { type: 'string' }, on: { type: 'string' } }, 1);
    const title = positionals[0]?.trim() ?? '';
    if (title.length < 3 || title.length > 120) throw new UsageError('push needs a title of 3 to 120 characters.');
    if (values.as === undefined) throw new UsageError('push needs --as <name>: the author of the change.');
    const as = values.as;
    return withStore(deps, async (store) => {
      if (!store.push) throw new UsageError('This release store does not accept changes.');
      const options = { title, as, ...(values.on !== undefined && { on: values.on }) };
      const { id, files } = await store.push(deps.read(), options, deps.by);
      deps.out(`Change ${id} has ${files} files. Send it for review at /studio/changes/${id}.`);
      return 0;
    });
  },
};
