interface Made {
  inputs: readonly unknown[];
  value: unknown;
}

/**
 * Caches results between two compiles. An entry that a compile does not use is dropped at its end, so memory holds one state of the
 * configuration.
 */
export class Memo {
  #now = new Map<string, unknown>();
  #before = new Map<string, unknown>();
  #made = new Map<string, Made>();
  #madeBefore = new Map<string, Made>();

  /** @param key names the computation and contains every input of the result */
  get<T>(key: string, compute: () => T): T {
    if (this.#now.has(key)) return this.#now.get(key) as T;
    const value = this.#before.has(key) ? (this.#before.get(key) as T) : compute();
    this.#now.set(key, value);
    return value;
  }

  /** Caches by the identity of the inputs, because whole files would make long keys. Keeps one result for each name. */
  of<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    const before = this.#made.get(name) ?? this.#madeBefore.get(name);
    const isSame = before?.inputs.length === inputs.length && inputs.every((input, index) => input === before.inputs[index]);
    const made = isSame ? before : { inputs, value: compute() };
    this.#made.set(name, made);
    return made.value as T;
  }

  turn(): void {
    [this.#before, this.#now] = [this.#now, new Map()];
    [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}
