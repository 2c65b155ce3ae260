import { computed, observable, runInAction, type IComputedValue } from 'mobx';
import type { Answers } from '../config/definitions.ts';
import type { Report } from '../form/context.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import { guestOf, type Guest } from '../flow/guests.ts';
import type { CompiledFlow, FlowNotice, FlowSnapshot, Position } from '../flow/types.ts';
import type { CarriedDraft } from './carryDraft.ts';
import { DraftKeeper, type DraftPlace } from './draftKeeper.ts';
import { conflictsOf, draftOf, typedSince, type Conflict, type FlowDraft, type PendingStep } from './flowDraft.ts';
import type { FormSession, FormSessionOptions } from './formSession.ts';
import { LiveForms } from './liveForms.ts';
import { answersAround, formKeyOf, itemNumber, withoutItem } from '../flow/instances.ts';
import { isSentBack } from '../flow/position.ts';
import { renumbering } from '../flow/renumbering.ts';
import { submission } from '../flow/submission.ts';
import { localAnswers, localPosition, localSnapshot, readableAnswers, type LocalView } from './localPosition.ts';
import type { Patch } from './patch.ts';

export interface SessionEnvironment {
  /** Session, date, constants and features. Can read observables. */
  surroundings: () => Omit<Surroundings, 'answers'>;
  /** Returns a form's module once it is loaded. */
  module: (form: string) => FormModule | undefined;
  report?: Report;
}

export interface FlowSessionOptions {
  flow: CompiledFlow;
  snapshot: FlowSnapshot;
  environment: SessionEnvironment;
  /** The store of drafts, and the key. Without it, drafts last as long as the page. */
  drafts?: DraftPlace;
  /** Delay between a key press and the write of the draft (debounce). */
  draftDelayMs?: number;
}

/**
 * One flow on one device: the server's last snapshot, the draft and the queue. The position is derived, never set. Confirmed steps
 * move it, and drafts do not.
 */
export class FlowSession {
  readonly flow: CompiledFlow;
  readonly #environment: SessionEnvironment;
  readonly #snapshot: { get(): FlowSnapshot; set(value: FlowSnapshot): void };
  readonly #lost = observable.array<FlowNotice>([], { deep: false });
  readonly #kept: DraftKeeper;
  readonly #forms: LiveForms;
  /** The server's answers under the release of the draft, once the server has answers of another release. */
  #said: Answers = {};
  readonly #position: IComputedValue<Position>;
  readonly #answers: IComputedValue<Answers>;
  readonly #readable: IComputedValue<Answers>;

