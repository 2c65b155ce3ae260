/**
 * Queued responses of a sandbox. QA queues failures by name, each for a number of calls. Without one, the sandbox succeeds, so that tests
 * and demos are deterministic.
 */
export class SandboxOrders<Answer extends string> {
  readonly #orders: { answer: Answer; times: number }[] = [];

  /** The next `times` calls return this response. */
  order(answer: Answer, times = 1): void {
    this.#orders.push({ answer, times });
  }

  /** Takes the oldest queued response, if any; with `among`, the oldest of these. */
  take(): Answer | undefined;
  take<Some extends Answer>(among: readonly Some[]): Some | undefined;
  take(among?: readonly Answer[]): Answer | undefined {
    const index = this.#orders.findIndex(({ answer }) => !among || among.includes(answer));
    const found = this.#orders[index];
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#orders.splice(index, 1);
    return found.answer;
  }

  clear(): void {
    this.#orders.length = 0;
  }

  get pending(): readonly { answer: Answer; times: number }[] {
    return this.#orders;
  }
}
