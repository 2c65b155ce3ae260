/** A written name and its correction. */
export interface Replacement {
  was: string;
  is: string;
}

export interface Suggestion {
  /** Advice: `Did you mean "weekly"?` */
  fix?: string;
  /** Set if exactly one name is close enough for an automatic fix. */
  instead?: Replacement;
}

/** Names of at least this length can have two wrong letters. */
const longName = 8;

/** Returns the closest candidate if it is close enough. */
export function nearMiss(written: string, candidates: Iterable<string>): Suggestion {
  const { closest, isAlone, distance } = nearest(written, candidates);
  if (closest === undefined) return {};
  const fix = `Did you mean "${closest}"?`;
  const isSlip = distance <= (written.length < longName ? 1 : 2);
  return isAlone && isSlip ? { fix, instead: { was: written, is: closest } } : { fix };
}

/** Whether one name may be a misspelling of another. */
export function isNear(written: string, other: string): boolean {
  return nearest(written, [other]).closest !== undefined;
}

function nearest(written: string, candidates: Iterable<string>): { closest: string | undefined; isAlone: boolean; distance: number } {
  let closest: string | undefined;
  let isAlone = true;
  let least = Math.max(1, Math.floor(written.length / 3));
  for (const candidate of new Set(candidates)) {
    if (Math.abs(candidate.length - written.length) > least) continue;
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance > least) continue;
    isAlone = closest === undefined || distance < least;
    if (isAlone) [closest, least] = [candidate, distance];
  }
  return { closest, isAlone, distance: least };
}

/** Levenshtein distance in which swapping two neighbours counts as one edit (optimal string alignment). */
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
