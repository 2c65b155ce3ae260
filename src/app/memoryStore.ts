import type { DraftStore } from '../../engine/session/draftStore.ts';

/** A store that lasts as long as the page. */
export function memoryStore(): DraftStore {
  const values = new Map<string, string>();
  return {
    load: async (key) => JSON.parse(values.get(key) ?? 'null') ?? undefined,
    save: async (key, value) => void values.set(key, JSON.stringify(value)),
    drop: async (key) => void values.delete(key),
    erase: async () => values.clear(),
  };
}
