import type { FlowSnapshot } from '../../../engine/flow/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import { ApiProblem, isPassing } from '../../api/problem.ts';

/** What the server said last of a flow, kept encrypted beside its drafts, so that the flow opens without a network too. */
export class KeptSnapshot {
  readonly #store: DraftStore;
  readonly #name: string;

  constructor(store: DraftStore, name: string) {
    this.#store = store;
    this.#name = `said.${name}`;
  }

  keep(snapshot: FlowSnapshot): Promise<void> {
    return this.#store.save(this.#name, snapshot);
  }

  /** What the server says now, else what it said last. Rejects as the server's word does when there is neither. */
  async elseWith(asked: Promise<FlowSnapshot>): Promise<{ snapshot: FlowSnapshot; isFresh: boolean }> {
    try {
      return { snapshot: await asked, isFresh: true };
    } catch (error) {
      const kept = error instanceof ApiProblem && isPassing(error) ? await this.#store.load(this.#name) : undefined;
      if (kept === undefined) throw error;
      return { snapshot: kept as FlowSnapshot, isFresh: false };
    }
  }
}
