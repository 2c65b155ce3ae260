import { observable, reaction, runInAction } from 'mobx';
import type { ScreenData } from '../../config/screen.ts';
import type { DeviceAnswer } from './types.ts';
import { startPolling } from './polling.ts';

export interface DataState {
  /** `idle`: its `when` does not hold, so it is not asked for. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Stays while it is fetched again. */
  value?: unknown;
  error?: unknown;
  /** Instant (ISO 8601) of a value that was kept on the device, until the server answers. */
  asOf?: string | undefined;
}

export interface DataSources {
  /** Gives the output of an operation. */
  call: (operation: string, input: Record<string, unknown>) => Promise<unknown>;
  /** The input of an operation, from its expressions. */
  input: (data: ScreenData) => Record<string, unknown>;
  /** The place on the device of an answer that is asked for now; undefined when it is not kept. */
  deviceAnswer: (data: ScreenData, input: Record<string, unknown>) => DeviceAnswer | undefined;
  /** Whether a condition holds; true when there is none. Observable. */
  holds: (source: string | undefined) => boolean;
  /** Whether fetching by the clock makes sense: the page is in sight and online. Observable. */
  awake: () => boolean;
  onFailed: (error: unknown) => void;
  onDone: (listener: (operation: string) => void) => () => void;
  onOnline: (listener: () => void) => () => void;
}

interface Slot {
  data: ScreenData;
  state: { get(): DataState; set(value: DataState): void };
  /** Number of the newest fetch: an answer that was overtaken is dropped. */
  newest: number;
  /** When the newest fetch began, by `performance.now()`. */
  fetchedAt?: number;
  /** What it was asked with, as JSON; only for what has a `when`. */
  inputs?: string;
}

const loading: DataState = { status: 'loading' };
const idle: DataState = { status: 'idle' };

/** What a screen asks of the API, by name: fetched when shown, again by the clock, after operations and when back online. */
export class DataStore {
  readonly names: readonly string[];
  readonly #slots: ReadonlyMap<string, Slot>;
  readonly #sources: DataSources;

  constructor(data: Readonly<Record<string, ScreenData>>, sources: DataSources) {
    this.names = Object.keys(data);
    this.#sources = sources;
    const slot = (each: ScreenData): Slot => ({ data: each, state: observable.box<DataState>(loading, { deep: false }), newest: 0 });
    this.#slots = new Map(Object.entries(data).map(([name, each]) => [name, slot(each)]));
  }

  state(name: string): DataState {
    const { data, state } = this.#slot(name);
    return this.#sources.holds(data.when) ? state.get() : idle;
  }

  /** Whether it is on its way for the first time, or would be asked for once other data has said so. Observable. */
  isAwaited(name: string): boolean {
    const { data } = this.#slot(name);
    const { status, value } = this.state(name);
    if (status !== 'idle') return value === undefined && status !== 'failed';
    const others = this.names.filter((other) => other !== name && mentions(data.when ?? '', other));
    return others.some((other) => this.isAwaited(other));
  }

  /** What expressions read under the name: an empty object until it is loaded. A `when` may read its own data, so it is not asked here. */
  value(name: string): unknown {
    return this.#slot(name).state.get().value ?? {};
  }

  /** Begins when the screen comes into sight; the function returned ends it when it goes. */
  start(): () => void {
    const stops = [
      ...this.names.map((name) => this.#follow(name)),
      ...this.names.map((name) => this.#poll(name)),
      this.#sources.onDone((operation) => this.invalidate(operation)),
      this.#sources.onOnline(() => this.#retryFailed()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** When the oldest kept answer on this screen was read; undefined once the server has answered everything. Observable. */
  get asOf(): string | undefined {
    // oxlint-disable-next-line typescript/require-array-sort-compare -- instants are in order as texts; what is undefined goes last
    return this.names.map((name) => this.state(name).asOf).sort()[0];
  }

  /** Whether what is shown is what the server says: asks for what was kept on the device. Rejects when the server does not answer. */
  async confirm(): Promise<boolean> {
    const kept = this.names.filter((name) => this.state(name).asOf);
    const shown = () => JSON.stringify(kept.map((name) => this.value(name)));
    const before = shown();
    await Promise.all(kept.map((name) => this.refresh(name)));
    const failed = kept.find((name) => this.state(name).asOf);
    if (failed) throw this.state(failed).error;
    return shown() === before;
  }

  async refresh(name: string): Promise<void> {
    const slot = this.#slot(name);
    const number = ++slot.newest;
    slot.fetchedAt = performance.now();
    const settle = (state: DataState) => {
      if (slot.newest === number) runInAction(() => slot.state.set(state));
    };
    const input = this.#sources.input(slot.data);
    const kept = this.#sources.deviceAnswer(slot.data, input);
    if (slot.state.get().value === undefined) {
      settle(loading);
      void kept?.read().then((found) => {
        const { value, error } = slot.state.get();
        // The server may have been faster.
        return found && value === undefined && settle({ status: 'ready', value: found.value, asOf: found.at, error });
      });
    }
    try {
      const value = await this.#sources.call(slot.data.op, input);
      if (slot.newest === number) kept?.keep(value);
      settle({ status: 'ready', value });
    } catch (error) {
      this.#sources.onFailed(error);
      const { value, asOf } = slot.state.get();
      // What was shown before is better than nothing; the next refresh tries again.
      settle(value === undefined ? { status: 'failed', error } : { status: 'ready', value, error, asOf });
    }
  }

  /** Fetches at once, and what has a `when` also whenever that begins to hold or its inputs change. */
  #follow(name: string): () => void {
    const slot = this.#slot(name);
    const { data } = slot;
    const { holds, input } = this.#sources;
    const wanted = () => (data.when === undefined ? '' : holds(data.when) ? JSON.stringify(input(data)) : undefined);
    return reaction(
      wanted,
      (inputs) => {
        if (inputs === undefined) return;
        // Other inputs ask for another thing: what was shown is not it.
        if (slot.inputs !== undefined && slot.inputs !== inputs) runInAction(() => slot.state.set(loading));
        slot.inputs = inputs;
        void this.refresh(name);
      },
      { fireImmediately: true },
    );
  }

  #poll(name: string): () => void {
    const slot = this.#slot(name);
    const { refreshSeconds, refreshWhen, when } = slot.data;
    if (refreshSeconds === undefined) return () => undefined;
    const { awake, holds } = this.#sources;
    return startPolling({
      periodMs: refreshSeconds * 1000,
      wanted: () => awake() && holds(when) && holds(refreshWhen),
      fetchedAt: () => slot.fetchedAt,
      refresh: () => this.refresh(name),
    });
  }

  /** Fetches again what an operation makes out of date, by `invalidatedBy`. */
  invalidate(operation: string): void {
    for (const [name, { data }] of this.#slots) {
      if (data.invalidatedBy?.includes(operation) && this.#sources.holds(data.when)) void this.refresh(name);
    }
  }

  #retryFailed(): void {
    for (const name of this.names) if (this.state(name).error !== undefined) void this.refresh(name);
  }

  #slot(name: string): Slot {
    const slot = this.#slots.get(name);
    if (!slot) throw new Error(`The screen has no data "${name}".`);
    return slot;
  }
}

const texts = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Whether an expression reads a name; `route.query.item` and `state == 'item'` are no reads of the data `item`. */
export const mentions = (source: string, name: string): boolean =>
  new RegExp(`(?<!\\.\\??)\\b${name}\\b`).test(source.replace(texts, "''"));
