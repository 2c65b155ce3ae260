import type { Flow } from '../../../engine/config/flow.ts';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { loadFlow, type Expressions } from '../../../engine/flow/load.ts';
import type { Surroundings } from '../../../engine/form/types.ts';
import type { FlowHandle, LoadedForm } from '../../../engine/react/screen/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import { FlowSession } from '../../../engine/session/flowSession.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import { ApiProblem, networkAbnormal } from '../../api/problem.ts';
import type { Parts } from '../screens/parts.ts';
import { FlowSaver } from './flowSaver.ts';

export interface FlowStoreOptions {
  client: ApiClient;
  parts: Parts;
  drafts: DraftStore;
  surroundings: () => Omit<Surroundings, 'answers'>;
  customerId: () => string | undefined;
  report: (error: unknown, where: string) => void;
  /** A step was saved: by the person, who now goes on, or by itself when the network came back. */
  onSaved: (flow: OpenFlow, by: 'person' | 'network') => void | Promise<void>;
  /** A step waits for the network. */
  onWaiting: () => void;
}

/** A flow that is open on this device. */
export interface OpenFlow extends FlowHandle {
  id: string;
  definition: Flow;
  expressions: Expressions;
  forms: Record<string, LoadedForm>;
  /** Which files it was made from; another release makes another. */
  source: string;
  refreshedAt: number;
}

/** How old the server's word may be when a screen of the flow is shown. */
const freshMs = 15_000;

/** The flows of the person on this device: opened when a screen of theirs is first shown. */
export class FlowStore {
  readonly #options: FlowStoreOptions;
  readonly #saver: FlowSaver;
  readonly #open = new Map<string, Promise<OpenFlow>>();
  readonly #ready = new Map<string, OpenFlow>();

  constructor(options: FlowStoreOptions) {
    this.#options = options;
    this.#saver = new FlowSaver(options.client, options.report);
    // A phone tells in these two ways that the page may be gone in a moment.
    document.addEventListener('visibilitychange', this.#keepAll);
    window.addEventListener('pagehide', this.#keepAll);
  }

  readonly #keepAll = () => {
    for (const { session } of this.#ready.values()) session.keep().catch((error: unknown) => this.#options.report(error, 'draft'));
  };

  get(id: string): OpenFlow | undefined {
    return this.#ready.get(id);
  }

  all(): OpenFlow[] {
    return [...this.#ready.values()];
  }

  /** The flow of a screen, with the forms of that screen known to it. */
  async open(ticket: ScreenTicket, forms: Record<string, LoadedForm>): Promise<OpenFlow | undefined> {
    if (!ticket.flow) return undefined;
    const { id, expressions } = ticket.flow;
    const source = `${expressions} ${JSON.stringify(ticket.flow.definition)}`;
    const known = this.#ready.get(id);
    if (known && known.source !== source) await this.#close(known);
    const opening = this.#open.get(id) ?? this.#create(ticket.flow, source);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    const flow = await opening;
    Object.assign(flow.forms, forms);
    this.#ready.set(id, flow);
    if (Date.now() - flow.refreshedAt > freshMs) await this.refresh(flow).catch(() => undefined);
    return flow;
  }

  /** Takes the server's word anew: a send-back, another device. */
  async refresh(flow: OpenFlow): Promise<void> {
    flow.session.apply(await this.#options.client.call('flows.get', { flow: flow.id }));
    flow.refreshedAt = Date.now();
  }

  /** Sends what waits, now that the network is back. */
  async flush(): Promise<void> {
    for (const flow of this.#ready.values()) {
      if (flow.session.pending.length === 0) continue;
      await this.#saver.flush(flow.session);
      await this.#options.onSaved(flow, 'network');
    }
  }

  /** Forgets all flows; drafts stay where they are. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#ready.values()].map((flow) => this.#close(flow)));
  }

  async #close(flow: OpenFlow): Promise<void> {
    this.#open.delete(flow.id);
    this.#ready.delete(flow.id);
    await flow.session.dispose();
  }

  async #create({ id, expressions, definition }: NonNullable<ScreenTicket['flow']>, source: string): Promise<OpenFlow> {
    const { client, parts, drafts, surroundings, report, customerId } = this.#options;
    const [module, snapshot] = await Promise.all([parts.module(expressions), client.call('flows.get', { flow: id })]);
    const compiled = (module as { expressions: Expressions }).expressions;
    const forms: Record<string, LoadedForm> = {};
    const session = new FlowSession({
      flow: loadFlow(definition as Flow, compiled),
      snapshot,
      environment: { surroundings, module: (form) => forms[form]?.module, report },
      drafts: { store: drafts, key: `${customerId() ?? ''}.${id}` },
    });
    await session.restore();
    const flow: OpenFlow = {
      id,
      definition: definition as Flow,
      expressions: compiled,
      session,
      forms,
      source,
      refreshedAt: Date.now(),
      save: (step, answers, kept) => this.#save(flow, step, answers, kept),
    };
    return flow;
  }

  async #save(flow: OpenFlow, step: string, answers: FormAnswers, kept: readonly string[]): Promise<void> {
    // The device keeps it while the server is told: writing a draft takes as long as the server does.
    const noted = flow.session.confirm(step, answers, kept).catch((error: unknown) => this.#options.report(error, 'draft'));
    try {
      await this.#saver.flush(flow.session);
      flow.refreshedAt = Date.now();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== networkAbnormal) {
        await flow.session.withdraw(step);
        throw error;
      }
      await noted;
      this.#options.onWaiting();
    }
    await this.#options.onSaved(flow, 'person');
  }
}
