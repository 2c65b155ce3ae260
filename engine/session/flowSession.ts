import { computed, observable, reaction, runInAction, type IComputedValue } from 'mobx';
import type { Answers } from '../config/definitions.ts';
import type { Report } from '../form/context.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { FormModule, Surroundings } from '../form/types.ts';
import type { CompiledFlow, FlowNotice, FlowSnapshot, Position } from '../flow/types.ts';
import type { CarriedDraft } from './carryDraft.ts';
import type { DraftStore } from './draftStore.ts';
import { conflictsOf, draftOf, isFlowDraft, type Conflict, type FlowDraft, type FormDraft, type PendingStep } from './flowDraft.ts';
import { FormSession, type FormBase, type FormSessionOptions } from './formSession.ts';
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
  drafts?: { store: DraftStore; key: string };
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
  readonly #drafts = observable.map<string, FormDraft>([], { deep: false });
  readonly #pending = observable.map<string, PendingStep>([], { deep: false });
  readonly #lost = observable.array<FlowNotice>([], { deep: false });
  readonly #forms = new Map<string, { session: FormSession; stop: () => void; unplaced: Patch }>();
  readonly #store: FlowSessionOptions['drafts'];
  readonly #draftDelayMs: number;
  readonly #position: IComputedValue<Position>;
  readonly #answers: IComputedValue<Answers>;
  readonly #seen: IComputedValue<Answers>;
  #draftRelease: string;
  #writing: Promise<void> | undefined;
  #writeAgain = false;

  constructor({ flow, snapshot, environment, drafts, draftDelayMs = 400 }: FlowSessionOptions) {
    this.flow = flow;
    this.#environment = environment;
    this.#snapshot = observable.box(snapshot, { deep: false });
    this.#draftRelease = snapshot.release;
    this.#store = drafts;
    this.#draftDelayMs = draftDelayMs;
    this.#position = computed(() => localPosition(this.#view()));
    this.#answers = computed(() => localAnswers(this.#view()));
    this.#seen = computed(() => seenAnswers(this.#view()));
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
      const waiting = this.#pending.get(id);
      return waiting ? [{ step: id, answers: waiting.answers, kept: waiting.kept, key: waiting.key }] : [];
    });
  }

  /** Answers changed here and, since then, elsewhere. What was typed here is kept until the person decides. */
  get conflicts(): Conflict[] {
    return conflictsOf(this.snapshot, this.#drafts);
  }

  /** The release under which what is kept here was typed. */
  get draftRelease(): string {
    return this.#draftRelease;
  }

  /** What a newer release could not take over, on the server or here. */
  get notices(): FlowNotice[] {
    return [...(this.snapshot.notices ?? []), ...this.#lost];
  }

  /** Whether anything was typed or confirmed here that the server has not got. */
  holdsDraft(): boolean {
    this.#noteDrafts();
    return this.#drafts.size > 0 || this.#pending.size > 0;
  }

  /** Takes what is kept here over to the release of the snapshot; `change` says how, from a copy of it. */
  carry(change: (draft: FlowDraft) => CarriedDraft): Promise<void> {
    this.#noteDrafts();
    const before = this.#draft();
    const { draft, lost } = change(before);
    runInAction(() => {
      this.#drafts.replace(draft.drafts);
      this.#pending.replace(draft.pending);
      this.#lost.push(...lost);
      // A live form still goes by the names of before; it is made anew from what was carried over.
      for (const form of Object.keys(before.drafts))
        if (!sameAnswer(before.drafts[form]?.patch, draft.drafts[form]?.patch)) this.#drop(form);
    });
    this.#draftRelease = this.snapshot.release;
    return this.saveDraft();
  }

  #drop(form: string): void {
    this.#forms.get(form)?.stop();
    this.#forms.delete(form);
  }

  /**
   * The live form; the same one for every screen that asks it, with drafts taken in and kept. Another module (a newer release)
   * makes a new session that takes over what was typed.
   */
  form(form: string, definition: FormSessionOptions['definition'], module: FormModule): FormSession {
    const known = this.#forms.get(form);
    if (known?.session.module === module) return known.session;
    known?.stop();
    const draft = known ? { ...known.unplaced, ...known.session.draft() } : this.#drafts.get(form)?.patch;
    const unplaced = this.#unplaced(form, module, draft);
    const session = new FormSession({
      definition,
      module,
      surroundings: () => ({ ...this.#environment.surroundings(), answers: this.#seen.get() }),
      ...this.#baseOf(form),
      ...(draft ? { draft } : {}),
      ...(this.#environment.report ? { report: this.#environment.report } : {}),
    });
    const keep = (patch: Patch) => void this.#keepDraft(form, { ...live.unplaced, ...patch });
    const stop = reaction(() => session.draft(), keep, { delay: this.#draftDelayMs });
    const live = { session, stop, unplaced };
    this.#forms.set(form, live);
    return session;
  }

  /**
   * What was typed and has no field in the form is told, and kept until the form is saved: a newer release has no place for it, or
   * the screen is still that of the release before.
   */
  #unplaced(form: string, { fields }: FormModule, draft: Patch = {}): Patch {
    const entries = Object.entries(draft).filter(([field, value]) => value !== null && !Object.hasOwn(fields, field));
    const others = this.#lost.filter((notice) => notice.form !== form || notice.field !== undefined);
    runInAction(() => this.#lost.replace(entries.length > 0 ? [...others, { form, reason: 'changed' }] : others));
    return Object.fromEntries(entries);
  }

  /** The step is confirmed on this device; the position moves on, and `pending` holds it until `saved`. */
  confirm(step: string, answers: PendingStep['answers'], kept: readonly string[] = []): Promise<void> {
    const form = this.flow.steps.find(({ id }) => id === step)?.form;
    // Typed and confirmed within the draft's delay: without its draft, a change made elsewhere would be overwritten unasked.
    this.#noteDrafts();
    const key = this.#sameKey(step, answers, kept) ?? crypto.randomUUID();
    runInAction(() => this.#pending.set(step, { ...(form === undefined ? {} : { form }), answers, kept, key }));
    return this.saveDraft();
  }

  /** The key of a step that waits and is confirmed once more as it is. */
  #sameKey(step: string, answers: PendingStep['answers'], kept: readonly string[]): string | undefined {
    const waiting = this.#pending.get(step);
    const isSame = waiting && sameAnswer(waiting.answers, answers) && sameAnswer(waiting.kept, kept);
    return isSame ? waiting.key : undefined;
  }

  /** The server refused the step, or the person takes it back: it waits no longer. */
  withdraw(step: string): Promise<void> {
    runInAction(() => this.#pending.delete(step));
    return this.saveDraft();
  }

  /** The server has the step: its draft is done with. */
  saved(step: string, snapshot: FlowSnapshot): Promise<void> {
    const form = this.flow.steps.find(({ id }) => id === step)?.form;
    runInAction(() => {
      this.#pending.delete(step);
      if (form !== undefined) this.#drafts.delete(form);
      this.#lost.replace(this.#lost.filter((notice) => notice.form !== form));
      this.#take(snapshot);
      const live = form === undefined ? undefined : this.#forms.get(form);
      if (live && form !== undefined) {
        live.unplaced = {};
        live.session.reset(this.#baseOf(form));
      }
    });
    return this.saveDraft();
  }

  /** Takes what the server says now; what was typed and not saved stays. An answer that came late is ignored. */
  apply(snapshot: FlowSnapshot): void {
    runInAction(() => this.#take(snapshot));
  }

  /** Settles a conflict: `mine` keeps what was typed here, `theirs` drops it. */
  resolve({ form, field }: Conflict, side: 'mine' | 'theirs'): Promise<void> {
    const draft = this.#drafts.get(form);
    if (!draft) return Promise.resolve();
    const patch = side === 'mine' ? draft.patch : without(draft.patch, field);
    runInAction(() => {
      this.#drafts.set(form, draftOf(this.snapshot, form, patch, { patch, base: without(draft.base, field) }));
      if (side === 'theirs') this.#forms.get(form)?.session.set(field, this.snapshot.answers[form]?.[field]);
    });
    return this.saveDraft();
  }

  /** Takes in what this device kept from an earlier visit. Call it once, before the first form. */
  async restore(): Promise<void> {
    if (!this.#store) return;
    const stored = await this.#store.store.load(this.#store.key);
    if (!isFlowDraft(stored, this.flow.id)) return;
    runInAction(() => {
      this.#draftRelease = stored.release ?? this.#draftRelease;
      this.#drafts.merge(stored.drafts);
      this.#pending.merge(stored.pending);
    });
  }

  /** Writes drafts to the device. While one write is under way, the next waits and takes all that came since. */
  saveDraft(): Promise<void> {
    if (!this.#store) return Promise.resolve();
    this.#writeAgain = true;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    return this.#writing;
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
    for (const { stop } of this.#forms.values()) stop();
    this.#forms.clear();
  }

  #view(): LocalView {
    const { surroundings, module, report } = this.#environment;
    const flow = this.flow;
    return { flow, snapshot: this.snapshot, pending: this.#pending, surroundings: surroundings(), module, ...(report ? { report } : {}) };
  }

  #take(snapshot: FlowSnapshot): void {
    if (snapshot.release === this.snapshot.release && snapshot.revision < this.snapshot.revision) return;
    this.#snapshot.set(snapshot);
    for (const [form, { session }] of this.#forms) session.rebase(this.#baseOf(form));
  }

  /** What the server says of one form. */
  #baseOf(form: string): FormBase {
    const { answers, masked, corrections, confirmed, position } = this.snapshot;
    const step = position.path.find((view) => view.form === form);
    const own = corrections.filter((request) => request.form === form);
    const sentBack = position.path.some(({ status }) => status === 'sentBack');
    const closed = sentBack && (step?.status === 'sentBack' || step?.status === 'done');
    return {
      values: answers[form] ?? {},
      masked: masked[form] ?? {},
      corrections: own,
      confirmed: step !== undefined && confirmed[step.id] !== undefined,
      ...(closed ? { open: new Set(own.map(({ field }) => field)) } : {}),
    };
  }

  #keepDraft(form: string, patch: Patch): Promise<void> {
    this.#noteDraft(form, patch);
    return this.saveDraft();
  }

  #noteDrafts(): void {
    for (const [form, { session, unplaced }] of this.#forms) this.#noteDraft(form, { ...unplaced, ...session.draft() });
  }

  #noteDraft(form: string, patch: Patch): void {
    runInAction(() => {
      if (Object.keys(patch).length === 0) this.#drafts.delete(form);
      else this.#drafts.set(form, draftOf(this.snapshot, form, patch, this.#drafts.get(form)));
    });
  }

  async #write(): Promise<void> {
    while (this.#writeAgain && this.#store) {
      this.#writeAgain = false;
      await this.#store.store.save(this.#store.key, this.#draft());
    }
  }

  #draft(): FlowDraft {
    return {
      flow: this.flow.id,
      release: this.#draftRelease,
      drafts: Object.fromEntries(this.#drafts),
      pending: Object.fromEntries(this.#pending),
    };
  }
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
