import { rulesOf } from '../compiler/release/formModule.ts';
import { fieldOfScope } from '../form/owners.ts';
import { interestsOf, type Reader } from '../fake/index.ts';
import type { SearchStep } from './flowSearch.ts';
import type { Explored } from './project.ts';

/** A rule, and everything that decides whether it stops a person. */
interface Influence {
  readers: readonly Reader[];
  /** Top-level answers (`form.field`) that its expressions read, transitively. */
  reads: ReadonlySet<string>;
}

/** The field that a path starts in: `contact.contacts[].phone` → `contact.contacts`. */
export function fieldIn(path: string): string {
  const [form = '', field = ''] = path.split('.');
  return `${form}.${field.replace('[]', '')}`;
}

/** Finds the rules that depend on an answer. A search that varies the answer must evaluate them. */
export class Influences {
  readonly #explored: Explored;
  readonly #steps: readonly SearchStep[];
  readonly #all: readonly Influence[];

  /** @param forms the forms whose rules apply */
  constructor(explored: Explored, steps: readonly SearchStep[], forms: readonly string[]) {
    this.#explored = explored;
    this.#steps = steps;
    this.#all = forms.flatMap((form) => this.#rulesOf(form));
  }

  /** Returns the rules that depend on a field. */
  on(field: string): readonly Reader[] {
    return this.#all.filter(({ reads }) => reads.has(field)).flatMap(({ readers }) => readers);
  }

  #rulesOf(form: string): Influence[] {
    const schema = this.#explored.open.forms[form]?.schema;
    if (!schema) return [];
    return rulesOf(schema).map(({ scope, rule: { assert, at } }) => {
      const names = { form, self: scope === '' ? form : `${form}.${scope}` };
      const readers = [
        { source: assert, names },
        { source: `has(self.${fieldOfScope(scope) || at})`, names: { self: form } },
      ];
      return { readers, reads: this.#closure(readers) };
    });
  }

  #closure(readers: readonly Reader[]): Set<string> {
    const reads = new Set<string>();
    const queue = [...readers];
    for (let reader = queue.shift(); reader; reader = queue.shift()) {
      for (const path of interestsOf([reader], this.#explored.known, this.#explored.open.conditions).keys()) {
        const field = fieldIn(path);
        if (reads.has(field)) continue;
        reads.add(field);
        queue.push(...conditionsOf(field, this.#steps, this.#explored));
      }
    }
    return reads;
  }
}

/** Returns the conditions of a field: its own, and its step's. */
export function conditionsOf(field: string, steps: readonly SearchStep[], { open }: Explored): Reader[] {
  const [form = '', name = ''] = field.split('.');
  const step = steps.find((each) => each.form === form);
  const when = open.forms[form]?.schema.properties[name]?.['x-when'];
  if (!step) return [];
  return [
    ...(when === undefined ? [] : [{ source: when, names: { self: form, form } }]),
    ...(step.source === undefined ? [] : [{ source: step.source }]),
  ];
}
