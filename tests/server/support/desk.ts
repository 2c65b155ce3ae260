import { join } from 'node:path';
import { readSources } from '../../../engine/cli/sources.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import { databaseReleases } from '../../../server/platform/release/databaseTable.ts';
import { releaseService, type PolledReleaseService } from '../../../server/platform/release/service.ts';
import type { ReleaseTable } from '../../../server/platform/release/types.ts';
import { releaseOf } from '../../support/compiled.ts';
import { root } from '../../support/root.ts';
import { startProduct, type ProductApp } from './product.ts';
import { createTestDatabase } from './testDatabase.ts';

/** The shipped configuration of the desk. */
export const deskFiles = (): readonly SourceFile[] => readSources(join(root, 'desk'));

export interface DeskApp extends ProductApp {
  desk: { table: ReleaseTable; releases: PolledReleaseService };
}

/** Starts the whole product with its desk, by default both with their shipped configuration. */
export async function startDesk(files: readonly SourceFile[] = deskFiles(), env: Record<string, string> = {}): Promise<DeskApp> {
  const connection = await createTestDatabase();
  const table = databaseReleases(connection.db, { application: 'desk' });
  const release = await releaseOf(files, deskRegistry);
  await table.save(release, 'test');
  await table.activate(release.hash, 'test', 'seed');
  const releases = await releaseService({ table, fits: () => [], pinned: async () => [], warn: () => {}, pollMs: 0 });
  const applications = [{ name: 'desk', operations: deskRegistry.operations, releases }];
  return { ...(await startProduct({ connection, applications, env })), desk: { table, releases } };
}
