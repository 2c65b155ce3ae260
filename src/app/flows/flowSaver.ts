import { formKeyOf } from '../../../engine/flow/instances.ts';
import type { FlowSession } from '../../../engine/session/flowSession.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';

type Pending = FlowSession['pending'][number];

/** Saves pending steps in order, one at a time. */
export class FlowSaver {
  readonly #client: ApiClient;
  readonly #report: (error: unknown, where: string) => void;
  #running: Promise<void> | undefined;

  constructor(client: ApiClient, report: (error: unknown, where: string) => void) {
    this.#client = client;
    this.#report = report;
  }

  /** Rejects with the first `ApiProblem`. Steps sent before it stay saved. */
  flush(session: FlowSession): Promise<void> {
    this.#running ??= this.#sendAll(session).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #sendAll(session: FlowSession): Promise<void> {
    for (let next = session.pending[0]; next; next = session.pending[0]) await this.#send(session, next);
  }

  async #send(session: FlowSession, pending: Pending): Promise<void> {
    try {
      await this.#put(session, pending);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error;
      // Another change was saved first. Answers typed here win unless the same answers were changed there.
      session.apply(await this.#client.call('flows.get', { flow: session.flow.id }));
      const form = formKeyOf(session.flow, pending.step);
      if (session.conflicts.some((conflict) => conflict.form === form)) throw error;
      await this.#put(session, pending);
    }
  }

  async #put(session: FlowSession, { step, answers, kept, skip, key }: Pending): Promise<void> {
    const { flow, revision, snapshot } = session;
    const saved = await this.#client.call(
      'flows.saveStep',
      { flow: flow.id, step, release: snapshot.release, answers, kept: [...kept], ...(skip && { skip }) },
      // A retry with the same revision is the same save; another revision makes it a new one.
      { revision, idempotencyKey: `${key}.${revision}` },
    );
    // The server has the answers. Dropping the draft need not delay the next screen.
    session.saved(step, saved.snapshot, key).catch((error: unknown) => this.#report(error, 'draft'));
  }
}
