import { observable, runInAction } from 'mobx';
import { isPlainObject } from '../../../engine/form/empty.ts';
import { withValueAt } from '../../../engine/form/withValueAt.ts';
import { type StorageArea, keptIn } from './storage.ts';

type Values = Readonly<Record<string, unknown>>;

/** Lifetime of a value: on the device, until the tab closes, or as long as the page. */
export type Lifetime = 'local' | 'session' | 'memory';

/** Personal data that must not outlive the page (safety.md, Browser). */
const memoryNames = new Set(['phone', 'phoneNumber', 'customerId', 'names']);
/** Values stored on the device in addition to the client defaults (N02). `closed`: announcements that were closed on it. */
const localNames = new Set(['publicData', 'standalone', 'Messenger', 'launch', 'consent', 'appearance', 'closed']);
/** Values that are removed when a session ends, together with `keptNames`. */
const personalNames = ['publicData', 'challenge', 'invited', 'returnTo'];

export interface ClientStateOptions {
  /** Local-storage key of everything stored on the device (G09). */
  storageKey: string;
  /** Initial values of a new device. */
  defaults: Values;
  /** Names of the cached responses' times. The responses are stored encrypted (offline/responseCache.ts). */
  keptNames?: readonly string[];
  local?: StorageArea;
  session?: StorageArea;
}

/** The client state: the `session` of expressions, grouped by lifetime. */
export class ClientState {
  readonly keptNames: readonly string[];
  readonly #key: string;
  readonly #defaults: Values;
  readonly #kept: Record<'local' | 'session', StorageArea>;
  readonly #values: Record<Lifetime, { get(): Values; set(values: Values): void }>;

  constructor(options: ClientStateOptions) {
    const { storageKey, defaults, keptNames = [] } = options;
    const { local = keptIn(() => localStorage), session = keptIn(() => sessionStorage) } = options;
    this.#key = storageKey;
    this.#defaults = defaults;
    this.keptNames = keptNames;
    this.#kept = { local, session };
    const box = (values: Values) => observable.box<Values>(values, { deep: false });
    this.#values = { local: box(this.#read('local')), session: box(this.#read('session')), memory: box({}) };
    this.#kept.local.write(this.#key, this.#values.local.get());
  }

  /** All values by name, for expressions. */
  get values(): Values {
    const { local, session, memory } = this.#values;
    return { ...local.get(), ...session.get(), ...memory.get() };
  }

  get token(): string | undefined {
    return this.#publicData('token');
  }

  get customerId(): string | undefined {
    return this.#publicData('customerId');
  }

  /** The invitation that a guest is answering on this device without being a customer. */
  get guest(): string | undefined {
    return this.#publicData('guest');
  }

  /** N06: a customer is logged in when both exist. */
  get isLoggedIn(): boolean {
    return this.token !== undefined && this.customerId !== undefined;
  }

  /** Sets a value by its dotted name. `undefined` removes it. */
  set(name: string, value: unknown, lifetime: Lifetime = this.#lifetimeOf(name)): void {
    const [root = '', ...rest] = name.split('.');
    const box = this.#values[lifetime];
    const next = withValueAt(box.get()[root], rest, value ?? undefined);
    runInAction(() => box.set(without({ ...box.get(), [root]: next })));
    if (lifetime !== 'memory') this.#kept[lifetime].write(this.#key, box.get());
  }

  /** Removes the person's session and data. Choices of the device stay. */
  forget(): void {
    runInAction(() => this.#values.memory.set({}));
    for (const name of [...personalNames, ...this.keptNames]) this.set(name, this.#defaults[name]);
  }

  /** Reads the stored state again after another tab changed it. */
  reread(): void {
    runInAction(() => this.#values.local.set(this.#read('local')));
  }

  #lifetimeOf(name: string): Lifetime {
    const root = name.split('.')[0] ?? '';
    if (memoryNames.has(root)) return 'memory';
    return Object.hasOwn(this.#defaults, root) || localNames.has(root) ? 'local' : 'session';
  }

  #read(where: 'local' | 'session'): Values {
    const kept = this.#kept[where].read(this.#key);
    return { ...(where === 'local' ? this.#defaults : {}), ...(isPlainObject(kept) ? kept : {}) };
  }

  #publicData(name: 'token' | 'customerId' | 'guest'): string | undefined {
    const data = this.#values.local.get()['publicData'];
    const value = isPlainObject(data) ? data[name] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  }
}

const without = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
