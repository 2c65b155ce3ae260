interface Made {
  inputs: readonly unknown[];
  value: unknown;
}

/**
 * Remembers what was computed from the same input in the compile before. What a compile does not ask for again is
 * forgotten at its end, so a watched configuration costs memory for one state and no more.
 */
export class Memo {
  #now = new Map<string, unknown>();
  #before = new Map<string, unknown>();
  #made = new Map<string, Made>();
  #madeBefore = new Map<string, Made>();

  /** @param key names the computation and holds all that its result depends on */
  get<T>(key: string, compute: () => T): T {
    if (this.#now.has(key)) return this.#now.get(key) as T;
    const value = this.#before.has(key) ? (this.#before.get(key) as T) : compute();
    this.#now.set(key, value);
    return value;
  }

  /**
   * The same for what is made of whole files, whose texts would be long keys: one result a name, for as long as it is asked
   * for with the very same inputs.
   */
  of<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    const before = this.#made.get(name) ?? this.#madeBefore.get(name);
    const isSame = before?.inputs.length === inputs.length && inputs.every((input, index) => input === before.inputs[index]);
    const made = isSame ? before : { inputs, value: compute() };
    this.#made.set(name, made);
    return made.value as T;
  }

  /** Ends a compile. */
  turn(): void {
    [this.#before, this.#now] = [this.#now, new Map()];
    [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}
