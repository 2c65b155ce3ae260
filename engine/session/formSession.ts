import { computed, observable, runInAction, type IComputedValue } from 'mobx';
import type { FormAnswers } from '../config/definitions.ts';
import type { FormSchema } from '../config/form.ts';
import type { FormUi } from '../config/formUi.ts';
import { valueAt } from '../config/valueAt.ts';
import type { SubmittedStep } from '../flow/save.ts';
import type { CorrectionRequest } from '../flow/types.ts';
import { checkForm, type WholeFormValidator } from '../form/check.ts';
import { contextOf, type Report } from '../form/context.ts';
import { isEmpty } from '../form/empty.ts';
import { schemaAt } from '../form/messages.ts';
import { tidied } from '../form/normalise.ts';
import { asPointer, fieldOf, pointer, segmentsOf } from '../form/pointer.ts';
import { sameAnswer, vouchedTransient } from '../form/reopen.ts';
import { relatedFields } from '../form/rules.ts';
import { defaultsOf } from '../form/submitted.ts';
import type { FormModule, Problem, Surroundings } from '../form/types.ts';
import { withValueAt } from '../form/withValueAt.ts';
import { withdrawnProblems } from '../form/withdrawn.ts';
import { FieldCells } from './fieldCells.ts';
import type { FormBase } from './formBase.ts';
import { Locks } from './locks.ts';
import { applyPatch, type Patch } from './patch.ts';
import { VisibleProblems } from './visibleProblems.ts';

export interface FormSessionOptions extends FormBase {
  definition: { schema: FormSchema; ui: FormUi };
  module: FormModule;
  /** The values outside the form for its expressions. Can read observables. */
  surroundings: () => Surroundings;
  /** Unsaved input of an earlier visit. */
  draft?: Patch;
  report?: Report;
}

/**
 * The live state of one form: input, derived state and visible problems. Each method depends only on the field in question, which
 * suits observers. A `path` is a property's name or a JSON pointer into it (`/contacts/1/phone`).
 */
export class FormSession {
  readonly definition: FormSessionOptions['definition'];
  readonly module: FormModule;
  readonly fields: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #base = observable.box<FormBase>({}, { deep: false });
  /** Answers that the screen proposes until the form is saved. */
  readonly #proposed = observable.box<FormAnswers>({}, { deep: false });
  /** The baseline for input: the server's answers, or the proposals of a new form. */
  #originals: FormAnswers = {};
  /** Fields that the draft of a new form cleared. A later proposal leaves them empty. */
  readonly #cleared = new Set<string>();
  readonly #values = observable.map<string, unknown>([], { deep: false });
  readonly #changed = observable.set<string>([], { deep: false });
  readonly #unkept = observable.set<string>([], { deep: false });
  readonly #lengths = new Map<string, IComputedValue<number>>();
  readonly #vouched: IComputedValue<ReadonlySet<string>>;
  readonly #someKept: IComputedValue<boolean>;
  readonly #locks: Locks;
  readonly #surroundings: () => Surroundings;
  readonly #report: Report | undefined;
  readonly #cells: FieldCells;
  readonly #visible: VisibleProblems;

