import type { ReleaseStore } from '../../../engine/cli/index.ts';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { Release } from '../../../engine/compiler/types.ts';
import { loadedRelease } from './loaded.ts';
import type { LoadedRelease, RecordedPolicy, ReleaseTable } from './types.ts';

/** Rehearses what would happen to existing drafts. */
export type Rehearse = (
  next: LoadedRelease,
  releaseOf: (hash: string) => Promise<LoadedRelease | undefined>,
  policy?: RecordedPolicy,
) => Promise<Rehearsal>;

/** The read-only part of a release store. */
export type ReadReleases = Required<Omit<ReleaseStore, 'publish' | 'rollback' | 'push'>>;

/** The release table as `hakbang pull | diff` read it. */
export function releaseStore(table: ReleaseTable, close: () => Promise<void>, rehearse: Rehearse): ReadReleases {
  const loaded = new Map<string, Promise<LoadedRelease | undefined>>();
  const releaseOf = (hash: string) => {
    const known =
      loaded.get(hash) ?? table.load(hash).then((stored) => stored && loadedRelease(stored.manifest, (name) => table.part(name)));
    loaded.set(hash, known);
    return known;
  };
  const open = async (release: Release | string) =>
    typeof release === 'string' ? releaseOf(release) : loadedRelease(release.manifest, async (name) => release.parts.get(name));
  return {
    close,
    active: () => table.activeHash(),
    sources: async (hash) => (await table.load(hash))?.sources,
    async pull() {
      const active = await table.activeHash();
      return active === undefined ? undefined : (await table.load(active))?.sources;
    },
    async rehearse(release, policy) {
      const next = await open(release);
      if (!next) throw new Error(`release ${typeof release === 'string' ? release : release.hash}: it is not stored here`);
      return rehearse(next, releaseOf, policy);
    },
  };
}
