/**
 * Remembers what was computed from the same input in the compile before. What a compile does not ask for again is
 * forgotten at its end, so a watched configuration costs memory for one state and no more.
 */
export class Memo {
  #now = new Map<string, unknown>();
  #before = new Map<string, unknown>();

  /** @param key names the computation and holds all that its result depends on */
  get<T>(key: string, compute: () => T): T {
    if (this.#now.has(key)) return this.#now.get(key) as T;
    const value = this.#before.has(key) ? (this.#before.get(key) as T) : compute();
    this.#now.set(key, value);
    return value;
  }

  /** Ends a compile. */
  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}
