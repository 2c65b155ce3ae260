import { observable, runInAction } from 'mobx';
import { renumbered, type Renumbering } from '../flow/renumbering.ts';
import type { FlowSnapshot } from '../flow/types.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { DraftStore } from './draftStore.ts';
import { draftOf, isFlowDraft, type FlowDraft, type FormDraft, type PendingStep } from './flowDraft.ts';
import type { Patch } from './patch.ts';

/** The store of drafts, and the key. */
export interface DraftPlace {
  store: DraftStore;
  key: string;
}

/** The unsaved state of a flow on this device: drafts by form and confirmed steps. Also writes it to the store. */
export class DraftKeeper {
  readonly drafts = observable.map<string, FormDraft>([], { deep: false });
  readonly pending = observable.map<string, PendingStep>([], { deep: false });
  /** Hash of the release of the draft. */
  release: string;
  readonly #flow: string;
  readonly #place: DraftPlace | undefined;
  /** The last written JSON, to skip writes without a change. */
  #written = '';
  #writing: Promise<void> | undefined;
  #writeAgain = false;

  /** Without a place, drafts last as long as the page. */
  constructor(flow: string, release: string, place: DraftPlace | undefined) {
    this.#flow = flow;
    this.release = release;
    this.#place = place;
  }

  get draft(): FlowDraft {
    const drafts = Object.fromEntries(this.drafts);
    return { flow: this.#flow, release: this.release, drafts, pending: Object.fromEntries(this.pending) };
  }

  /** Replaces the draft and returns the forms that changed. */
  replace(next: FlowDraft): string[] {
    const { drafts } = this.draft;
    runInAction(() => {
      this.drafts.replace(next.drafts);
      this.pending.replace(next.pending);
    });
    return Object.keys(drafts).filter((form) => !sameAnswer(drafts[form]?.patch, next.drafts[form]?.patch));
  }

  /** Renames drafts and queued steps, and returns the forms whose drafts moved. */
  renumber(renumber: Renumbering): string[] {
    const { drafts, pending } = this.draft;
    const forms = Object.keys(drafts).filter((form) => renumber(form) !== form);
    const queued = Object.entries(renumbered(pending, renumber)).map(([step, waiting]) => {
      const form = waiting.form === undefined ? undefined : renumber(waiting.form);
      return [step, form === undefined ? waiting : { ...waiting, form }] as const;
    });
    runInAction(() => {
      this.drafts.replace(renumbered(drafts, renumber));
      this.pending.replace(queued);
    });
    return forms;
  }

  /** Records what was typed in a form. `snapshot` has the server's answers at that time. */
  note(snapshot: FlowSnapshot, form: string, patch: Patch): void {
    runInAction(() => {
      if (Object.keys(patch).length === 0) this.drafts.delete(form);
      else this.drafts.set(form, draftOf(snapshot, form, patch, this.drafts.get(form)));
    });
  }

  /** Returns the idempotency key of a confirmation: a new one, or the existing one if the same step is queued unchanged. */
  keyOf(step: string, { answers, kept, skip }: Pick<PendingStep, 'answers' | 'kept' | 'skip'>): string {
    const waiting = this.pending.get(step);
    const isSame = waiting && sameAnswer(waiting.answers, answers) && sameAnswer(waiting.kept, kept) && waiting.skip === skip;
    return isSame ? waiting.key : crypto.randomUUID();
  }

  /** Loads the draft of an earlier visit. */
  async restore(): Promise<void> {
    if (!this.#place) return;
    const stored = await this.#place.store.load(this.#place.key);
    if (!isFlowDraft(stored, this.#flow)) return;
    runInAction(() => {
      this.release = stored.release ?? this.release;
      this.drafts.merge(stored.drafts);
      this.pending.merge(stored.pending);
    });
  }

  /** Writes to the device. During a write, the next one waits and includes all later changes. */
  save(): Promise<void> {
    if (!this.#place) return Promise.resolve();
    this.#writeAgain = true;
    this.#writing ??= this.#write(this.#place).finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #write({ store, key }: DraftPlace): Promise<void> {
    while (this.#writeAgain) {
      this.#writeAgain = false;
      const { draft } = this;
      const text = JSON.stringify(draft);
      if (text === this.#written) continue;
      await store.save(key, draft);
      this.#written = text;
    }
  }
}
