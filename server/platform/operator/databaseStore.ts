import type { ReleaseStore } from '../../../engine/cli/index.ts';
import type { Db } from '../db/database.ts';
import { rehearse } from '../flows/rehearse.ts';
import type { Product } from '../product.ts';
import { mainApplication } from '../project.ts';
import type { ServerSettings } from '../settings.ts';
import { systemClock } from '../time.ts';
import { databaseReleases } from '../release/databaseTable.ts';
import { releaseStore } from '../release/store.ts';

const silent = { raise: () => {}, settled: async () => {} };

/** The release store of a database, with rehearsals on its applications. */
export function databaseStore(
  { db, settings, product }: { db: Db; settings: ServerSettings; product: Product },
  { application = mainApplication, close = async () => {} }: StoreOptions = {},
): Required<ReleaseStore> {
  const deps = { db, settings, product, clock: systemClock, alarms: silent };
  const table = databaseReleases(db, { application });
  // Only customers have drafts, and they use the main application.
  if (application !== mainApplication) return releaseStore(table, close, async () => nothingInProgress);
  return releaseStore(table, close, (next, releaseOf, policy) => rehearse(deps, { next, releaseOf, policy }));
}

interface StoreOptions {
  /** Whose releases; the main application's by default. */
  application?: string | undefined;
  close?: () => Promise<void>;
}

const nothingInProgress = { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: {} };
