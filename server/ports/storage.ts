/** Storage of uploaded files: a folder or an object store. Keys are random and reveal nothing about the owner. */
export interface StoragePort {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined if the file does not exist. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** Rejects if this node cannot store photos now. A remote store omits it, because its outage must not take every node out of service. */
  check?(): Promise<void>;
}

/** Accepts keys that are valid in every store. Rejects path traversal. */
export function assertKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw new Error(`storage key: expected 8 to 64 letters, digits, _ or -, got ${JSON.stringify(key)}`);
}
