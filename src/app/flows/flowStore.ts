import { reaction } from 'mobx';
import type { Migration } from '../../../engine/config/carryOver.ts';
import type { Flow } from '../../../engine/config/flow.ts';
import { formKeyOf, withoutItem } from '../../../engine/flow/instances.ts';
import { loadFlow, type ExpressionModule, type Expressions } from '../../../engine/flow/load.ts';
import type { Problem, Surroundings } from '../../../engine/form/types.ts';
import type { FlowHandle, LoadedForm } from '../../../engine/react/screen/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import { FlowSession } from '../../../engine/session/flowSession.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import { ApiProblem, isTransient, networkAbnormal } from '../../api/problem.ts';
import type { Parts } from '../screens/parts.ts';
import { FlowSaver } from './flowSaver.ts';
import { StoredSnapshot } from './storedSnapshot.ts';

export interface FlowStoreOptions {
  client: ApiClient;
  parts: Parts;
  drafts: DraftStore;
  surroundings: () => Omit<Surroundings, 'answers'>;
  /** Owner of the drafts: the customer, or the guest of one step. */
  person: () => string | undefined;
  report: (error: unknown, where: string) => void;
  /** Called when a step is saved: by the person, who now goes on, or automatically when the network returned. */
  onSaved: (flow: OpenFlow, by: 'person' | 'network') => void | Promise<void>;
  /** Called when the server refused a pending step. The step is open again with its answers. */
  onRefused: (flow: OpenFlow, step: string, error: unknown) => void;
  /** Called when the answers have moved to another release than the screens. */
  onRelease: () => void;
}

/** A flow that is open on this device. */
export interface OpenFlow extends FlowHandle {
  id: string;
  definition: Flow;
  expressions: Expressions;
  forms: Record<string, LoadedForm>;
  /** Key of the source files of the flow. It changes with the release. */
  source: string;
  /** The release of the last shown screen. */
  release: string;
  refreshedAt: number;
  /** Problems of a pending step, until they are shown. */
  refusal?: { form: string; problems: readonly Problem[] };
  /** Stops storing the server's snapshots. */
  stop: () => void;
}

/** Maximum age of the server's snapshot when a screen of the flow is shown. */
const freshMs = 15_000;
/** A screen waits no longer than this for the server. A later response is applied when it arrives. */
const maxWaitMs = 1500;

/** The person's open flows on this device. A flow opens when its first screen is shown. */
export class FlowStore {
  readonly #options: FlowStoreOptions;
  readonly #saver: FlowSaver;
  readonly #open = new Map<string, Promise<OpenFlow>>();
  readonly #ready = new Map<string, OpenFlow>();
  #requestedRelease = '';

  constructor(options: FlowStoreOptions) {
    this.#options = options;
    this.#saver = new FlowSaver(options.client, options.report);
    // The two events by which a phone announces that it may discard the page.
    document.addEventListener('visibilitychange', this.#keepAll);
    window.addEventListener('pagehide', this.#keepAll);
    // Save when a field loses focus: a page that the system kills sends no event.
    document.addEventListener('focusout', this.#keepAll);
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

  /** Opens the flow of a screen and registers the screen's forms. */
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
    await this.#carry(id, flow.session);
    flow.release = ticket.release;
    this.#requestRelease(flow);
    Object.assign(flow.forms, forms);
    this.#showRefusal(flow);
    this.#ready.set(id, flow);
    this.#keepAll();
    if (Date.now() - flow.refreshedAt > freshMs) await Promise.race([this.refresh(flow).catch(() => undefined), elapsed(maxWaitMs)]);
    return flow;
  }

  /** Fetches the server's snapshot: staff or another device may have changed the flow. */
  async refresh(flow: OpenFlow): Promise<void> {
    flow.session.apply(await this.#options.client.call('flows.get', { flow: flow.id }));
    flow.refreshedAt = Date.now();
    if (flow.session.snapshot.release !== flow.release) this.#options.onRelease();
  }

  /**
   * Requests a switch when reading the flow migrated the answers to a newer release than the screen's. Once per release, to avoid a loop.
   */
  #requestRelease({ session, release, refreshedAt }: OpenFlow): void {
    const current = session.snapshot.release;
    if (refreshedAt === 0 || current === release || this.#requestedRelease === current) return;
    this.#requestedRelease = current;
    this.#options.onRelease();
  }

  /**
   * Migrates answers typed under an older release in the same way as the server migrated its own. If the call rejects, rejects too and
   * keeps everything.
   */
  async #carry(id: string, session: FlowSession): Promise<void> {
    if (session.draftRelease === session.snapshot.release) return;
    if (!session.holdsDraft()) return session.carry((draft) => ({ draft, lost: [] }));
    const { client, parts, report } = this.#options;
    const [{ carryDraft, stepsFor }, { migrations, expressions: address }] = await Promise.all([
      import('../../../engine/session/carryDraft.ts'),
      client.call('flows.carryOver', { flow: id, from: session.draftRelease }),
    ]);
    const { expressions } = address === undefined ? { expressions: {} } : await parts.module<ExpressionModule>(address);
    await session.carry((draft, said) => {
      const steps = stepsFor(draft, said, { migrations: migrations as Migration[], expressions, report });
      return carryDraft(draft, steps, session.snapshot);
    });
  }

  /** Sends pending steps, now that the network is back. */
  async flush(): Promise<void> {
    for (const flow of this.#ready.values()) {
      if (flow.session.pending.length > 0) await this.#send(flow);
    }
  }

  async #send(flow: OpenFlow): Promise<void> {
    try {
      await this.#saver.flush(flow.session);
    } catch (error) {
      if (isTransient(error)) return;
      const [first] = flow.session.pending;
      if (!first) throw error;
      await this.#refused(flow, first.step);
      this.#storeRefusal(flow, first.step, error);
      return this.#options.onRefused(flow, first.step, error);
    }
    await this.#options.onSaved(flow, 'network');
  }

  /** Keeps the problems until the form is shown: its screen may still have to load, perhaps from another release. */
  #storeRefusal(flow: OpenFlow, step: string, error: unknown): void {
    const form = formKeyOf(flow.session.flow, step);
    if (form === undefined || !(error instanceof ApiProblem)) return;
    flow.refusal = { form, problems: error.problems };
    this.#showRefusal(flow);
  }

  #showRefusal(flow: OpenFlow): void {
    const { refusal, forms, session } = flow;
    const loaded = refusal && forms[withoutItem(refusal.form)];
    if (!loaded) return;
    session.form(refusal.form, loaded.definition, loaded.module).serverProblems(refusal.problems);
    delete flow.refusal;
  }

