import type { OpenRelease } from '../compiler/index.ts';
import type { Answers, FormAnswers } from '../config/definitions.ts';
import { createRandom, fakeAnswers, fakeForm, type FakeForm } from '../fake/index.ts';
import { hashAnswers } from '../form/hash.ts';
import { withoutItem } from '../flow/instances.ts';
import type { Surroundings } from '../form/types.ts';
import { said } from './compare.ts';
import { knownPath, WrongStep } from './steps.ts';

const mostTries = 40;

/** The answers that a scenario names. `fake` makes up all others: valid ones, and the same ones for the same seed. */
export class NamedAnswers {
  readonly #release: OpenRelease;
  readonly #seed: number;
  readonly #named = new Map<string, FormAnswers>();
  /** The fields named last, by form. An earlier one may no longer be asked. */
  readonly #last = new Map<string, string[]>();
  readonly #forms = new Map<string, FakeForm>();
  /** Forms with answers named since they were last completed. */
  readonly #changed = new Set<string>();

  constructor(release: OpenRelease, seed: number) {
    this.#release = release;
    this.#seed = seed;
  }

  /** Names answers, in addition to those named before. */
  nameAll(answers: Answers, pointer: string): void {
    for (const [form, values] of Object.entries(answers)) {
      for (const field of Object.keys(values)) knownPath(this.#release, `${form}.${field}`, `${pointer}/${form}`);
      this.#named.set(form, { ...this.#named.get(form), ...values });
      this.#last.set(form, Object.keys(values));
      this.#changed.add(form);
    }
  }

  /** @param key a form, or the form of one item, which knows the answers named for all items too */
  of(key: string): FormAnswers {
    return { ...this.#named.get(withoutItem(key)), ...this.#named.get(key) };
  }

  /** Whether the form has answers named since it was last completed. */
  isChanged(key: string): boolean {
    return this.#changed.has(key) || this.#changed.has(withoutItem(key));
  }

  /**
   * Completes the named answers of a form.
   *
   * @param present answers that stay while they fit
   */
  complete(key: string, present: FormAnswers, surroundings: Surroundings, pointer: string): FormAnswers {
    const named = this.of(key);
    this.#changed.delete(key);
    this.#changed.delete(withoutItem(key));
    const id = withoutItem(key);
    const options = {
      surroundings,
      random: createRandom(Number.parseInt(hashAnswers([key, this.#seed]).slice(0, 8), 16)),
      named,
      given: present,
      samples: this.#release.examples[id] ?? [],
      optional: 0,
    };
    const asked = Object.keys(named).filter((field) => named[field] !== '');
    let answers = fakeAnswers(this.#form(id), options);
    const first = answers;
    // A named answer may depend on one that is made up, such as the choice that makes its field apply.
    for (let tries = 0; answers && tries < mostTries && !asked.every((field) => field in (answers ?? {})); tries++)
      answers = fakeAnswers(this.#form(id), { ...options, given: {} });
    const most = answers ?? first;
    const last = this.#last.get(key) ?? this.#last.get(id) ?? [];
    const refused = asked.filter((field) => this.#form(id).module.fields[field]?.validate(named[field]) === false);
    const unasked = last.filter((field) => named[field] !== '' && most && !(field in most));
    if (most && unasked.length === 0) return most;
    const wrong = refused.length > 0 ? refused : unasked.length > 0 ? unasked : asked;
    const which = said(Object.fromEntries(wrong.map((field) => [field, named[field]])));
    throw new WrongStep(pointer, `The form "${key}" refuses ${which}${refused.length > 0 ? '' : ', whatever else is answered'}.`);
  }

  #form(id: string): FakeForm {
    const known = this.#forms.get(id);
    if (known) return known;
    const { forms, settings, conditions } = this.#release;
    const form = forms[id];
    if (!form) throw new Error(`There is no form ${id}`);
    const made = fakeForm(form.module, form.schema, settings.constants, conditions);
    this.#forms.set(id, made);
    return made;
  }
}
