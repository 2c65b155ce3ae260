/** The candidate closest to what was written, if it is close enough to be meant; `Did you mean "weekly"?` */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const closest = nearest(written, candidates);
  return closest === undefined ? undefined : `Did you mean "${closest}"?`;
}

function nearest(written: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance where swapping two neighbours counts one (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let value = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + cost);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) value = Math.min(value, at(before, j - 2) + 1);
      row.push(value);
    }
    [before, previous] = [previous, row];
  }
  return at(previous, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
