import { LRUCache } from 'lru-cache';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { mainApplication } from '../project.ts';
import { databaseReleases } from '../release/databaseTable.ts';
import type { ReleaseService, ReleaseTable } from '../release/types.ts';

/** The release service of an application. Refuses with `notFound` if the product has no application of this name. */
export function releasesOf({ releases, applications }: Deps, application: string): ReleaseService {
  if (application === mainApplication) return releases;
  return applications.find(({ name }) => name === application)?.releases ?? fail('notFound');
}

/** Names of the applications that staff can edit, the main one first. */
export const applicationNames = ({ applications }: Deps): string[] => [mainApplication, ...applications.map(({ name }) => name)];

export const tableOf = ({ db }: Pick<Deps, 'db'>, application: string): ReleaseTable => databaseReleases(db, { application });

/** Caches the sources of the last few stored releases, which are immutable. */
const kept = new LRUCache<string, ReadonlyMap<string, string>>({ max: 6 });

/** Text of each file of a stored release, by path. */
export async function sourcesOf(deps: Pick<Deps, 'db'>, hash: string): Promise<ReadonlyMap<string, string>> {
  const known = kept.get(hash);
  if (known) return known;
  const stored = (await tableOf(deps, mainApplication).load(hash)) ?? fail('notFound');
  const sources = new Map(stored.sources.map(({ path, text }: SourceFile) => [path, text]));
  kept.set(hash, sources);
  return sources;
}

/** The hash of the active release. Also stores that release, in development as well. */
export async function activeHash(deps: Deps, application: string): Promise<string> {
  const releases = releasesOf(deps, application);
  const { hash } = releases.active();
  await releases.keep(hash);
  return hash;
}
