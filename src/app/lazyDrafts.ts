import type { DraftStore } from '../../engine/session/draftStore.ts';

/** Loads the store of drafts on first use: a visitor of the first page has no drafts. */
export function lazyDrafts(): DraftStore {
  let loading: Promise<DraftStore> | undefined;
  const store = () => {
    loading ??= import('./drafts.ts').then(({ createDraftStore }) => createDraftStore());
    loading.catch(() => (loading = undefined));
    return loading;
  };
  return {
    load: async (key) => (await store()).load(key),
    save: async (key, value) => (await store()).save(key, value),
    drop: async (key) => (await store()).drop(key),
    erase: async () => (await store()).erase(),
  };
}
