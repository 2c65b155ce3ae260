import type { DraftStore } from '../../engine/session/draftStore.ts';

/** The store of drafts comes when something is first kept or looked for: a visitor of the first page has none. */
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
