import { fail } from '../problem.ts';
import type { Limits } from '../limitSettings.ts';

/** An upload takes a few seconds. */
const retryAfterSeconds = 3;

/** Memory for the photos that this node receives and converts. Nobody waits: uploads that do not fit are refused with `tooFrequent`. */
export class UploadRoom {
  readonly #limits: Limits;
  readonly #uploadsOf = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes room before the body is read; answers how to give it back, once. */
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
