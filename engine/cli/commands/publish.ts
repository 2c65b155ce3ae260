import { compile } from '../../compiler/index.ts';
import { tally } from '../../diff/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { describeRehearsal } from '../compare.ts';
import { formats } from '../formats/index.ts';
import { reportCompile } from '../reporting.ts';
import type { Command } from '../types.ts';
import { withStore } from '../withStore.ts';

const policies = ['pin', 'restart'] as const;

export const publish: Command = {
  usage: [
    'publish                      checks the configuration, stores a release and activates it',
    `  --carry-over ${policies.join('|')}   what to do with applications in progress that the release breaks and no migration covers`,
    '  --break-glass "<reason>"   in production, without the approval of a change; audited, with an alarm',
  ],
  async run(args, deps) {
    const { values } = readArguments(args, {
      format: { type: 'string', default: 'text' },
      'carry-over': { type: 'string' },
      'break-glass': { type: 'string' },
    });
    const format = oneOf('format', values.format, formats);
    const policy = values['carry-over'] === undefined ? undefined : oneOf('carry-over', values['carry-over'], policies);
    const breakGlass = values['break-glass'];
    const files = deps.read();
    const result = await compile(files, deps.registry, deps.verdicts);
    const { release } = result;
    if (!release) {
      reportCompile(result, files, format, deps);
      return 1;
    }
    return withStore(deps, async (store) => {
      const options = { ...(policy && { policy }), ...(breakGlass !== undefined && { breakGlass }) };
      const { changes, rehearsal, misfits = [], refused } = await store.publish(release, deps.by, options);
      if (misfits.length > 0) reportCompile({ diagnostics: misfits }, files, format, deps);
      if (changes) deps.out(tally(changes));
      if (rehearsal) deps.out(describeRehearsal(rehearsal));
      if (refused === undefined) deps.out(`Release ${release.hash} is now active.`);
      else deps.error(refused);
      return refused === undefined ? 0 : 1;
    });
  },
};
