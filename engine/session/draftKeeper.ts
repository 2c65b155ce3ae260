import { observable, runInAction } from 'mobx';
import type { FlowSnapshot } from '../flow/types.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { DraftStore } from './draftStore.ts';
import { draftOf, isFlowDraft, type FlowDraft, type FormDraft, type PendingStep } from './flowDraft.ts';
import type { Patch } from './patch.ts';

/** Where drafts stay, and under which name. */
export interface DraftPlace {
  store: DraftStore;
  key: string;
}

/** What a device holds of one flow and the server has not got: drafts by form and confirmed steps, and the writing of both. */
export class DraftKeeper {
  readonly drafts = observable.map<string, FormDraft>([], { deep: false });
  readonly pending = observable.map<string, PendingStep>([], { deep: false });
  /** Hash of the release under which it was typed. */
  release: string;
  readonly #flow: string;
  readonly #place: DraftPlace | undefined;
  /** What was written last, as JSON: a field that was left without a change is no reason to write again. */
  #written = '';
  #writing: Promise<void> | undefined;
  #writeAgain = false;

  /** Without a place it lives as long as the page. */
  constructor(flow: string, release: string, place: DraftPlace | undefined) {
    this.#flow = flow;
    this.release = release;
    this.#place = place;
  }

  get draft(): FlowDraft {
    const drafts = Object.fromEntries(this.drafts);
    return { flow: this.#flow, release: this.release, drafts, pending: Object.fromEntries(this.pending) };
  }

  /** Puts another draft in place of this one; answers which forms it changed. */
  replace(next: FlowDraft): string[] {
    const { drafts } = this.draft;
    runInAction(() => {
      this.drafts.replace(next.drafts);
      this.pending.replace(next.pending);
    });
    return Object.keys(drafts).filter((form) => !sameAnswer(drafts[form]?.patch, next.drafts[form]?.patch));
  }

  /** Takes note of what was typed in a form; `snapshot` tells what the server held then. */
  note(snapshot: FlowSnapshot, form: string, patch: Patch): void {
    runInAction(() => {
      if (Object.keys(patch).length === 0) this.drafts.delete(form);
      else this.drafts.set(form, draftOf(snapshot, form, patch, this.drafts.get(form)));
    });
  }

  /** The key of a step that is confirmed: a new one, or that of the same step when it waits as it is. */
  keyOf(step: string, answers: PendingStep['answers'], kept: readonly string[]): string {
    const waiting = this.pending.get(step);
    const isSame = waiting && sameAnswer(waiting.answers, answers) && sameAnswer(waiting.kept, kept);
    return isSame ? waiting.key : crypto.randomUUID();
  }

  /** Takes in what an earlier visit left. */
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

  /** Writes it to the device. While one write is under way, the next waits and takes all that came since. */
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
