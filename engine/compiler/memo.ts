import { attached } from './attached.ts';
import { digestOfAll, nameByOrigin, withoutDigest } from './digest.ts';
import type { KeptEmpty } from './types.ts';

/** A nested result is not looked up while its outer result is reused, but the next change may need it again. */
const turnsKept = 32;

interface Made {
  inputs: readonly unknown[];
  value: unknown;
}

interface MadeAbout extends Made {
  hints: readonly unknown[];
}

interface Found<Result> {
  subject: object;
  result: Result;
}

interface MadeList {
  hints: readonly unknown[];
  found: Found<readonly unknown[]>[];
}

/**
 * Memoizes results between compiles. A result is recomputed when one of its inputs is a different object, so the inputs must cover
 * everything that it depends on, and unchanged inputs must stay the same objects. There is one result for each name, and it is evicted some
 * compiles after its last use, so memory holds little more than one state of the configuration.
 *
 * Nearly every check of a correct configuration finds nothing. With `kept`, a list that was empty in an earlier run is not recomputed.
 */
export class Memo {
  readonly #kept: KeptEmpty | undefined;
  #made = new Map<string, Made>();
  #madeBefore = new Map<string, Made>();
  #turns = 0;
  readonly #lists = new Map<string, MadeList>();

  constructor(kept?: KeptEmpty) {
    this.#kept = kept;
  }

  /** @param name identifies the computation and its subject; there is one result for each name */
  of<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    const before = this.#made.get(name) ?? this.#madeBefore.get(name);
    const made = before && isSame(before.inputs, inputs) ? before : { inputs, value: this.#computed(name, inputs, compute) };
    this.#made.set(name, made);
    return made.value as T;
  }

  /** Like `of`, for a result about an object. The result is dropped with the object. */
  about<T>(subject: object, name: string, inputs: readonly unknown[], compute: () => T): T {
    return this.hinted(subject, name, inputs, () => inputs, compute);
  }

  /**
   * Like `about`, for inputs that are expensive to collect.
   *
   * @param hints while these are the same objects, the inputs are assumed to be unchanged
   */
  hinted<T>(subject: object, name: string, hints: readonly unknown[], inputsOf: () => readonly unknown[], compute: () => T): T {
    const known = this.#about(subject);
    const before = known.get(name);
    if (before && isSame(before.hints, hints)) return before.value as T;
    const inputs = inputsOf();
    if (before && isSame(before.inputs, inputs)) {
      before.hints = hints;
      return before.value as T;
    }
    const value = this.#computed(name, [subject, ...inputs], compute);
    known.set(name, { inputs, hints, value });
    return value;
  }

  /**
   * The results about several objects, as one list. An object at the same position as last time keeps its result without a lookup, because
   * looking up thousands of unchanged files takes longer than checking the edited one.
   *
   * @param hints while these are the same objects, the results are assumed to be unchanged
   * @param compute may look up the result with `about` or `hinted`
   */
  each<Subject extends object, T>(
    name: string,
    subjects: readonly Subject[],
    hints: readonly unknown[],
    compute: (subject: Subject) => readonly T[],
  ): T[] {
    const before = this.#lists.get(name);
    const known = before && isSame(before.hints, hints) ? before : { hints, found: [] };
    this.#lists.set(name, known);
    // Update in place: new lists with thousands of items would outlive the run, so V8 would collect the old generation more often.
    const found = known.found as Found<readonly T[]>[];
    found.length = subjects.length;
    const all: T[] = [];
    subjects.forEach((subject, index) => {
      const last = found[index];
      const { result } = last?.subject === subject ? last : (found[index] = { subject, result: compute(subject) });
      for (const one of result) all.push(one);
    });
    return all;
  }

  #about(subject: object): Map<string, MadeAbout> {
    const place = resultsAbout(subject);
    if (place.memo !== this) Object.assign(place, { memo: this, results: new Map() });
    return place.results;
  }

  #computed<T>(name: string, inputs: readonly unknown[], compute: () => T): T {
    if (!this.#kept) return compute();
    const digest = digestOfAll(name, inputs);
    if (digest === undefined) return withoutDigest(compute());
    if (this.#kept.has(digest)) return [] as T;
    if (this.#kept.has(later(digest))) return Promise.resolve([]) as T;
    const value = compute();
    if (isEmptyList(value)) this.#kept.add(digest);
    else if (value instanceof Promise) this.#keepLater(digest, value);
    else if (value !== null && typeof value === 'object') nameByOrigin(value, digest);
    return value;
  }

  #keepLater(digest: string, value: Promise<unknown>): void {
    const keep = (found: unknown) => void (isEmptyList(found) && this.#kept?.add(later(digest)));
    // The caller handles the error.
    value.then(keep, () => undefined);
  }

  /** Ends a compile. */
  turn(): void {
    this.#turns += 1;
    if (this.#turns % turnsKept === 0) [this.#madeBefore, this.#made] = [this.#made, new Map()];
  }
}

/**
 * Results about an object belong to the last memo that asked for them. A symbol per memo would give the objects different hidden classes.
 */
const resultsAbout = attached((_subject: object) => ({ memo: undefined as Memo | undefined, results: new Map<string, MadeAbout>() }));

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The key of an empty list that was the result of a promise. */
const later = (digest: string): string => `${digest}+`;
