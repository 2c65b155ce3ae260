import { checkPastConditions, compile } from '../../compiler/index.ts';
import type { Release } from '../../compiler/types.ts';
import { tally, describeChanges } from '../../diff/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { compare, firstMigrations, storedSources, describeRehearsal, type Compared } from '../compare.ts';
import { formats, type Format } from '../formats/index.ts';
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
      const active = await storedSources(store, 'active');
      if (active && !fitsPast(release, active, format, deps)) return 1;
      if (active && !(await mayGo(release, active, { policy, store }, deps))) return 1;
      await store.publish(release, deps.by, policy);
      deps.out(`Release ${release.hash} is now active.`);
      return 0;
    });
  },
};

/** Refuses a migration whose condition reads an answer that applications in progress cannot have. */
function fitsPast(release: Release, active: Compared, format: Format, deps: CliDeps): boolean {
  const files = release.sources;
  const ids = firstMigrations(active, { files });
  const diagnostics = checkPastConditions(files, { past: active.files, ids, registry: deps.registry });
  if (diagnostics.length === 0) return true;
  reportCompile({ diagnostics }, files, format, deps);
  deps.error('Not published: a migration reads answers that the active release does not have.');
  return false;
}

/** Reports the changes and their effect on drafts. Refuses a release that breaks drafts if no migration or policy covers them. */
async function mayGo(
  release: Release,
  active: Compared,
  { policy, store }: { policy: CarryOverPolicy | undefined; store: ReleaseStore },
  deps: CliDeps,
): Promise<boolean> {
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
