import { hashAnswers } from '../../engine/form/hash.ts';

/** The part of the web storage API that is used. Storage may be full or forbidden. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface Held {
  key: string;
  /** Creation time, ms since 1970. */
  at: number;
}

const storageName = 'hakbang.requests';
/**
 * After this time, pressing the same button again is a new command. The server keeps its responses longer
 * (server/platform/http/idempotency.ts).
 */
const lifetimeMs = 15 * 60_000;

/**
 * Idempotency keys of requests that have no response yet. A request keeps its key when it is retried, submitted again, or sent after a
 * reload, so that the server runs it once and repeats its response.
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

  /** Call it when the server has responded. The next identical request is then a new command. */
  settled(request: string): void {
    if (this.#held.delete(hashAnswers(request))) this.#write();
  }

  #write(): void {
    try {
      this.#storage?.setItem(storageName, JSON.stringify([...this.#held]));
    } catch {
      // Without storage, the keys live only as long as the page.
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
