import { computed, compareStructural, type IComputedValue } from 'mobx';
import type { FormAnswers } from '../config/definitions.ts';
import { whenVerdict } from '../form/applicability.ts';
import { problemsAt } from '../form/check.ts';
import { contextOf, derive, type Report } from '../form/context.ts';
import { clean, isEmpty } from '../form/empty.ts';
import { fieldProblems, none } from '../form/fieldProblems.ts';
import { partApplies, partAt, settleParts, type SettledParts } from '../form/parts.ts';
import { whereOf } from '../form/plan.ts';
import { fieldOf, pointer, segmentsOf } from '../form/pointer.ts';
import { type FormView, rulesAt } from '../form/rules.ts';
import type { Context, FormModule, Problem, Surroundings } from '../form/types.ts';
import { appliesWithKept, withheldValue } from '../form/withheld.ts';
import { answersProxy } from './answersProxy.ts';

/** The derived state of one field. Each value is computed on demand and cached until its inputs change. */
interface Cell {
  applies: IComputedValue<boolean>;
  settled: IComputedValue<SettledParts>;
  own: IComputedValue<readonly Problem[]>;
  problems: IComputedValue<readonly Problem[]>;
}

export interface CellSources {
  module: FormModule;
  surroundings: () => Surroundings;
  /** The raw typed value. */
  typed: (field: string) => unknown;
  /** Whether only the server has the value. */
  kept: (field: string) => boolean;
  someKept: () => boolean;
  /** Whether the field is not asked for, whatever its condition. */
  settledBefore: (field: string) => boolean;
  /** Problems of an answer that its validator accepts. */
  withdrawn: (field: string, answer: unknown) => readonly Problem[];
  report?: Report;
}

/**
 * Runs `engine/form` on observable state, with the results of `checkForm`. MobX tracks dependencies: a key press updates its own
 * field and those whose condition or rule reads it.
 */
export class FieldCells implements FormView {
  readonly #sources: CellSources;
  readonly #cells = new Map<string, Cell>();
  /** Whether a conditional part applies, by path. */
  readonly #parts = new Map<string, IComputedValue<boolean>>();
  readonly #context: IComputedValue<Context>;
  readonly #self: FormAnswers;

  constructor(sources: CellSources) {
    this.#sources = sources;
    const { module, surroundings } = sources;
    this.#self = answersProxy(Object.keys(module.fields), (field) => this.#read(field));
    this.#context = computed(() => contextOf(surroundings(), module.id, this.#self));
  }

  get context(): Context {
    return this.#context.get();
  }

  answer(field: string): unknown {
    return this.#cell(field).settled.get().value;
  }

  applies(field: string): boolean {
    return this.#cell(field).applies.get();
  }

  /** Whether the field of a path applies, and every conditional part on the way to the path. */
  appliesAt(path: string): boolean {
    const field = fieldOf(path);
    const definition = this.#sources.module.fields[field];
    if (!definition?.parts) return this.applies(field);
    const { report } = this.#sources;
    const known =
      this.#parts.get(path) ??
      computed(() => this.applies(field) && partApplies(definition, path, this.answer(field), this.context, report));
    this.#parts.set(path, known);
    return known.get();
  }

  /** Whether `x-value` computes the answer at a path. */
  isDerivedAt(path: string): boolean {
    const [field = '', ...keys] = segmentsOf(path);
    return partAt(this.#sources.module.fields[field], keys)?.derived !== undefined;
  }

  kept(field: string): boolean {
    return this.#sources.kept(field);
  }

  problemsOf(field: string): readonly Problem[] {
    return this.#cell(field).own.get();
  }

  /** Returns the field's own problems and those of rules shown at it. */
  problems(field: string): readonly Problem[] {
    return this.#cell(field).problems.get();
  }

  /** Returns a field's value for expressions. */
  #read(field: string): unknown {
    return this.kept(field) ? withheldValue() : this.answer(field);
  }

  #cell(field: string): Cell {
    const known = this.#cells.get(field) ?? this.#create(field);
    this.#cells.set(field, known);
    return known;
  }

  #create(field: string): Cell {
    const { module, report } = this.#sources;
    const own = computed(() => this.#check(field), { equals: compareStructural });
    const hasRules = rulesAt(module, field).length > 0;
    return {
      applies: computed(() => this.#decideApplies(field)),
      settled: computed(() => this.#settle(field), { equals: sameSettled }),
      own,
      problems: hasRules ? computed(() => problemsAt(module, this, field, report), { equals: compareStructural }) : own,
    };
  }

  #decideApplies(field: string): boolean {
    const { module, typed, kept, someKept, settledBefore, report } = this.#sources;
    if (settledBefore(field)) return false;
    const verdict = whenVerdict(module, field, this.context, report);
    if (verdict !== 'missing') return verdict === 'yes';
    return appliesWithKept(verdict, someKept(), !isEmpty(typed(field)) || kept(field));
  }

  #settle(field: string): SettledParts {
    const { module, typed, someKept, report } = this.#sources;
    const definition = module.fields[field];
    if (!this.applies(field)) return unanswered;
    const value = clean(definition?.derived ? this.#derive(field) : typed(field));
    if (value === undefined || !definition?.parts) return { value, missing: none };
    const { context } = this;
    const settled = settleParts({ form: module.id, definition, path: pointer(field), value, context, someKept: someKept(), report });
    return { ...settled, value: clean(settled.value) };
  }

  #derive(field: string): unknown {
    const { module, report } = this.#sources;
    const isValid = (each: string) => this.kept(each) || isEmpty(this.answer(each)) || this.problemsOf(each).length === 0;
    return derive(module.fields[field]?.derived, this.context, isValid, whereOf(module, field), report);
  }

  #check(field: string): readonly Problem[] {
    const definition = Object.hasOwn(this.#sources.module.fields, field) ? this.#sources.module.fields[field] : undefined;
    if (!definition || this.kept(field) || !this.applies(field)) return none;
    const problems = fieldProblems(definition, field, this.answer(field), this.#cell(field).settled.get().missing);
    return problems.length > 0 ? problems : this.#sources.withdrawn(field, this.answer(field));
  }
}

const unanswered: SettledParts = { value: undefined, missing: none };

const sameSettled = (one: SettledParts, other: SettledParts): boolean => one.value === other.value && one.missing === other.missing;
