import type { Manifest } from '../../../engine/compiler/types.ts';
import { loadedRelease } from './loaded.ts';
import { loadPinned, readyRelease } from './ready.ts';
import type { LoadedRelease, ReadinessProblem, ReleaseService, ReleaseTable, StoredPart } from './types.ts';

export interface ReleaseServiceOptions {
  table: ReleaseTable;
  /** Whether a release fits the code of this node: messages, none when it does. */
  fits: (manifest: Manifest) => string[];
  /** Hashes that something is pinned to. */
  pinned(): Promise<string[]>;
  /** A moved pointer that cannot be followed, a failed poll. */
  warn(message: string, details: Record<string, unknown>): void;
  /** How soon a moved pointer is noticed; 0: only when `refresh` is called. */
  pollMs?: number;
}

export interface PolledReleaseService extends ReleaseService {
  /** Looks at the pointer now. */
  refresh(): Promise<void>;
}

/** Compressed parts in memory: about 3,000 releases' worth of change, or some tens of MB. */
const maxCachedParts = 5000;

/**
 * Serves releases from the table and follows its pointer. A release that does not fit this node's code is not followed:
 * the node keeps serving the one before and reports itself not ready, so that a load balancer takes it out.
 */
export async function releaseService(options: ReleaseServiceOptions): Promise<PolledReleaseService> {
  const { table, fits, pollMs = 1500 } = options;
  const parts = new Map<string, Promise<StoredPart | undefined>>();
  const releases = new Map<string, Promise<LoadedRelease | undefined>>();
  let active: LoadedRelease | undefined;
  let unfit: ReadinessProblem | undefined;

  function part(name: string): Promise<StoredPart | undefined> {
    const known = parts.get(name);
    if (known) return known;
    const loading = table.part(name);
    if (parts.size >= maxCachedParts) parts.delete(parts.keys().next().value ?? '');
    parts.set(name, loading);
    // Unknown names are not kept: they may be stored later, and guesses must not fill the cache.
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

  async function refresh(): Promise<void> {
    const hash = await table.activeHash();
    if (!hash || hash === active?.hash) {
      if (hash) unfit = undefined;
      return;
    }
    const next = await get(hash);
    const problems = next ? fits(next.manifest) : ['it is not stored'];
    if (next && problems.length === 0) {
      active = next;
      unfit = undefined;
      return;
    }
    if (!unfit) options.warn('the active release does not fit this node', { hash, problems });
    unfit = { code: 'releaseUnfit', message: `active release ${hash}: ${problems.join('; ')}` };
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
    policySince: (hash) => table.policySince(hash),
    active() {
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
