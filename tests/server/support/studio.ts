import { join } from 'node:path';
import { readSources } from '../../../engine/cli/sources.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { databaseReleases } from '../../../server/platform/release/databaseTable.ts';
import { releaseService } from '../../../server/platform/release/service.ts';
import type { Application } from '../../../server/platform/release/types.ts';
import { studioRegistry } from '../../../server/studioRegistry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { root } from '../../support/root.ts';
import { startProduct, type ProductApp } from './product.ts';
import { createTestDatabase } from './testDatabase.ts';

async function application(
  { db }: Connection,
  name: string,
  registry: Registry,
  changed: Changed = (files) => files,
): Promise<Application> {
  const table = databaseReleases(db, { application: name });
  const release = await releaseOf(changed(readSources(join(root, name))), registry);
  await table.save(release, 'test');
  await table.activate(release.hash, 'test', 'seed');
  const releases = await releaseService({ table, fits: () => [], pinned: async () => [], warn: () => {}, pollMs: 0 });
  return { name, operations: registry.operations, releases };
}

type Changed = (files: readonly SourceFile[]) => readonly SourceFile[];

/** Starts the whole product with desk and studio, all with their shipped configuration unless a test changes it. */
export async function startStudio(studioFiles?: Changed, deskFiles?: Changed): Promise<ProductApp> {
  const connection = await createTestDatabase();
  const applications = [
    await application(connection, 'desk', deskRegistry, deskFiles),
    await application(connection, 'studio', studioRegistry, studioFiles),
  ];
  return startProduct({ connection, applications });
}
