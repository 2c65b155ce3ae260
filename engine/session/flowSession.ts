import { computed, observable, runInAction, type IComputedValue } from 'mobx';
import type { Answers } from '../config/definitions.ts';
import type { Report } from '../form/context.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import type { CompiledFlow, FlowNotice, FlowSnapshot, Position } from '../flow/types.ts';
import type { CarriedDraft } from './carryDraft.ts';
import { DraftKeeper, type DraftPlace } from './draftKeeper.ts';
import { conflictsOf, draftOf, typedSince, type Conflict, type FlowDraft, type PendingStep } from './flowDraft.ts';
import type { FormSession, FormSessionOptions } from './formSession.ts';
import { LiveForms } from './liveForms.ts';
import { localAnswers, localPosition, seenAnswers, type LocalView } from './localPosition.ts';
import type { Patch } from './patch.ts';

export interface SessionEnvironment {
  /** Session, day, constants, features; may read observables. */
  surroundings: () => Omit<Surroundings, 'answers'>;
  /** A form's module once it is loaded. */
  module: (form: string) => FormModule | undefined;
  report?: Report;
}

export interface FlowSessionOptions {
  flow: CompiledFlow;
  snapshot: FlowSnapshot;
  environment: SessionEnvironment;
  /** Where drafts stay, and under which name; without it they live as long as the page. */
  drafts?: DraftPlace;
  /** How long after a key press the draft is written. */
  draftDelayMs?: number;
}

/**
 * One flow on one device: what the server said last, what was typed since, what waits to be sent. The position follows; it
 * is never set. Drafts do not move it, confirmed steps do.
 */
export class FlowSession {
  readonly flow: CompiledFlow;
  readonly #environment: SessionEnvironment;
  readonly #snapshot: { get(): FlowSnapshot; set(value: FlowSnapshot): void };
  readonly #lost = observable.array<FlowNotice>([], { deep: false });
  readonly #kept: DraftKeeper;
  readonly #forms: LiveForms;
  readonly #position: IComputedValue<Position>;
  readonly #answers: IComputedValue<Answers>;
  readonly #seen: IComputedValue<Answers>;

  constructor({ flow, snapshot, environment, drafts, draftDelayMs = 400 }: FlowSessionOptions) {
    this.flow = flow;
    this.#environment = environment;
    this.#snapshot = observable.box(snapshot, { deep: false });
    this.#position = computed(() => localPosition(this.#view()));
    this.#answers = computed(() => localAnswers(this.#view()));
    this.#seen = computed(() => seenAnswers(this.#view()));
    this.#kept = new DraftKeeper(flow.id, snapshot.release, drafts);
    this.#forms = new LiveForms({
      snapshot: () => this.snapshot,
      surroundings: () => ({ ...environment.surroundings(), answers: this.#seen.get() }),
      onTyped: (form, patch) => void this.#keepDraft(form, patch),
      typedDelayMs: draftDelayMs,
      ...(environment.report ? { report: environment.report } : {}),
    });
  }

  get snapshot(): FlowSnapshot {
    return this.#snapshot.get();
  }

  /** To be sent back as `If-Match`. */
  get revision(): number {
    return this.snapshot.revision;
  }

  get position(): Position {
    return this.#position.get();
  }

  /** Confirmed answers by form: the server's, and those that wait to be sent. */
  get answers(): Answers {
    return this.#answers.get();
  }

  /** Steps confirmed here that the server has not got, in the order of the flow. */
  get pending(): (Pick<PendingStep, 'answers' | 'kept' | 'key'> & { step: string })[] {
    return this.flow.steps.flatMap(({ id }) => {
      const waiting = this.#kept.pending.get(id);
      return waiting ? [{ step: id, answers: waiting.answers, kept: waiting.kept, key: waiting.key }] : [];
    });
  }

