/** Where uploaded files lie: a folder, or an object store. Keys are random and say nothing about their owner. */
export interface StoragePort {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined when there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Rejects when this node cannot store a photo now. A store beyond this machine has none: its outage is no reason to take every node out of service. */
  check?(): Promise<void>;
}

/** Keys that any store takes as they are; refuses path tricks. */
export function assertKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw new Error(`storage key: expected 8 to 64 letters, digits, _ or -, got ${JSON.stringify(key)}`);
}
