import type { Problem } from '../../../server/contract/staff/studio.ts';

const weights = ['error', 'warning'];

/** Errors first, then warnings. Hints, such as how much of a language is translated, do not count as problems. */
export const byWeight = (problems: readonly Problem[]): Problem[] =>
  problems
    .filter(({ severity }) => weights.includes(severity))
    .toSorted((one, other) => weights.indexOf(one.severity) - weights.indexOf(other.severity));