  /** Keeps the draft and refreshes the flow: the refusal may come from another release or from a change made elsewhere. */
  async #refused(flow: OpenFlow, step: string): Promise<void> {
    await flow.session.withdraw(step);
    await this.refresh(flow).catch(() => undefined);
  }

  /** Closes all flows. Drafts stay stored. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#ready.values()].map((flow) => this.#close(flow)));
  }

  async #close(flow: OpenFlow): Promise<void> {
    this.#open.delete(flow.id);
    this.#ready.delete(flow.id);
    flow.stop();
    await flow.session.dispose();
  }

  async #create({ id, expressions, definition }: NonNullable<ScreenTicket['flow']>, source: string): Promise<OpenFlow> {
    const { client, parts, drafts, surroundings, report, person } = this.#options;
    const kept = new StoredSnapshot(drafts, `${person() ?? ''}.${id}`);
    const request = client.call('flows.get', { flow: id });
    const [module, { snapshot, isFresh }] = await Promise.all([parts.module<ExpressionModule>(expressions), kept.freshOrStored(request)]);
    const forms: Record<string, LoadedForm> = {};
    const session = new FlowSession({
      flow: loadFlow(definition as Flow, module.expressions),
      snapshot,
      environment: { surroundings, module: (form) => forms[withoutItem(form)]?.module, report },
      drafts: { store: drafts, key: `${person() ?? ''}.${id}` },
    });
    await session.restore();
    const before = session.draftRelease === snapshot.release ? undefined : await kept.stored();
    if (before) session.remember(before);
    await this.#carry(id, session);
    const stop = reaction(
      () => session.snapshot,
      (next) => kept.keep(next).catch((error: unknown) => report(error, 'snapshot')),
      { fireImmediately: isFresh },
    );
    const flow: OpenFlow = {
      id,
      definition: definition as Flow,
      expressions: module.expressions,
      session,
      forms,
      source,
      release: snapshot.release,
      stop,
      refreshedAt: isFresh ? Date.now() : 0,
      save: (step, answers, kept) => this.#save(flow, step, session.confirm(step, answers, kept)),
      skip: (step) => this.#save(flow, step, session.skip(step)),
      refresh: () => this.refresh(flow),
    };
    // Steps confirmed before the page closed are not sent yet, or their response was lost.
    if (session.pending.length > 0) setTimeout(() => void this.flush().catch((error: unknown) => report(error, 'flow')));
    return flow;
  }

  /** @param queued resolves when the draft is written. The request is under way meanwhile: both take about as long. */
  async #save(flow: OpenFlow, step: string, queued: Promise<void>): Promise<void> {
    const stored = queued.catch((error: unknown) => this.#options.report(error, 'draft'));
    try {
      await this.#saver.flush(flow.session);
      flow.refreshedAt = Date.now();
    } catch (error) {
      // It is unknown whether the save arrived, so the step stays pending and is sent again with the same key.
      if (!isTransient(error)) await this.#refused(flow, step);
      if (!(error instanceof ApiProblem) || error.code !== networkAbnormal) throw error;
      await stored;
    }
    await this.#options.onSaved(flow, 'person');
  }
}

const elapsed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
