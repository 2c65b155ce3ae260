interface Made {
  inputs: readonly unknown[];
  value: unknown;
}

interface MadeAbout extends Made {
  hints: readonly unknown[];
}

/**
 * Caches results between two compiles. A result is computed again when one of its inputs is another object, so the inputs must name
 * everything that it depends on, and what stays the same must stay the same object. A result that a compile does not use is dropped at its
 * end, so memory holds one state of the configuration.
 */
export class Memo {
  #made = new Map<string, Made>();
  #madeBefore = new Map<string, Made>();
  readonly #about = new WeakMap<object, Map<string, MadeAbout>>();

  /** @param name names the computation and its subject; there is one result for each name */
  of<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    const before = this.#made.get(name) ?? this.#madeBefore.get(name);
    const made = before && isSame(before.inputs, inputs) ? before : { inputs, value: compute() };
    this.#made.set(name, made);
    return made.value as T;
  }

  /**
   * Like `of`, for a result about an object. The result is dropped with the object.
   *
   * @param hints if they are the same objects as before, so are the inputs, which take longer to find out
   */
  about<T>(subject: object, name: string, hints: readonly unknown[], inputsOf: () => readonly unknown[], compute: () => T): T {
    let known = this.#about.get(subject);
    if (!known) this.#about.set(subject, (known = new Map()));
    const before = known.get(name);
    if (before && isSame(before.hints, hints)) return before.value as T;
    const inputs = inputsOf();
    const value = before && isSame(before.inputs, inputs) ? before.value : compute();
    known.set(name, { inputs, hints, value });
    return value as T;
  }

  turn(): void {
    [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
