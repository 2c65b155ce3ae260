import { ApiProblem, networkAbnormal } from '../../api/problem.ts';
import { isLoadError } from './withRetries.ts';

/** Immutable parts of releases, each fetched once. A failed fetch is repeated on the next request. */
export class Parts {
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #failed = new Set<string>();

  /** @param known parts that came with the page, by URL */
  constructor(known: Readonly<Record<string, unknown>> = {}) {
    for (const [address, part] of Object.entries(known)) this.#known.set(address, Promise.resolve(part));
  }

  /** @returns the compiler's output at this URL, whose hash guarantees its content */
  json<T>(address: string): Promise<T> {
    return this.#once<T>(address, async () => {
      const response = await fetch(address).catch(() => undefined);
      if (!response?.ok) throw new ApiProblem(networkAbnormal);
      return response.json();
    });
  }

  /** An ES module of a release: validators of a form or compiled expressions. */
  module<T>(address: string): Promise<T> {
    return this.#once<T>(address, async () => {
      // Browsers cache a failed module import, so the next attempt uses another URL.
      const url = this.#failed.has(address) ? `${address}?again=${Date.now()}` : address;
      try {
        return await import(/* @vite-ignore */ url);
      } catch (error) {
        this.#failed.add(address);
        throw isLoadError(error) ? new ApiProblem(networkAbnormal) : error;
      }
    });
  }

  #once<T>(address: string, load: () => Promise<T>): Promise<T> {
    const known = (this.#known.get(address) ?? load()) as Promise<T>;
    this.#known.set(address, known);
    known.catch(() => this.#known.delete(address));
    return known;
  }
}
