import type { LoadedRelease } from './types.ts';

/**
 * Loads the parts of a release that transactions need. A life cycle is consulted inside a transaction, where reading a part through the
 * outer connection deadlocks on the embedded database, which has only one.
 */
export async function readyRelease(release: LoadedRelease): Promise<LoadedRelease> {
  // A failed read is not cached, so the next caller gets the error.
  await Promise.allSettled(Object.keys(release.manifest.lifeCycles).map((id) => release.lifeCycle(id)));
  return release;
}

export interface PinnedOptions {
  /** Hashes of pinned releases. */
  pinned: () => Promise<string[]>;
  warn: (message: string, details: Record<string, unknown>) => void;
}

/** Loads pinned releases before transactions need them, for the same reason. */
export async function loadPinned({ pinned, warn }: PinnedOptions, get: (hash: string) => Promise<unknown>): Promise<void> {
  try {
    for (const hash of await pinned()) await get(hash);
  } catch (error) {
    warn('pinned releases cannot be read', { error });
  }
}
