import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Manifest } from '../../../engine/compiler/types.ts';
import { loadedRelease } from './loaded.ts';
import { loadPinned, readyRelease } from './ready.ts';
import type { LoadedRelease, OpenRollout, ReadinessProblem, ReleaseService, ReleaseTable, RollingRelease, StoredPart } from './types.ts';

export interface ReleaseServiceOptions {
  table: ReleaseTable;
  /** Returns why a release does not fit this node's code; empty if it does. */
  fits: (manifest: Manifest) => string[];
  /** Hashes of pinned releases. */
  pinned(): Promise<string[]>;
  /** Reports a release that cannot be followed, or a failed poll. */
  warn(message: string, details: Record<string, unknown>): void;
  /** Interval of polling for a new active release. With 0, only `refresh` polls. */
  pollMs?: number;
}

export interface PolledReleaseService extends ReleaseService {
  /** Polls now. */
  refresh(): Promise<void>;
}

/** Compressed parts kept in memory: about 3,000 releases' worth of changes, or some tens of MB. */
const maxCachedParts = 5000;

/** Caches releases and parts from the table, which are immutable. */
function kept(table: ReleaseTable): Pick<ReleaseService, 'part' | 'get'> {
  const parts = new LRUCache<string, Promise<StoredPart | undefined>>({ max: maxCachedParts });
  const releases = new Map<string, Promise<LoadedRelease | undefined>>();

  function part(name: string): Promise<StoredPart | undefined> {
    const known = parts.get(name);
    if (known) return known;
    const loading = table.part(name);
    parts.set(name, loading);
    // Unknown names are not cached: they may be stored later, and guesses must not fill the cache.
    loading.then((found) => found ?? parts.delete(name)).catch(() => parts.delete(name));
    return loading;
  }

  function get(hash: string): Promise<LoadedRelease | undefined> {
    const known = releases.get(hash);
    if (known) return known;
    const loading = table.load(hash).then((stored) => stored && readyRelease(loadedRelease(stored.manifest, part)));
    releases.set(hash, loading);
    loading.then((found) => found ?? releases.delete(hash)).catch(() => releases.delete(hash));
    return loading;
  }

  return { part, get };
}

/**
 * Serves releases from the table and follows the active one. If a release does not fit this node's code, the node keeps serving the previous
 * one and reports itself not ready, so that a load balancer removes it.
 */
export async function releaseService(options: ReleaseServiceOptions): Promise<PolledReleaseService> {
  const { table, fits, pollMs = 1500 } = options;
  const { part, get } = kept(table);
  const chosen = new AsyncLocalStorage<LoadedRelease>();
  let active: LoadedRelease | undefined;
  let rolling: RollingRelease | undefined;
  let unfit: ReadinessProblem | undefined;
  const warned = new Set<string>();

  async function refresh(): Promise<void> {
    // Read the rollout first, so that nobody falls back to the old release at the moment when a rollout finishes.
    const rollout = await table.openRollout();
    const hash = await table.activeHash();
    if (!hash) return;
    const problems: ReadinessProblem[] = [];
    if (hash !== active?.hash) active = (await fitting(hash, 'active', problems)) ?? active;
    rolling = rollout && rollout.base === hash && active?.hash === hash ? await followed(rollout, problems) : undefined;
    [unfit] = problems;
  }

  /** Returns a release that this node can serve; otherwise says why it cannot. */
  async function fitting(hash: string, which: string, found: ReadinessProblem[]): Promise<LoadedRelease | undefined> {
    const next = await get(hash);
    const problems = next ? fits(next.manifest) : ['it is not stored'];
    if (next && problems.length === 0) return next;
    if (!warned.has(hash)) options.warn(`the ${which} release does not fit this node`, { hash, problems });
    warned.add(hash);
    found.push({ code: 'releaseUnfit', message: `${which} release ${hash}: ${problems.join('; ')}` });
    return undefined;
  }

  async function followed(rollout: OpenRollout, found: ReadinessProblem[]): Promise<RollingRelease | undefined> {
    const release = await fitting(rollout.hash, 'rolling', found);
    return release && { ...rollout, release, admitted: rolling?.id === rollout.id ? rolling.admitted : new Set() };
  }

  async function pinnedProblems(): Promise<ReadinessProblem[]> {
    const found = await Promise.all((await options.pinned()).map(async (hash) => ({ hash, release: await get(hash) })));
    return found.flatMap(({ hash, release }) => {
      const problems = release ? fits(release.manifest) : ['it is not stored'];
      return problems.length === 0 ? [] : [{ code: 'releaseUnfit' as const, message: `pinned release ${hash}: ${problems.join('; ')}` }];
    });
  }

  await refresh();
  await loadPinned(options, get);
  const poll =
    pollMs > 0
      ? setInterval(() => refresh().catch((error: unknown) => options.warn('cannot read the release pointer', { error })), pollMs)
      : undefined;
  poll?.unref();
  return {
    refresh,
    part,
    get,
    keep: async () => {},
    async policySince(hash) {
      const said = [await table.policySince(hash), rolling && chosen.getStore() === rolling.release ? rolling.policy : undefined];
      return said.includes('restart') ? 'restart' : said.find((policy) => policy !== undefined);
    },
    rollout: () => rolling,
    within: (release, work) => chosen.run(release, work),
    active() {
      const own = chosen.getStore();
      if (own) return own;
      if (!active) throw new Error('no release is active; `hakbang publish` stores and activates one');
      return active;
    },
    async ready() {
      if (!active) return [unfit ?? { code: 'noRelease', message: 'no release is active' }];
      return [...(unfit ? [unfit] : []), ...(await pinnedProblems())];
    },
    stop: async () => clearInterval(poll),
  };
}
