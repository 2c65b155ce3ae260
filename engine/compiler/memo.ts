interface Made {
  inputs: readonly unknown[];
  hints?: readonly unknown[];
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
    const before = this.#find(name);
    const made = before && isSame(before.inputs, inputs) ? before : { inputs, value: compute() };
    this.#made.set(name, made);
    return made.value as T;
  }

  /**
   * Like `of`, for inputs that take long to find out.
   *
   * @param hints if they are the same objects as before, so are the inputs
   */
  ofMany<T>(name: string, hints: readonly unknown[], inputsOf: () => readonly unknown[], compute: () => T): T {
    const before = this.#find(name);
    let made = before;
    if (!before?.hints || !isSame(before.hints, hints)) {
      const inputs = inputsOf();
      made = { inputs, hints, value: before && isSame(before.inputs, inputs) ? before.value : compute() };
    }
    this.#made.set(name, made as Made);
    return made?.value as T;
  }

  #find(name: string): Made | undefined {
    return this.#made.get(name) ?? this.#madeBefore.get(name);
  }

  turn(): void {
    [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index]);
