import { hashAnswers } from '../../engine/form/hash.ts';

/** As much of web storage as is needed; it may be full or forbidden. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface Held {
  key: string;
  /** When it was made, ms since 1970. */
  at: number;
}

const storageName = 'hakbang.requests';
/** A later press of the same button is a new command. The server keeps its answers longer (server/platform/http/idempotency.ts). */
const lifetimeMs = 15 * 60_000;

/**
 * The Idempotency-Keys of requests whose answer is not known. The same request made again, by itself, by the person, or after
 * a reload, carries the same key, so that the server does it once and tells what came of it.
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

  /** The key of a request; `survives`: it is found again after a reload. */
  keyFor(request: string, survives: boolean): string {
    const name = hashAnswers(request);
    const known = this.#held.get(name);
    if (known && this.#now() - known.at < lifetimeMs) return known.key;
    const key = crypto.randomUUID();
    this.#held.set(name, { key, at: this.#now() });
    if (survives) this.#write();
    return key;
  }

  /** The server has answered: the next request of this kind is another one. */
  settled(request: string): void {
    if (this.#held.delete(hashAnswers(request))) this.#write();
  }

  #write(): void {
    try {
      this.#storage?.setItem(storageName, JSON.stringify([...this.#held]));
    } catch {
      // They live as long as the page.
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
