import { compile } from '../../compiler/index.ts';
import type { Release } from '../../compiler/types.ts';
import { tally, tellChanges } from '../../diff/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { compare, storedSources, tellRehearsal } from '../compare.ts';
import { formats } from '../formats/index.ts';
import { tell } from '../tell.ts';
import type { CarryOverPolicy, CliDeps, Command, ReleaseStore } from '../types.ts';
import { withStore } from '../withStore.ts';

const policies = ['pin', 'restart'] as const;

export const publish: Command = {
  usage: [
    'publish                      checks, stores a release and makes it the active one',
    `  --carry-over ${policies.join('|')}   what becomes of applications in progress that do not hold and that no migration speaks of`,
  ],
  async run(args, deps) {
    const { values } = readArguments(args, { format: { type: 'string', default: 'text' }, 'carry-over': { type: 'string' } });
    const format = oneOf('format', values.format, formats);
    const policy = values['carry-over'] === undefined ? undefined : oneOf('carry-over', values['carry-over'], policies);
    const files = deps.read();
    const result = await compile(files, deps.registry, deps.verdicts);
    const { release } = result;
    if (!release) {
      tell(result, files, format, deps);
      return 1;
    }
    return withStore(deps, async (store) => {
      if (!(await mayGo(release, policy, store, deps))) return 1;
      await store.publish(release, deps.by, policy);
      deps.out(`Release ${release.hash} is active.`);
      return 0;
    });
  },
};

/** Says what the release changes and what becomes of drafts; refuses what would leave them without anybody having thought of it. */
async function mayGo(release: Release, policy: CarryOverPolicy | undefined, store: ReleaseStore, deps: CliDeps): Promise<boolean> {
  const active = await storedSources(store, 'active');
  if (!active) return true;
  const { changes, open } = compare(active, { files: release.sources }, deps);
  const rehearsal = await store.rehearse?.(release, policy);
  deps.out(tally(changes));
  if (rehearsal) deps.out(tellRehearsal(rehearsal));
  if (open.length === 0 || policy !== undefined) return true;
  deps.error(
    `${tellChanges(open)}\n\nNot published: this breaks applications in progress. Write a migration in flows/carryOver.json, or say what becomes of them: --carry-over ${policies.join(' or ')}.`,
  );
  return false;
}
