import { observable, runInAction } from 'mobx';
import type { ScreenData } from '../../config/screen.ts';

export interface DataState {
  status: 'loading' | 'ready' | 'failed';
  /** Stays while it is fetched again. */
  value?: unknown;
  error?: unknown;
}

export interface DataSources {
  /** Gives the output of an operation. */
  call: (operation: string, input: Record<string, unknown>) => Promise<unknown>;
  /** The input of an operation, from its expressions. */
  input: (data: ScreenData) => Record<string, unknown>;
  onFailed: (error: unknown) => void;
  onDone: (listener: (operation: string) => void) => () => void;
  onOnline: (listener: () => void) => () => void;
}

interface Slot {
  data: ScreenData;
  state: { get(): DataState; set(value: DataState): void };
  /** Number of the newest fetch: an answer that was overtaken is dropped. */
  newest: number;
}

/** What a screen asks of the API, by name: fetched when shown, again by the clock, after operations and when back online. */
export class DataStore {
  readonly names: readonly string[];
  readonly #slots: ReadonlyMap<string, Slot>;
  readonly #sources: DataSources;

  constructor(data: Readonly<Record<string, ScreenData>>, sources: DataSources) {
    this.names = Object.keys(data);
    this.#sources = sources;
    const slot = (each: ScreenData): Slot => ({
      data: each,
      state: observable.box<DataState>({ status: 'loading' }, { deep: false }),
      newest: 0,
    });
    this.#slots = new Map(Object.entries(data).map(([name, each]) => [name, slot(each)]));
  }

  state(name: string): DataState {
    return this.#slot(name).state.get();
  }

  /** What expressions read under the name: an empty object until it is loaded. */
  value(name: string): unknown {
    return this.state(name).value ?? {};
  }

  /** Begins when the screen comes into sight; the function returned ends it when it goes. */
  start(): () => void {
    for (const name of this.names) void this.refresh(name);
    const timers = this.names.flatMap((name) => {
      const { refreshSeconds } = this.#slot(name).data;
      return refreshSeconds === undefined ? [] : [setInterval(() => void this.refresh(name), refreshSeconds * 1000)];
    });
    const stops = [
      this.#sources.onDone((operation) => this.#invalidate(operation)),
      this.#sources.onOnline(() => this.#retryFailed()),
      () => timers.forEach(clearInterval),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async refresh(name: string): Promise<void> {
    const slot = this.#slot(name);
    const number = ++slot.newest;
    const settle = (state: DataState) => {
      if (slot.newest === number) runInAction(() => slot.state.set(state));
    };
    const { value } = slot.state.get();
    if (value === undefined) settle({ status: 'loading' });
    try {
      settle({ status: 'ready', value: await this.#sources.call(slot.data.op, this.#sources.input(slot.data)) });
    } catch (error) {
      this.#sources.onFailed(error);
      // What was shown before is better than nothing; the next refresh tries again.
      settle(value === undefined ? { status: 'failed', error } : { status: 'ready', value, error });
    }
  }

  #invalidate(operation: string): void {
    for (const [name, { data }] of this.#slots) if (data.invalidatedBy?.includes(operation)) void this.refresh(name);
  }

  #retryFailed(): void {
    for (const [name, { state }] of this.#slots) if (state.get().error !== undefined) void this.refresh(name);
  }

  #slot(name: string): Slot {
    const slot = this.#slots.get(name);
    if (!slot) throw new Error(`The screen has no data "${name}".`);
    return slot;
  }
}
