import { observable, runInAction } from 'mobx';
import type { Screen } from '../../config/screen.ts';

type Declared = NonNullable<Screen['local']>;

const prefix = 'local.';

/** The name of a value of the screen in `local.<name>`; undefined for one of the session. */
export const localName = (name: string): string | undefined => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);

/** The values that a screen keeps for itself while it is open. */
export class LocalValues {
  /** What expressions read as `local`: what was set, else the initial value, else absent. */
  readonly scope: Readonly<Record<string, unknown>> = {};
  readonly #set = observable.map<string, unknown>([], { deep: false });

  constructor(declared: Declared, initial: (source: string) => unknown) {
    for (const [name, value] of Object.entries(declared)) {
      const get = () => (this.#set.has(name) ? this.#set.get(name) : value.initial === undefined ? undefined : initial(value.initial));
      Object.defineProperty(this.scope, name, { get, enumerable: true });
    }
  }

  /** Undefined makes it absent, also where there is an initial value. */
  set(name: string, value: unknown): void {
    runInAction(() => this.#set.set(name, value ?? undefined));
  }

  /** Takes over what was set on a screen made from an older release. */
  inherit(from: LocalValues): void {
    for (const [name, value] of from.#set) if (Object.hasOwn(this.scope, name)) this.set(name, value);
  }
}
