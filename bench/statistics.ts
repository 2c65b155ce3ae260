/** The middle of what was measured; the mean of the two in the middle for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Milliseconds this process has had a processor, so that neighbours on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Calls a second of processor time: the median of `rounds` rounds of at least `roundMs` each, after one to warm up. */
export function perSecond(work: () => void, rounds: number, roundMs = 200): number {
  const round = () => {
    const started = processorMs();
    let calls = 0;
    while (processorMs() - started < roundMs) {
      for (let index = 0; index < 200; index += 1) work();
      calls += 200;
    }
    return (calls / (processorMs() - started)) * 1000;
  };
  round();
  return median(Array.from({ length: rounds }, round));
}
