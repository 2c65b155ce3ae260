import type { LoadedRelease } from './types.ts';

/**
 * The release with what transactions need of it in memory. A life cycle is asked inside a transaction, where reading a part
 * through the outer connection waits for ever on the embedded database, which has only one.
 */
export async function readyRelease(release: LoadedRelease): Promise<LoadedRelease> {
  // What cannot be read is not kept, and the next one who asks is told why.
  await Promise.allSettled(Object.keys(release.manifest.lifeCycles).map((id) => release.lifeCycle(id)));
  return release;
}

export interface PinnedOptions {
  /** Hashes that something is pinned to. */
  pinned: () => Promise<string[]>;
  warn: (message: string, details: Record<string, unknown>) => void;
}

/** Loads the releases that something is pinned to, for the same reason: transactions ask for them. */
export async function loadPinned({ pinned, warn }: PinnedOptions, get: (hash: string) => Promise<unknown>): Promise<void> {
  try {
    for (const hash of await pinned()) await get(hash);
  } catch (error) {
    warn('the releases that something is pinned to cannot be read', { error });
  }
}
