/** Where drafts stay on the device. Values are JSON; they may hold sensitive answers, so the store encrypts. */
export interface DraftStore {
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
  /** Forgets one. */
  drop(key: string): Promise<void>;
  /** Forgets everything, its key included; called at logout. */
  erase(): Promise<void>;
}
