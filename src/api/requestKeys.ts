import { hashAnswers } from '../../engine/form/hash.ts';

/** The part of web storage that is used. It may be full or forbidden. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface Held {
  key: string;
  /** Creation time, ms since 1970. */
  at: number;
}

const storageName = 'hakbang.requests';
/** A later press of the same button is a new command. The server keeps its answers longer (server/platform/http/idempotency.ts). */
const lifetimeMs = 15 * 60_000;

/**
 * Idempotency keys of requests without a response. The same request carries the same key when it is retried, pressed again, or sent after a
 * reload, so that the server runs it once and repeats its answer.
 */
export class RequestKeys {
  readonly #held: Map<string, Held>;
  readonly #storage: KeyStorage | undefined;
  readonly #now: () => number;

  constructor(storage?: KeyStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.#held = new Map(readHeld(storage));
  }

  /** The key of a request. With `survives`, a reload finds it again. */
  keyFor(request: string, survives: boolean): string {
    const name = hashAnswers(request);
    const known = this.#held.get(name);
    if (known && this.#now() - known.at < lifetimeMs) return known.key;
    const key = crypto.randomUUID();
    this.#held.set(name, { key, at: this.#now() });
    if (survives) this.#write();
    return key;
  }

  /** Call it when the server has answered: the next such request is a new command. */
  settled(request: string): void {
    if (this.#held.delete(hashAnswers(request))) this.#write();
  }

  #write(): void {
    try {
      this.#storage?.setItem(storageName, JSON.stringify([...this.#held]));
    } catch {
      // Without storage the keys live as long as the page.
    }
  }
}

function readHeld(storage: KeyStorage | undefined): [string, Held][] {
  try {
    const held = JSON.parse(storage?.getItem(storageName) ?? '[]') as [string, Held][];
    return Array.isArray(held) ? held : [];
  } catch {
    return [];
  }
}
