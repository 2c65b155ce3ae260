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

/** Calls a second of processor time in one round of at least `roundMs`. */
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
 * Calls a second of processor time of two that do the same, and how many times as often the first was called: medians of rounds
 * in which they take turns, after some to warm up. What else the machine does meets both alike.
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
