/**
 * What a sandbox was told to answer: QA orders failures by name, each good for a number of calls.
 * Without an order the sandbox answers as if all were well, so that tests and demos are deterministic.
 */
export class SandboxOrders<Answer extends string> {
  readonly #orders: { answer: Answer; times: number }[] = [];

  /** The next `times` calls answer this. */
  order(answer: Answer, times = 1): void {
    this.#orders.push({ answer, times });
  }

  /** The answer ordered for this call, if any. */
  take(): Answer | undefined {
    const first = this.#orders[0];
    if (!first) return undefined;
    first.times -= 1;
    if (first.times <= 0) this.#orders.shift();
    return first.answer;
  }

  clear(): void {
    this.#orders.length = 0;
  }

  get pending(): readonly { answer: Answer; times: number }[] {
    return this.#orders;
  }
}
