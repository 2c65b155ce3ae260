/** Stores drafts on the device. Values are JSON and can contain sensitive answers, so the store encrypts them. */
export interface DraftStore {
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
  /** Deletes one entry. */
  drop(key: string): Promise<void>;
  /** Deletes everything, including the encryption key. Called at logout. */
  erase(): Promise<void>;
}
