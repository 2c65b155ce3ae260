import { journalsBalance, ledgerBalances, postingsAreBooked, receivablesMatchReplay } from './invariants/books.ts';
import { chargesUnderCaps, oneOpenLoan, paidOutOnce, statesMatchPostings } from './invariants/loans.ts';
import {
  answersAreKept,
  auditVerifies,
  couponsHaveOperations,
  couponsUsedOnce,
  draftsAreReadable,
  nobodyIsForgotten,
  outboxDrains,
} from './invariants/operations.ts';
import { daysAreManila } from './invariants/days.ts';
import { collectionsMatchStatement, payoutsMatchStatement, statementsAreBooked } from './invariants/statements.ts';
import type { Invariant, Looking } from './invariants/types.ts';

/** What must hold after whatever happened (safety.md, "Invariants"), by name. */
export const invariants = {
  journalsBalance,
  ledgerBalances,
  receivablesMatchReplay,
  postingsAreBooked,
  payoutsMatchStatement,
  collectionsMatchStatement,
  statementsAreBooked,
  daysAreManila,
  oneOpenLoan,
  statesMatchPostings,
  paidOutOnce,
  chargesUnderCaps,
  couponsUsedOnce,
  couponsHaveOperations,
  outboxDrains,
  nobodyIsForgotten,
  auditVerifies,
  answersAreKept,
  draftsAreReadable,
} as const satisfies Record<string, Invariant>;

export interface Violation {
  invariant: keyof typeof invariants;
  /** Ids and amounts, nothing personal. */
  message: string;
}

/**
 * Checks all of them, or those named. Answers what does not hold; empty when all is well.
 *
 * @example expect(await violations(deps)).toEqual([])
 */
export async function violations(
  deps: Looking,
  names: readonly (keyof typeof invariants)[] = Object.keys(invariants) as (keyof typeof invariants)[],
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const invariant of names) {
    for (const message of await invariants[invariant](deps)) found.push({ invariant, message });
  }
  return found;
}