  constructor({ flow, snapshot, environment, drafts, draftDelayMs = 400 }: FlowSessionOptions) {
    this.flow = flow;
    this.#environment = environment;
    this.#snapshot = observable.box(snapshot, { deep: false });
    this.#position = computed(() => localPosition(this.#view()));
    this.#answers = computed(() => submission(this.position, localAnswers(this.#view())));
    this.#readable = computed(() => submission(this.position, readableAnswers(this.#view())));
    this.#kept = new DraftKeeper(flow.id, snapshot.release, drafts);
    this.#forms = new LiveForms({
      snapshot: () => this.snapshot,
      surroundings: (form) => ({ ...environment.surroundings(), ...answersAround(flow, form, this.#readable.get()) }),
      onTyped: (form, patch) => void this.#keepDraft(form, patch),
      typedDelayMs: draftDelayMs,
      ...(environment.report ? { report: environment.report } : {}),
    });
  }

  get snapshot(): FlowSnapshot {
    return this.#snapshot.get();
  }

  /** Sent as `If-Match`. */
  get revision(): number {
    return this.snapshot.revision;
  }

  get position(): Position {
    return this.#position.get();
  }

  /** Confirmed answers of the steps on the path, by form: those of the server and those in the queue. */
  get answers(): Answers {
    return this.#answers.get();
  }

  /** Steps confirmed here that have not reached the server, in the order of the flow. */
  get pending(): (PendingStep & { step: string })[] {
    const order = byPlace(this.flow);
    return [...this.#kept.pending].map(([step, waiting]) => ({ step, ...waiting })).toSorted((a, b) => order(a.step, b.step));
  }

  /** Answers that changed here and later elsewhere. The local ones stay until the person decides. */
  get conflicts(): Conflict[] {
    return conflictsOf(this.snapshot, this.#kept.drafts);
  }

  /** The release of the local draft. */
  get draftRelease(): string {
    return this.#kept.release;
  }

  /** Answers that a newer release could not carry over, on the server or here. */
  get notices(): FlowNotice[] {
    return [...(this.snapshot.notices ?? []), ...this.#lost];
  }

  /** Whether there are drafts or confirmed steps that have not reached the server. */
  holdsDraft(): boolean {
    this.#noteDrafts();
    return this.#kept.drafts.size > 0 || this.#kept.pending.size > 0;
  }

  /** Remembers the server's answers under the release of the draft, because conditions of migrations can read them. */
  remember({ release, answers }: FlowSnapshot): void {
    if (release === this.#kept.release) this.#said = answers;
  }

  /** Migrates the local draft to the release of the snapshot. `change` receives a copy of the draft, and what `remember` was given. */
  carry(change: (draft: FlowDraft, said: Answers) => CarriedDraft): Promise<void> {
    this.#noteDrafts();
    const { draft, lost } = change(this.#kept.draft, this.#said);
    runInAction(() => {
      // A live form uses the old names, so it is created again from the migrated draft.
      for (const form of this.#kept.replace(draft)) this.#forms.drop(form);
      this.#lost.push(...lost);
    });
    this.#kept.release = this.snapshot.release;
    return this.saveDraft();
  }

  /**
   * Returns the live form, which all its screens share. It loads and saves the draft. Another module (a newer release) creates a
   * new session with the typed answers.
   */
  form(form: string, definition: FormSessionOptions['definition'], module: FormModule): FormSession {
    const known = this.#forms.session(form, module);
    if (known) return known;
    const { session, unplaced } = this.#forms.open(form, definition, module, this.#kept.drafts.get(form)?.patch);
    this.#reportUnplaced(form, unplaced);
    return session;
  }

  /**
   * Reports typed answers that have no field in the form. They stay until the form is saved, because the form may belong to another
   * release.
   */
  #reportUnplaced(form: string, unplaced: Patch): void {
    const others = this.#lost.filter((notice) => notice.form !== form || notice.field !== undefined);
    const isSome = Object.keys(unplaced).length > 0;
    runInAction(() => this.#lost.replace(isSome ? [...others, { form, reason: 'changed' }] : others));
  }

  /** The guest of a step, as far as this device knows the answers. */
  guest(step: string): Guest | undefined {
    const { flow, snapshot } = this;
    const environment = { surroundings: this.#environment.surroundings(), check: () => [], hash: () => '' };
    return guestOf({ flow, environment }, { ...snapshot, answers: this.#readable.get() }, step);
  }

  /** Confirms a step on this device. The position moves on, and `pending` contains the step until `saved`. */
  confirm(step: string, answers: PendingStep['answers'], kept: readonly string[] = []): Promise<void> {
    return this.#enqueue(step, { answers, kept });
  }

  /** Skips an optional step on this device, as `confirm` confirms one. Its answers go when the server has saved it. */
  skip(step: string): Promise<void> {
    return this.#enqueue(step, { answers: {}, kept: [], skip: true });
  }

  #enqueue(step: string, submitted: Pick<PendingStep, 'answers' | 'kept' | 'skip'>): Promise<void> {
    const form = this.#formOf(step);
    // The step may be confirmed before the draft is written. Without its draft, a change made elsewhere would be overwritten without a
    // question.
    this.#noteDrafts();
    const key = this.#kept.keyOf(step, submitted);
    const typed = form === undefined ? {} : { form, typed: this.#kept.drafts.get(form)?.patch ?? {} };
    runInAction(() => {
      if (form !== undefined) this.#followItems(form, submitted.answers);
      this.#kept.pending.set(step, { ...typed, ...submitted, key });
    });
    return this.saveDraft();
  }

  /** Moves drafts and queued steps about the items of a list to where the items are now. */
  #followItems(form: string, after: PendingStep['answers']): void {
    const renumber = renumbering(this.flow, form, { before: this.answers[form], after, sentBack: isSentBack(this.snapshot.position) });
    for (const changed of this.#kept.renumber(renumber)) this.#forms.drop(changed);
  }

  /** Removes a step from the queue, after a refusal or because the person takes it back. */
  withdraw(step: string): Promise<void> {
    runInAction(() => this.#kept.pending.delete(step));
    return this.saveDraft();
  }

  /**
   * The server has saved the step. Drops its draft, except for later input.
   *
   * @param key of the confirmation that was sent; a newer one stays in the queue
   */
  saved(step: string, snapshot: FlowSnapshot, key = this.#kept.pending.get(step)?.key): Promise<void> {
    this.#noteDrafts();
    const form = this.#formOf(step);
    runInAction(() => {
      const confirmed = this.#kept.pending.get(step);
      if (confirmed?.key !== key) return this.#take(snapshot);
      const since = form === undefined ? {} : this.#typedSince(confirmed?.typed, form, snapshot);
      this.#kept.pending.delete(step);
      if (form !== undefined) this.#kept.drafts.delete(form);
      this.#lost.replace(this.#lost.filter((notice) => notice.form !== form));
      this.#take(snapshot);
      if (form === undefined) return;
      this.#forms.reset(form, since, confirmed?.kept ?? []);
      this.#kept.note(this.snapshot, form, since);
    });
    return this.saveDraft();
  }

  /** Applies a snapshot and keeps unsaved input. Ignores an outdated snapshot. */
  apply(snapshot: FlowSnapshot): void {
    runInAction(() => this.#take(snapshot));
  }

  /** Resolves a conflict: `mine` keeps the local answer, `theirs` drops it. */
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

  /** Loads the draft of an earlier visit. Call it once, before the first form. */
  restore(): Promise<void> {
    return this.#kept.restore();
  }

  /** Writes drafts to the device. During a write, the next one waits and includes all later changes. */
  saveDraft(): Promise<void> {
    return this.#kept.save();
  }

  /** Saves the latest input at once, because the page may close. */
  keep(): Promise<void> {
    this.#noteDrafts();
    return this.saveDraft();
  }

  /** Saves the latest input and stops observing. */
  async dispose(): Promise<void> {
    this.#noteDrafts();
    this.forget();
    await this.saveDraft();
  }

  /** Stops observing without saving: at logout, before the store is erased. */
  forget(): void {
    this.#forms.clear();
  }

  #view(): LocalView {
    const { surroundings, module, report } = this.#environment;
    const { pending } = this.#kept;
    return {
      flow: this.flow,
      snapshot: localSnapshot(this.flow, this.snapshot, pending.values()),
      pending,
      surroundings: surroundings(),
      module,
      ...(report ? { report } : {}),
    };
  }

  #formOf(step: string): string | undefined {
    return formKeyOf(this.flow, step);
  }

  #take(snapshot: FlowSnapshot): void {
    if (snapshot.release === this.snapshot.release && snapshot.revision < this.snapshot.revision) return;
    if (snapshot.release !== this.snapshot.release) this.remember(this.snapshot);
    this.#snapshot.set(snapshot);
    this.#forms.rebase();
  }

  #keepDraft(form: string, patch: Patch): Promise<void> {
    this.#kept.note(this.snapshot, form, patch);
    return this.saveDraft();
  }

  /** Returns what was typed into a form after its step was confirmed, relative to the new snapshot. */
  #typedSince(typed: Patch | undefined, form: string, { masked }: FlowSnapshot): Patch {
    const hidden = { ...this.snapshot.masked[form], ...masked[form] };
    return typedSince(typed, this.#kept.drafts.get(form)?.patch, { answers: this.snapshot.answers[form] ?? {}, hidden });
  }

  #noteDrafts(): void {
    for (const [form, patch] of this.#forms.typed()) this.#kept.note(this.snapshot, form, patch);
  }
}

/** Compares two steps by the order of asking: all steps about one item come before those about the next. */
function byPlace({ steps }: CompiledFlow): (left: string, right: string) => number {
  const placeOf = (id: string): number[] => {
    const at = steps.findIndex((step) => step.id === withoutItem(id));
    const group = steps[at]?.forEach?.group;
    return [group === undefined ? at : steps.findIndex(({ forEach }) => forEach?.group === group), itemNumber(id) ?? 0, at];
  };
  return (left, right) => {
    const [before, after] = [placeOf(left), placeOf(right)];
    return before.map((place, index) => place - (after[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  };
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
