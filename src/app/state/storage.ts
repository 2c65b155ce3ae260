/** Web storage that may be full, forbidden or absent. Then values are not stored, and nothing fails. */
export interface StorageArea {
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
}

export function keptIn(storage: () => Storage): StorageArea {
  return {
    read: (key) => {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: (key, value) => {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // In a private window or on a full disk the value lives as long as the page.
      }
    },
  };
}
