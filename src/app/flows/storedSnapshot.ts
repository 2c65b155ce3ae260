import type { FlowSnapshot } from '../../../engine/flow/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import { ApiProblem, isTransient } from '../../api/problem.ts';

/** The last server snapshot of a flow, encrypted in the store of drafts, so that the flow also opens offline. */
export class StoredSnapshot {
  readonly #store: DraftStore;
  readonly #name: string;

  constructor(store: DraftStore, name: string) {
    this.#store = store;
    this.#name = `said.${name}`;
  }

  keep(snapshot: FlowSnapshot): Promise<void> {
    return this.#store.save(this.#name, snapshot);
  }

  stored(): Promise<FlowSnapshot | undefined> {
    return this.#store.load(this.#name) as Promise<FlowSnapshot | undefined>;
  }

  /**
   * The current snapshot, or the stored one when the server cannot be reached. Rejects with the server's error when neither is available.
   */
  async freshOrStored(request: Promise<FlowSnapshot>): Promise<{ snapshot: FlowSnapshot; isFresh: boolean }> {
    try {
      return { snapshot: await request, isFresh: true };
    } catch (error) {
      const kept = error instanceof ApiProblem && isTransient(error) ? await this.stored() : undefined;
      if (kept === undefined) throw error;
      return { snapshot: kept, isFresh: false };
    }
  }
}