  /** Answers changed here and, since then, elsewhere. What was typed here is kept until the person decides. */
  get conflicts(): Conflict[] {
    return conflictsOf(this.snapshot, this.#kept.drafts);
  }

  /** The release under which what is kept here was typed. */
  get draftRelease(): string {
    return this.#kept.release;
  }

  /** What a newer release could not take over, on the server or here. */
  get notices(): FlowNotice[] {
    return [...(this.snapshot.notices ?? []), ...this.#lost];
  }

  /** Whether anything was typed or confirmed here that the server has not got. */
  holdsDraft(): boolean {
    this.#noteDrafts();
    return this.#kept.drafts.size > 0 || this.#kept.pending.size > 0;
  }

  /** Takes what is kept here over to the release of the snapshot; `change` says how, from a copy of it. */
  carry(change: (draft: FlowDraft) => CarriedDraft): Promise<void> {
    this.#noteDrafts();
    const { draft, lost } = change(this.#kept.draft);
    runInAction(() => {
      // A live form still goes by the names of before; it is made anew from what was carried over.
      for (const form of this.#kept.replace(draft)) this.#forms.drop(form);
      this.#lost.push(...lost);
    });
    this.#kept.release = this.snapshot.release;
    return this.saveDraft();
  }

  /**
   * The live form; the same one for every screen that asks it, with drafts taken in and kept. Another module (a newer release)
   * makes a new session that takes over what was typed.
   */
  form(form: string, definition: FormSessionOptions['definition'], module: FormModule): FormSession {
    const known = this.#forms.session(form, module);
    if (known) return known;
    const { session, unplaced } = this.#forms.open(form, definition, module, this.#kept.drafts.get(form)?.patch);
    this.#tellUnplaced(form, unplaced);
    return session;
  }

  /**
   * What was typed and has no field in the form is told, and kept until the form is saved: a newer release has no place for it, or
   * the screen is still that of the release before.
   */
  #tellUnplaced(form: string, unplaced: Patch): void {
    const others = this.#lost.filter((notice) => notice.form !== form || notice.field !== undefined);
    const isSome = Object.keys(unplaced).length > 0;
    runInAction(() => this.#lost.replace(isSome ? [...others, { form, reason: 'changed' }] : others));
  }

  /** The step is confirmed on this device; the position moves on, and `pending` holds it until `saved`. */
  confirm(step: string, answers: PendingStep['answers'], kept: readonly string[] = []): Promise<void> {
    const form = this.#formOf(step);
    // Typed and confirmed within the draft's delay: without its draft, a change made elsewhere would be overwritten unasked.
    this.#noteDrafts();
    const key = this.#kept.keyOf(step, answers, kept);
    const typed = form === undefined ? {} : { form, typed: this.#kept.drafts.get(form)?.patch ?? {} };
    runInAction(() => this.#kept.pending.set(step, { ...typed, answers, kept, key }));
    return this.saveDraft();
  }

  /** The server refused the step, or the person takes it back: it waits no longer. */
  withdraw(step: string): Promise<void> {
    runInAction(() => this.#kept.pending.delete(step));
    return this.saveDraft();
  }

  /**
   * The server has the step: its draft is done with, but for what was typed since it was confirmed.
   *
   * @param key of the confirmation that was sent; a newer one goes on waiting
   */
  saved(step: string, snapshot: FlowSnapshot, key = this.#kept.pending.get(step)?.key): Promise<void> {
    this.#noteDrafts();
    const form = this.#formOf(step);
    runInAction(() => {
      if (this.#kept.pending.get(step)?.key !== key) return this.#take(snapshot);
      const since = form === undefined ? {} : this.#typedSince(step, form, snapshot);
      this.#kept.pending.delete(step);
      if (form !== undefined) this.#kept.drafts.delete(form);
      this.#lost.replace(this.#lost.filter((notice) => notice.form !== form));
      this.#take(snapshot);
      if (form === undefined) return;
      this.#forms.reset(form, since);
      this.#kept.note(this.snapshot, form, since);
    });
    return this.saveDraft();
  }

  /** Takes what the server says now; what was typed and not saved stays. An answer that came late is ignored. */
  apply(snapshot: FlowSnapshot): void {
    runInAction(() => this.#take(snapshot));
  }

  /** Settles a conflict: `mine` keeps what was typed here, `theirs` drops it. */
  resolve({ form, field }: Conflict, side: 'mine' | 'theirs'): Promise<void> {
    const draft = this.#kept.drafts.get(form);
    if (!draft) return Promise.resolve();
    const patch = side === 'mine' ? draft.patch : without(draft.patch, field);
    runInAction(() => {
      this.#kept.drafts.set(form, draftOf(this.snapshot, form, patch, { patch, base: without(draft.base, field) }));
      if (side === 'theirs') this.#forms.set(form, field, this.snapshot.answers[form]?.[field]);
    });
    return this.saveDraft();
  }

  /** Takes in what this device kept from an earlier visit. Call it once, before the first form. */
  restore(): Promise<void> {
    return this.#kept.restore();
  }

  /** Writes drafts to the device. While one write is under way, the next waits and takes all that came since. */
  saveDraft(): Promise<void> {
    return this.#kept.save();
  }

  /** Keeps what was typed last, at once: the page may be gone in a moment. */
  keep(): Promise<void> {
    this.#noteDrafts();
    return this.saveDraft();
  }

  /** Keeps what was typed last and stops watching. */
  async dispose(): Promise<void> {
    this.#noteDrafts();
    this.forget();
    await this.saveDraft();
  }

  /** Stops watching and writes no more: at logout, before the store is erased. */
  forget(): void {
    this.#forms.clear();
  }

  #view(): LocalView {
    const { surroundings, module, report } = this.#environment;
    const { pending } = this.#kept;
    return { flow: this.flow, snapshot: this.snapshot, pending, surroundings: surroundings(), module, ...(report ? { report } : {}) };
  }

  #formOf(step: string): string | undefined {
    return this.flow.steps.find(({ id }) => id === step)?.form;
  }

  #take(snapshot: FlowSnapshot): void {
    if (snapshot.release === this.snapshot.release && snapshot.revision < this.snapshot.revision) return;
    this.#snapshot.set(snapshot);
    this.#forms.rebase();
  }

  #keepDraft(form: string, patch: Patch): Promise<void> {
    this.#kept.note(this.snapshot, form, patch);
    return this.saveDraft();
  }

  /** What was typed into a form since its step was confirmed, as against what the server now says. */
  #typedSince(step: string, form: string, { masked }: FlowSnapshot): Patch {
    const typed = this.#kept.pending.get(step)?.typed;
    const hidden = { ...this.snapshot.masked[form], ...masked[form] };
    return typedSince(typed, this.#kept.drafts.get(form)?.patch, { answers: this.snapshot.answers[form] ?? {}, hidden });
  }

  #noteDrafts(): void {
    for (const [form, patch] of this.#forms.typed()) this.#kept.note(this.snapshot, form, patch);
  }
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
