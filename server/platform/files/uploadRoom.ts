import { fail } from '../problem.ts';
import type { Limits } from '../limitSettings.ts';

/** An upload takes a few seconds. */
const retryAfterSeconds = 3;

/** Memory budget of this node for photos in progress. An upload that exceeds it is refused with `tooFrequent` instead of queued. */
export class UploadRoom {
  readonly #limits: Limits;
  readonly #uploadsOf = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Reserves memory before the body is read. Returns a function that releases it once. */
  enter(customerId: string, bytes: number): () => void {
    const uploads = this.#uploadsOf.get(customerId) ?? 0;
    const { maxUploadBytes, maxUploadsPerCustomer } = this.#limits;
    if (uploads >= maxUploadsPerCustomer || this.#bytes + bytes > maxUploadBytes) {
      fail('tooFrequent', { params: { seconds: retryAfterSeconds } });
    }
    this.#add(customerId, 1, bytes);
    return () => this.#add(customerId, -1, -bytes);
  }

  #add(customerId: string, uploads: number, bytes: number): void {
    this.#bytes += bytes;
    const count = (this.#uploadsOf.get(customerId) ?? 0) + uploads;
    if (count > 0) this.#uploadsOf.set(customerId, count);
    else this.#uploadsOf.delete(customerId);
  }
}
