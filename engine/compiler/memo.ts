interface Made {
  inputs: readonly unknown[];
  value: unknown;
}

/**
 * Caches results between two compiles. A result is computed again when one of its inputs is another object, so the inputs must name
 * everything that it depends on, and what stays the same must stay the same object. A result that a compile does not use is dropped at its
 * end, so memory holds one state of the configuration.
 */
export class Memo {
  #made = new Map<string, Made>();
  #madeBefore = new Map<string, Made>();

  /** @param name names the computation and its subject; there is one result for each name */
  of<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    const before = this.#made.get(name) ?? this.#madeBefore.get(name);
    const isSame = before?.inputs.length === inputs.length && inputs.every((input, index) => input === before.inputs[index]);
    const made = isSame ? before : { inputs, value: compute() };
    this.#made.set(name, made);
    return made.value as T;
  }

  turn(): void {
    [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}
