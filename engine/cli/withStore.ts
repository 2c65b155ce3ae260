import type { CliDeps, ExitCode, ReleaseStore } from './types.ts';

/** Opens the release store, uses it and closes it. */
export async function withStore(deps: CliDeps, use: (store: ReleaseStore) => Promise<ExitCode>): Promise<ExitCode> {
  const store = await deps.store();
  try {
    return await use(store);
  } finally {
    await store.close?.();
  }
}
