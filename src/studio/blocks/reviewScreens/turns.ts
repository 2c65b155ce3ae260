/** Runs tasks one after another, in the order of their requests. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(task);
    this.last = result.catch(() => undefined);
    return result;
  }
}
