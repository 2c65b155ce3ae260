import { createAtom, type IAtom } from 'mobx';
import { fieldOf, isTop, isWithin, pointer, segmentsOf } from '../form/pointer.ts';
import type { Problem } from '../form/types.ts';

/**
 * Tracks which problems are visible. A problem appears on blur or on Next, and disappears as soon as the value is valid. It does
 * not return while the person types in the same input.
 */
export class VisibleProblems {
  readonly #problems: (field: string) => readonly Problem[];
  readonly #left = new Set<string>();
  readonly #shown = new Set<string>();
  /** Problems from the server. Each stays until its field changes. */
  readonly #refused = new Map<string, Problem>();
  /** One atom for each observed field. An observable set would keep one for each requested path. */
  readonly #atoms = new Map<string, IAtom>();
  readonly #all = createAtom('visibleProblems');

  constructor(problems: (field: string) => readonly Problem[]) {
    this.#problems = problems;
  }

  at(path: string): Problem | undefined {
    const field = fieldOf(path);
    this.#follow(field);
    const refused = this.#refused.get(path);
    if (refused) return refused;
    return isIn(this.#shown, path) ? this.#problems(field).find((problem) => problem.path === path) : undefined;
  }

  /** Returns all visible problems within a path, in no particular order of fields. */
  within(path: string): Problem[] {
    this.#follow(fieldOf(path));
    const shown = [...this.#shown].filter((each) => isWithin(each, path) || isWithin(path, each));
    const found = new Map<string, Problem>();
    for (const field of new Set(shown.map(fieldOf))) {
      for (const problem of this.#problems(field)) {
        if (isWithin(problem.path, path) && isIn(this.#shown, problem.path)) found.set(problem.path, problem);
      }
    }
    for (const [at, problem] of this.#refused) if (isWithin(at, path)) found.set(at, problem);
    return [...found.values()];
  }

  /** Whether the server refused something at or within a path; '' means the whole form. */
  refusedWithin(path: string): boolean {
    this.#follow(fieldOf(path));
    return [...this.#refused.keys()].some((at) => isWithin(at, path));
  }

  /** Handles a blur: shows problems there, and at `related` inputs that were blurred before. */
  leave(path: string, related: readonly string[]): void {
    this.#left.add(path);
    for (const field of new Set([fieldOf(path), ...related])) {
      for (const problem of this.#problems(field)) if (isIn(this.#left, problem.path)) this.#show(problem.path);
    }
  }

  /** Handles Next: shows all given problems, and treats these fields as left. */
  reveal(fields: readonly string[], problems: readonly Problem[]): void {
    for (const field of fields) this.#left.add(pointer(field));
    for (const { path } of problems) this.#show(path);
  }

  /** Handles a new value: hides problems that no longer apply. */
  changed(field: string): void {
    const at = pointer(field);
    for (const path of this.#refused.keys()) if (isWithin(path, at) && this.#refused.delete(path)) this.#tell(field);
    const shown = [...this.#shown].filter((path) => isWithin(path, at));
    if (shown.length === 0) return;
    const wrong = this.#problems(field);
    for (const path of shown) {
      if (!wrong.some((problem) => problem.path === path) && this.#shown.delete(path)) this.#tell(field);
    }
  }

  /** Moves what is known of a list's items to their new positions. @param order the position that each item had */
  arrange(list: string, order: readonly number[]): void {
    const moved = (path: string): string | undefined => {
      if (!path.startsWith(`${list}/`)) return path;
      const [index = '', ...rest] = segmentsOf(path.slice(list.length));
      const position = order.indexOf(Number(index));
      return position < 0 ? undefined : list + pointer(position, ...rest);
    };
    for (const paths of [this.#left, this.#shown]) {
      const next = [...paths].flatMap((path) => moved(path) ?? []);
      paths.clear();
      for (const path of next) paths.add(path);
    }
    const refused = [...this.#refused.values()];
    this.#refused.clear();
    for (const problem of refused) {
      const path = moved(problem.path);
      if (path !== undefined) this.#refused.set(path, { ...problem, path });
    }
    this.#tell(fieldOf(list));
  }

  refuse(problems: readonly Problem[]): void {
    const before = [...this.#refused.keys()];
    this.#refused.clear();
    for (const problem of problems) this.#refused.set(problem.path, problem);
    for (const path of new Set([...before, ...this.#refused.keys()])) this.#tell(fieldOf(path));
  }

  clear(): void {
    const seen = [...this.#shown, ...this.#refused.keys()];
    this.#left.clear();
    this.#shown.clear();
    this.#refused.clear();
    for (const field of new Set(seen.map(fieldOf))) this.#tell(field);
  }

  #show(path: string): void {
    if (this.#shown.has(path)) return;
    this.#shown.add(path);
    this.#tell(fieldOf(path));
  }

  /** Subscribes the observer to changes of the visible problems of a field; '' means all fields. */
  #follow(field: string): void {
    const atom = field === '' ? this.#all : (this.#atoms.get(field) ?? createAtom('visibleProblem'));
    if (field !== '') this.#atoms.set(field, atom);
    atom.reportObserved();
  }

  /** Call within an action. */
  #tell(field: string): void {
    this.#atoms.get(field)?.reportChanged();
    this.#all.reportChanged();
  }
}

/** Whether a path, or one of its ancestors, is in the set. */
function isIn(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.has(path)) return true;
  if (isTop(path)) return false;
  const segments = segmentsOf(path);
  return segments.some((_, index) => paths.has(pointer(...segments.slice(0, index + 1))));
}
