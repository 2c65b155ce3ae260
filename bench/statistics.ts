/** The median; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** CPU time of this process in milliseconds, so that other processes do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Calls per second of CPU time in one round of at least `roundMs`. */
function perSecondOnce(work: () => void, roundMs: number): number {
  const started = processorMs();
  let calls = 0;
  while (processorMs() - started < roundMs) {
    for (let index = 0; index < 200; index += 1) work();
    calls += 200;
  }
  return (calls / (processorMs() - started)) * 1000;
}

/**
 * Compares two equivalent functions: calls per second of CPU time for each, and their ratio. Returns medians of alternating rounds after a
 * warm-up, so that other load on the machine affects both alike.
 */
export function byTurns(
  ours: () => void,
  theirs: () => void,
  rounds: number,
  roundMs = 100,
): { ours: number; theirs: number; ratio: number } {
  const round = () => ({ ours: perSecondOnce(ours, roundMs), theirs: perSecondOnce(theirs, roundMs) });
  for (let warming = 0; warming < 3; warming += 1) round();
  const figures = Array.from({ length: rounds }, round);
  return {
    ours: median(figures.map((figure) => figure.ours)),
    theirs: median(figures.map((figure) => figure.theirs)),
    ratio: median(figures.map((figure) => figure.ours / figure.theirs)),
  };
}
