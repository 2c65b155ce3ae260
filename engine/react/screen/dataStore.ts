import { observable, reaction, runInAction } from 'mobx';
import type { ScreenData } from '../../config/screen.ts';
import type { DeviceAnswer } from './types.ts';
import { startPolling } from './polling.ts';

export interface DataState {
  /** `idle`: its `when` is false, so it is not fetched. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Stays while a refresh runs. */
  value?: unknown;
  error?: unknown;
  /** Instant (ISO 8601) of a value from the device's cache, until the server answers. */
  asOf?: string | undefined;
}

export interface DataSources {
  /** Calls an operation. */
  call: (operation: string, input: Record<string, unknown>) => Promise<unknown>;
  /** Evaluates the input of an operation. */
  input: (data: ScreenData) => Record<string, unknown>;
  /** Returns the cache entry of a response, or undefined if it is not kept. */
  deviceAnswer: (data: ScreenData, input: Record<string, unknown>) => DeviceAnswer | undefined;
  /** Whether a condition holds; true without a condition. Observable. */
  holds: (source: string | undefined) => boolean;
  /** Whether polling makes sense: the page is visible and online. Observable. */
  awake: () => boolean;
  onFailed: (error: unknown) => void;
  onDone: (listener: (operation: string) => void) => () => void;
  onOnline: (listener: () => void) => () => void;
}

interface Slot {
  data: ScreenData;
  state: { get(): DataState; set(value: DataState): void };
  /** Number of the newest fetch. Responses of older fetches are dropped. */
  newest: number;
  /** Start of the newest fetch, by `performance.now()`. */
  fetchedAt?: number;
  /** The input of the newest fetch as JSON. Only for data with a `when`. */
  inputs?: string;
}

const loading: DataState = { status: 'loading' };
const idle: DataState = { status: 'idle' };

/** The data of a screen by name. It is fetched when the screen shows, by polling, after operations and when back online. */
export class DataStore {
  readonly names: readonly string[];
  readonly #slots: ReadonlyMap<string, Slot>;
  readonly sources: DataSources;
  readonly data: Readonly<Record<string, ScreenData>>;
  /** Instants of the cached responses that blocks show, by operation (ask.ts). */
  readonly asked = observable.map<string, string>();

  constructor(data: Readonly<Record<string, ScreenData>>, sources: DataSources) {
    this.data = data;
    this.names = Object.keys(data);
    this.sources = sources;
    const slot = (each: ScreenData): Slot => ({ data: each, state: observable.box<DataState>(loading, { deep: false }), newest: 0 });
    this.#slots = new Map(Object.entries(data).map(([name, each]) => [name, slot(each)]));
  }

  state(name: string): DataState {
    const { data, state } = this.#slot(name);
    return this.sources.holds(data.when) ? state.get() : idle;
  }

  /** Whether the first fetch is running or depends on other data. Observable. */
  isAwaited(name: string): boolean {
    const { data } = this.#slot(name);
    const { status, value } = this.state(name);
    if (status !== 'idle') return value === undefined && status !== 'failed';
    const others = this.names.filter((other) => other !== name && mentions(data.when ?? '', other));
    return others.some((other) => this.isAwaited(other));
  }

  /**
   * Returns the value for expressions, which is an empty object until it loads. Does not trigger a fetch, because a `when` can read
   * its own data.
   */
  value(name: string): unknown {
    return this.#slot(name).state.get().value ?? {};
  }

  /** Starts fetching when the screen becomes visible. Call the returned function to stop. */
  start(): () => void {
    const stops = [
      ...this.names.map((name) => this.#follow(name)),
      ...this.names.map((name) => this.#poll(name)),
      this.sources.onDone((operation) => this.invalidate(operation)),
      this.sources.onOnline(() => this.#retry()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Age of the oldest cached response on this screen, or undefined if the server has answered everything. Observable. */
  get asOf(): string | undefined {
    // oxlint-disable-next-line typescript/require-array-sort-compare -- instants sort as texts; undefined goes last
    return [...this.names.map((name) => this.state(name).asOf), ...this.asked.values()].sort()[0];
  }

  /** Refreshes cached data. Resolves with whether the shown values were current. Rejects if the server does not answer. */
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
    const input = this.sources.input(slot.data);
    const kept = this.sources.deviceAnswer(slot.data, input);
    if (slot.state.get().value === undefined) {
      settle(loading);
      void kept?.read().then((found) => {
        const { value, error } = slot.state.get();
        // The server can be faster than the cache.
        return found && value === undefined && settle({ status: 'ready', value: found.value, asOf: found.at, error });
      });
    }
    try {
      const value = await this.sources.call(slot.data.op, input);
      if (slot.newest === number) kept?.keep(value);
      settle({ status: 'ready', value });
    } catch (error) {
      this.sources.onFailed(error);
      const { value, asOf } = slot.state.get();
      // A stale value is better than none. The next refresh tries again.
      settle(value === undefined ? { status: 'failed', error } : { status: 'ready', value, error, asOf });
    }
  }

  /** Fetches at once. With a `when`, also fetches when it becomes true or the input changes. */
  #follow(name: string): () => void {
    const slot = this.#slot(name);
    const { data } = slot;
    const { holds, input } = this.sources;
    const wanted = () => (data.when === undefined ? '' : holds(data.when) ? JSON.stringify(input(data)) : undefined);
    return reaction(
      wanted,
      (inputs) => {
        if (inputs === undefined) return;
        // A different input means different data, so the old value is dropped.
        if (!data.stay && slot.inputs !== undefined && slot.inputs !== inputs) runInAction(() => slot.state.set(loading));
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
    const { awake, holds } = this.sources;
    return startPolling({
      periodMs: refreshSeconds * 1000,
      wanted: () => awake() && holds(when) && holds(refreshWhen),
      fetchedAt: () => slot.fetchedAt,
      refresh: () => this.refresh(name),
    });
  }

  /** Refetches the data that an operation makes stale, by `invalidatedBy`. */
  invalidate(operation: string): void {
    for (const [name, { data }] of this.#slots) {
      if (data.invalidatedBy?.includes(operation) && this.sources.holds(data.when)) void this.refresh(name);
    }
  }

  /** Blocks request their own data again too. The times of blocks that are gone no longer count. */
  #retry(): void {
    runInAction(() => this.asked.clear());
    for (const name of this.names) if (this.state(name).error !== undefined) void this.refresh(name);
  }

  #slot(name: string): Slot {
    const slot = this.#slots.get(name);
    if (!slot) throw new Error(`No data "${name}".`);
    return slot;
  }
}

const texts = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Whether an expression reads a name. `route.query.item` and `state == 'item'` do not read the data `item`. */
export const mentions = (source: string, name: string): boolean =>
  new RegExp(`(?<!\\.\\??)\\b${name}\\b`).test(source.replace(texts, "''"));