  constructor({ definition, module, surroundings, draft, report, ...base }: FormSessionOptions) {
    this.definition = definition;
    this.module = module;
    this.#surroundings = surroundings;
    this.#report = report;
    this.fields = Object.keys(module.fields);
    this.#places = new Map(this.fields.map((field, index) => [field, index]));
    this.#vouched = computed(() => this.#findVouched());
    this.#someKept = computed(() => this.fields.some((field) => !this.#isDerived(field) && this.isKept(field)));
    const context = () => contextOf(surroundings(), module.id, Object.fromEntries(this.#values));
    this.#locks = new Locks({ module, base: () => this.#base.get(), context, report });
    this.#cells = new FieldCells({
      module,
      surroundings,
      typed: (field) => this.#values.get(field),
      kept: (field) => this.isKept(field),
      someKept: () => this.#someKept.get(),
      settledBefore: (field) => this.#vouched.get().has(field),
      withdrawn: (field, answer) => this.#withdrawn(field, answer),
      ...(report ? { report } : {}),
    });
    this.#visible = new VisibleProblems((field) => this.#cells.problems(field));
    runInAction(() => this.#load(base, draft));
  }

  get id(): string {
    return this.module.id;
  }

  /** Returns the raw input at a path, or the answer of a derived field. */
  value(path: string): unknown {
    const at = asPointer(path);
    const [field = '', ...rest] = segmentsOf(at);
    return valueAt(this.#cells.isDerivedAt(at) ? this.#cells.answer(field) : this.#values.get(field), rest);
  }

  /** Sets a value that the widget has normalised. Does nothing while the field is locked. */
  set(path: string, value: unknown): void {
    const [field = '', ...rest] = segmentsOf(asPointer(path));
    if (!Object.hasOwn(this.module.fields, field) || this.locked(path)) return;
    runInAction(() => {
      if (this.#visible.refusedWithin(pointer(field))) this.#unkept.add(field);
      this.#write(field, withValueAt(this.#values.get(field), rest, value));
      if (!isEmpty(this.#values.get(field))) this.#cleared.delete(field);
      this.#visible.changed(field);
      this.#restoreLocked();
    });
  }

  /**
   * Proposes answers for the fields that the person has not changed. Does nothing once the form was saved.
   *
   * @param answers by field; an empty answer proposes nothing
   */
  propose(answers: FormAnswers): void {
    if (isSaved(this.#base.get())) return;
    const usable = this.fields.filter((field) => !this.#isDerived(field) && !isEmpty(answers[field]));
    runInAction(() => {
      this.#proposed.set(Object.fromEntries(usable.map((field) => [field, answers[field]])));
      this.#load(this.#base.get(), this.#typed());
    });
  }

  /** Whether the field has an answer that the person has not given here: the screen proposed it, or an earlier flow gave it. */
  isProposed(field: string): boolean {
    const isFromBefore = Object.hasOwn(this.#proposed.get(), field) || (!this.#base.get().confirmed && this.#wasAnswered(field));
    return isFromBefore && !this.#changed.has(field) && !this.#unkept.has(field);
  }

  /** Returns the number of items of a list. */
  length(path: string): number {
    const known =
      this.#lengths.get(path) ??
      computed(() => {
        const list = this.value(path);
        return Array.isArray(list) ? list.length : 0;
      });
    this.#lengths.set(path, known);
    return known.get();
  }

  /**
   * Rearranges a list, and moves the visible problems with their items.
   *
   * @param order the position that each item had, or -1 for a new item
   */
  arrange(path: string, order: readonly number[]): void {
    const at = asPointer(path);
    const list = this.value(at);
    const before: readonly unknown[] = Array.isArray(list) ? list : [];
    const blank = schemaAt(this.definition.schema, at)?.items?.type === 'object' ? {} : '';
    runInAction(() => {
      this.#visible.arrange(at, order);
      this.set(
        at,
        order.map((position) => before[position] ?? blank),
      );
    });
  }

  applies(path: string): boolean {
    return this.#cells.appliesAt(asPointer(path));
  }

  /** Whether a person must answer. A derived field counts as required, because nobody can leave it out. */
  required(field: string): boolean {
    return this.#isDerived(field) || this.module.fields[field]?.required === true;
  }

  /** Returns the visible problem at exactly this path. */
  problem(path: string): Problem | undefined {
    return this.#visible.at(asPointer(path));
  }

  /** Returns the visible problems at or inside a path, for a widget with several inputs. */
  problemsWithin(path: string): Problem[] {
    return this.#visible.within(asPointer(path));
  }

  /** Returns every visible problem, in the form's order. */
  get visibleProblems(): Problem[] {
    const place = ({ path }: Problem) => this.#places.get(fieldOf(path)) ?? -1;
    return this.#visible.within('').sort((left, right) => place(left) - place(right));
  }

  /** Handles the blur of the input at a path. */
  blur(path: string): void {
    const at = asPointer(path);
    runInAction(() => this.#visible.leave(at, relatedFields(this.module, fieldOf(at))));
  }

  /** Handles Next: makes every problem visible and returns them; [] if the form can be sent. @param validate if it is loaded */
  attempt(validate?: WholeFormValidator): Problem[] {
    return runInAction(() => {
      this.#tidy();
      this.#visible.refuse([]);
      const problems = this.#check(validate);
      this.#visible.reveal(
        this.fields.filter((field) => this.applies(field)),
        problems,
      );
      return problems;
    });
  }

  /** Shows problems from the server. Each stays until its field changes. */
  serverProblems(problems: readonly Problem[]): void {
    runInAction(() => this.#visible.refuse(problems));
  }

  /** Whether a problem from the server is still visible. */
  get refused(): boolean {
    return this.#visible.refusedWithin('');
  }

  /** Whether the field keeps the server's value: shown masked, sent as `kept`. */
  isKept(field: string): boolean {
    return this.mayKeep(field) && !this.#unkept.has(field) && isEmpty(this.value(field));
  }

  /** Whether the server has an answer that the field may keep. A sent-back field needs a new one. */
  mayKeep(field: string): boolean {
    return !this.#locks.isRequested(field) && this.masked(field) !== undefined;
  }

  /** Returns the server's answer, masked. */
  masked(field: string): string | undefined {
    const { masked } = this.#base.get();
    return masked && Object.hasOwn(masked, field) ? masked[field] : undefined;
  }

  /** Starts to replace a kept answer. */
  change(field: string): void {
    if (!this.locked(field)) runInAction(() => this.#unkept.add(field));
  }

  /** Cancels the replacement of a kept answer. Also clears the field in which it was typed again. */
  keep(field: string): void {
    const repeated = relatedFields(this.module, field).filter((each) => this.module.fields[each]?.transient);
    runInAction(() => {
      this.#unkept.delete(field);
      for (const each of [field, ...repeated]) {
        this.#write(each, undefined);
        this.#visible.changed(each);
      }
    });
  }

  /** Returns the request that sent this field or part back. */
  correction(path: string): CorrectionRequest | undefined {
    return this.#locks.correction(asPointer(path));
  }

  /** Whether nobody can type here: the field is derived, or a send-back locks it or its part. A field that the server refused is open. */
  locked(path: string): boolean {
    const at = asPointer(path);
    const field = fieldOf(at);
    if (this.#isDerived(field)) return true;
    if (this.#locks.inParts(field)) return !this.#locks.isOpenPart(at);
    if (!this.#base.get().requested || this.#changed.has(field) || this.#unkept.has(field)) return false;
    return !this.#locks.isOpen(field) && !this.#visible.refusedWithin(pointer(field));
  }

  /** Returns the form to send. `null` keeps the server from filling a cleared field with its default. */
  submission(): Pick<SubmittedStep, 'answers' | 'kept'> {
    const kept = this.kept();
    const cleared = this.fields.filter((field) => this.module.fields[field]?.default !== undefined && !kept.includes(field));
    return { answers: { ...Object.fromEntries(cleared.map((field) => [field, null])), ...this.settled() }, kept };
  }

  /** Returns the answers that count, without those that do not apply, are empty or are kept. `stored` excludes transient ones. */
  settled({ stored = false }: { stored?: boolean } = {}): FormAnswers {
    const asked = this.fields.filter((field) => !(stored && this.module.fields[field]?.transient));
    return Object.fromEntries(asked.map((field) => [field, this.#cells.answer(field)]).filter(([, value]) => value !== undefined));
  }

  /** Returns the fields that the server must keep or need not ask for again. */
  kept(): string[] {
    return this.fields.filter((field) => this.#vouched.get().has(field) || (this.isKept(field) && this.applies(field)));
  }

  /** Whether the server or this device has answers that the person gave. */
  get answered(): boolean {
    return isSaved(this.#base.get()) || this.dirty;
  }

  /** Whether the input differs from the server's answers. */
  get dirty(): boolean {
    return this.#changed.size > 0;
  }

  /** Returns unsaved input without transient answers. */
  draft(): Patch {
    const typed = Object.entries(this.#typed()).filter(([field]) => !this.module.fields[field]?.transient);
    return Object.fromEntries(typed.map(([field, value]) => [field, isEmpty(value) ? null : value]));
  }

  /** Applies a new server state and keeps unsaved input. */
  rebase(base: FormBase): void {
    runInAction(() => this.#load(base, this.#typed()));
  }

  /** Discards the input in favour of the server's answers, except `since`. A field of `kept` that is being changed stays open. */
  reset(base: FormBase = this.#base.get(), since?: Patch, kept: readonly string[] = []): void {
    runInAction(() => {
      this.#unkept.replace([...this.#unkept].filter((field) => kept.includes(field)));
      this.#visible.clear();
      this.#load(base, since);
    });
  }

  #typed(): Patch {
    const changed = [...this.#changed].map((field) => [field, this.#values.get(field) ?? null] as const);
    return Object.fromEntries([...[...this.#cleared].map((field) => [field, null] as const), ...changed]);
  }

  #isDerived(field: string): boolean {
    return this.module.fields[field]?.derived !== undefined;
  }

  /** Checks all fields at once. Computing cells that nobody observes would repeat the work later. */
  #check(validate: WholeFormValidator | undefined): Problem[] {
    const context = contextOf(this.#surroundings(), this.id, Object.fromEntries(this.#values));
    const kept = new Set(this.fields.filter((field) => this.isKept(field)));
    const problems = checkForm(this.module, context, {
      kept,
      vouched: this.#vouched.get(),
      ...(validate ? { validate } : {}),
      ...(this.#report ? { report: this.#report } : {}),
    });
    const wrong = new Set(problems.map(({ path }) => fieldOf(path)));
    const others = this.fields.filter((field) => !wrong.has(field));
    return [...problems, ...others.flatMap((field) => this.#withdrawn(field, this.#cells.answer(field)))];
  }

  #withdrawn(field: string, answer: unknown): readonly Problem[] {
    const schema = this.definition.schema.properties[field] ?? {};
    return withdrawnProblems(schema, this.#base.get().values?.[field], answer, pointer(field));
  }

  /** If a field was open only because of another one, restores its stored answer when it is valid again. */
  #restoreLocked(): void {
    const { values = {}, requested } = this.#base.get();
    if (!requested) return;
    const changed = [...this.#changed].filter((field) => !isEmpty(values[field]) && !this.#unkept.has(field));
    const locked = changed.filter((field) => !this.#locks.isOpen(field));
    for (const field of locked) this.#write(field, values[field]);
  }

  /** Enter can submit a form before a blur, and autofill never causes one. */
  #tidy(): void {
    for (const field of this.fields) {
      const value = this.#values.get(field);
      const tidy = tidied(this.definition.ui.fields[field] ?? {}, value);
      if (!sameAnswer(tidy, value)) this.set(field, tidy);
    }
  }

  #load(given: FormBase, draft?: Patch): void {
    this.#base.set(given);
    if (isSaved(given)) this.#proposed.set({});
    this.#cleared.clear();
    if (!isSaved(given)) for (const [field, answer] of Object.entries(draft ?? {})) if (answer === null) this.#cleared.add(field);
    this.#originals = isSaved(given) ? (given.values ?? {}) : { ...defaultsOf(this.module), ...this.#proposed.get() };
    const values = applyPatch(this.#originals, draft);
    for (const field of this.fields) this.#write(field, values[field]);
  }

  #write(field: string, value: unknown): void {
    if (value === undefined) this.#values.delete(field);
    else this.#values.set(field, value);
    if (sameAnswer(this.#originals[field], value)) this.#changed.delete(field);
    else this.#changed.add(field);
  }

  /** Whether the server has an answer. */
  #wasAnswered(field: string): boolean {
    return !isEmpty(this.#base.get().values?.[field]) || this.masked(field) !== undefined;
  }

  #findVouched(): ReadonlySet<string> {
    if (!this.#base.get().confirmed) return nothing;
    return vouchedTransient(this.module, {
      answered: (field) => this.#wasAnswered(field),
      changed: (field) => this.#changed.has(field) || this.#unkept.has(field),
    });
  }
}

const isSaved = ({ confirmed, values, masked }: FormBase): boolean =>
  confirmed === true || Object.keys({ ...values, ...masked }).length > 0;
const nothing: ReadonlySet<string> = new Set();
