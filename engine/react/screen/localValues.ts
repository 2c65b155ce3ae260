import { observable, runInAction } from 'mobx';
import type { Screen } from '../../config/screen.ts';

type Declared = NonNullable<Screen['local']>;

const prefix = 'local.';

/** Returns the name in `local.<name>`, or undefined for a session value. */
export const localName = (name: string): string | undefined => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);

/** The values of a screen, which last while it is open. */
export class LocalValues {
  /** The `local` namespace of expressions: the set value, else the initial value, else absent. */
  readonly scope: Readonly<Record<string, unknown>> = {};
  readonly #declared: Declared;
  readonly #set = observable.map<string, unknown>([], { deep: false });
  readonly #forgetting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(declared: Declared, initial: (source: string) => unknown) {
    this.#declared = declared;
    for (const [name, value] of Object.entries(declared)) {
      const get = () => (this.#set.has(name) ? this.#set.get(name) : value.initial === undefined ? undefined : initial(value.initial));
      Object.defineProperty(this.scope, name, { get, enumerable: true });
    }
  }

  /** `undefined` removes the value, even if it has an initial one. */
  set(name: string, value: unknown): void {
    runInAction(() => this.#set.set(name, value ?? undefined));
    clearTimeout(this.#forgetting.get(name));
    const seconds = this.#secondsOf(name);
    if (seconds !== undefined)
      this.#forgetting.set(
        name,
        setTimeout(() => runInAction(() => this.#set.delete(name)), seconds * 1000),
      );
  }

  #secondsOf(name: string): number | undefined {
    return Object.hasOwn(this.#declared, name) ? this.#declared[name]?.seconds : undefined;
  }

  /** Copies the values of the same screen from an older release, except those that are about to be forgotten. */
  inherit(from: LocalValues): void {
    for (const [name, value] of from.#set)
      if (Object.hasOwn(this.scope, name) && this.#secondsOf(name) === undefined) this.set(name, value);
  }
}
