import type { ReleaseStore } from '../../../engine/cli/index.ts';
import { judge } from '../../../engine/cli/judge.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import { Alarms } from '../alarms/alarms.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { pullChange, pushChange } from '../changes/push.ts';
import { createLog } from '../log.ts';
import type { Product } from '../product.ts';
import { mainApplication } from '../project.ts';
import { authorityOf } from '../publishing/authority.ts';
import { publishRelease, rollBack } from '../publishing/publish.ts';
import { rehearsing } from '../publishing/rehearsing.ts';
import { systemRandom } from '../random.ts';
import { databaseReleases } from '../release/databaseTable.ts';
import { releaseStore } from '../release/store.ts';
import type { ServerSettings } from '../settings.ts';
import { systemClock } from '../time.ts';

interface StoreDeps {
  db: Db;
  settings: ServerSettings;
  product: Product;
  /** Registry of the application that the releases belong to. */
  registry: Registry;
  /** Alarms of the running server. A command raises its own. */
  alarms?: Deps['alarms'];
}

interface StoreOptions {
  /** The application that the releases belong to; the main one by default. */
  application?: string | undefined;
  close?: () => Promise<void>;
}

/** The release store of a database for the command line: publishes through `publishRelease`, with rehearsals on its applications. */
export function databaseStore(
  { db, settings, product, registry, alarms: given }: StoreDeps,
  { application = mainApplication, close = async () => {} }: StoreOptions = {},
): Required<ReleaseStore> {
  const alarms = given ?? new Alarms({ db, clock: systemClock, random: systemRandom, log: createLog('silent') });
  const deps = { db, settings, product, clock: systemClock, alarms };
  const table = databaseReleases(db, { application });
  const store = releaseStore(table, close, rehearsing(deps, application));
  return {
    ...store,
    pull: (change) => (change === undefined ? store.pull() : pullChange({ db }, application, change)),
    push: (files, options, by) =>
      pushChange({ db, clock: systemClock, random: systemRandom }, application, files, { ...options, by: `shell:${by}` }),
    async publish(release, by, { policy, breakGlass } = {}) {
      const isFirst = (await table.activeHash()) === undefined;
      const authority = await authorityOf(deps, { isFirst, breakGlass });
      const { refused, ...published } = await publishRelease(deps, {
        application,
        release,
        by: `shell:${by}`,
        policy,
        authority,
        judge: async (active) => judge(active, { files: release.sources }, { registry }),
        rehearse: store.rehearse,
      });
      await alarms.settled();
      return { ...published, ...(refused && { refused: refused.detail }) };
    },
    async rollback(hash, by) {
      const { is } = await authorityOf(deps, { isFirst: false });
      const rolled = await rollBack(deps, { application, hash, by: `shell:${by}`, rehearse: store.rehearse, mayLoosen: is === 'exempt' });
      if (rolled && 'refused' in rolled) throw new Error(rolled.refused.detail.replace('Not published', 'Not rolled back'));
      return rolled?.hash;
    },
  };
}
