import { compile } from '../../compiler/index.ts';
import type { Release } from '../../compiler/types.ts';
import { tally, describeChanges } from '../../diff/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { compare, storedSources, describeRehearsal } from '../compare.ts';
import { formats } from '../formats/index.ts';
import { reportCompile } from '../reporting.ts';
import type { CarryOverPolicy, CliDeps, Command, ReleaseStore } from '../types.ts';
import { withStore } from '../withStore.ts';

const policies = ['pin', 'restart'] as const;

export const publish: Command = {
  usage: [
    'publish                      checks the configuration, stores a release and activates it',
    `  --carry-over ${policies.join('|')}   what to do with applications in progress that the release breaks and no migration covers`,
  ],
  async run(args, deps) {
    const { values } = readArguments(args, { format: { type: 'string', default: 'text' }, 'carry-over': { type: 'string' } });
    const format = oneOf('format', values.format, formats);
    const policy = values['carry-over'] === undefined ? undefined : oneOf('carry-over', values['carry-over'], policies);
    const files = deps.read();
    const result = await compile(files, deps.registry, deps.verdicts);
    const { release } = result;
    if (!release) {
      reportCompile(result, files, format, deps);
      return 1;
    }
    return withStore(deps, async (store) => {
      if (!(await mayGo(release, policy, store, deps))) return 1;
      await store.publish(release, deps.by, policy);
      deps.out(`Release ${release.hash} is now active.`);
      return 0;
    });
  },
};

/** Reports the changes and their effect on drafts. Refuses a release that breaks drafts if no migration or policy covers them. */
async function mayGo(release: Release, policy: CarryOverPolicy | undefined, store: ReleaseStore, deps: CliDeps): Promise<boolean> {
  const active = await storedSources(store, 'active');
  if (!active) return true;
  const { changes, open } = compare(active, { files: release.sources }, deps);
  const rehearsal = await store.rehearse?.(release, policy);
  deps.out(tally(changes));
  if (rehearsal) deps.out(describeRehearsal(rehearsal));
  if (open.length === 0 || policy !== undefined) return true;
  deps.error(
    `${describeChanges(open)}\n\nNot published: this release breaks applications in progress. Write a migration in flows/carryOver.json, or choose --carry-over ${policies.join(' or ')}.`,
  );
  return false;
}
