import { compile } from '../../compiler/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { formats } from '../formats/index.ts';
import { tell } from '../tell.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

export const publish: Command = {
  usage: ['publish                      checks, stores a release and makes it the active one'],
  async run(args, deps) {
    const { values } = readArguments(args, { format: { type: 'string', default: 'text' } });
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    const result = await compile(files, deps.registry);
    const { release } = result;
    if (!release) {
      tell(result, files, format, deps);
      return 1;
    }
    return withStore(deps, async (store) => {
      await store.publish(release, deps.by);
      deps.out(`Release ${release.hash} is active.`);
      return 0;
    });
  },
};
