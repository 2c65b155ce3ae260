import type { ReleaseStore } from '../../../engine/cli/index.ts';
import type { Db } from '../db/database.ts';
import { rehearse } from '../flows/rehearse.ts';
import type { Product } from '../product.ts';
import type { ServerSettings } from '../settings.ts';
import { systemClock } from '../time.ts';
import { databaseReleases } from '../release/databaseTable.ts';
import { releaseStore } from '../release/store.ts';

const silent = { raise: () => {}, settled: async () => {} };

/** The release store of a database, with rehearsals on its applications. */
export function databaseStore(
  { db, settings, product }: { db: Db; settings: ServerSettings; product: Product },
  close: () => Promise<void> = async () => {},
): Required<ReleaseStore> {
  const deps = { db, settings, product, clock: systemClock, alarms: silent };
  return releaseStore(databaseReleases(db), close, (next, releaseOf, policy) => rehearse(deps, { next, releaseOf, policy }));
}
