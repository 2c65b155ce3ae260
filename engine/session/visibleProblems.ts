import { observable } from 'mobx';
import { fieldOf, isWithin, pointer, segmentsOf } from '../form/pointer.ts';
import type { Problem } from '../form/types.ts';

/**
 * Which problems a person sees. A problem comes into sight when its input is left or Next is pressed, and goes as soon as the
 * value is right; it does not come back while the same input is being typed into again.
 */
export class VisibleProblems {
  readonly #problems: (field: string) => readonly Problem[];
  readonly #left = new Set<string>();
  /** A map, since who asks a MobX set for one member observes all of them: each field would follow every other's problems. */
  readonly #shown = observable.map<string, true>([], { deep: false });
  /** Refused by the server; stands until the field is changed. */
  readonly #refused = observable.map<string, Problem>([], { deep: false });

  constructor(problems: (field: string) => readonly Problem[]) {
    this.#problems = problems;
  }

  at(path: string): Problem | undefined {
    const refused = this.#refused.get(path);
    if (refused) return refused;
    return this.#isIn(this.#shown, path) ? this.#problems(fieldOf(path)).find((problem) => problem.path === path) : undefined;
  }

  /** All in sight within a path, in no particular order of fields. */
  within(path: string): Problem[] {
    const shown = [...this.#shown.keys()].filter((each) => isWithin(each, path) || isWithin(path, each));
    const found = new Map<string, Problem>();
    for (const field of new Set(shown.map(fieldOf))) {
      for (const problem of this.#problems(field)) {
        if (isWithin(problem.path, path) && this.#isIn(this.#shown, problem.path)) found.set(problem.path, problem);
      }
    }
    for (const [at, problem] of this.#refused) if (isWithin(at, path)) found.set(at, problem);
    return [...found.values()];
  }

  /** Whether the server refused something at or within a path. */
  refusedWithin(path: string): boolean {
    return [...this.#refused.keys()].some((at) => isWithin(at, path));
  }

  /** An input was left: what is wrong there, and at inputs left before that it bears on (`related` fields), comes into sight. */
  leave(path: string, related: readonly string[]): void {
    this.#left.add(path);
    for (const field of new Set([fieldOf(path), ...related])) {
      for (const problem of this.#problems(field)) if (this.#isIn(this.#left, problem.path)) this.#shown.set(problem.path, true);
    }
  }

  /** Next was pressed: everything given is in sight, and these fields count as left. */
  reveal(fields: readonly string[], problems: readonly Problem[]): void {
    for (const field of fields) this.#left.add(pointer(field));
    for (const { path } of problems) this.#shown.set(path, true);
  }

  /** A field has a new value: what is right now goes out of sight. */
  changed(field: string): void {
    const at = pointer(field);
    for (const path of this.#refused.keys()) if (isWithin(path, at)) this.#refused.delete(path);
    const shown = [...this.#shown.keys()].filter((path) => isWithin(path, at));
    if (shown.length === 0) return;
    const wrong = this.#problems(field);
    for (const path of shown) if (!wrong.some((problem) => problem.path === path)) this.#shown.delete(path);
  }

  refuse(problems: readonly Problem[]): void {
    this.#refused.replace(problems.map((problem) => [problem.path, problem]));
  }

  clear(): void {
    this.#left.clear();
    this.#shown.clear();
    this.#refused.clear();
  }

  #isIn(paths: { has(path: string): boolean }, path: string): boolean {
    const segments = segmentsOf(path);
    return segments.some((_, index) => paths.has(pointer(...segments.slice(0, index + 1))));
  }
}
