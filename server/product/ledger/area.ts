import { journalsBalance, ledgerBalances, postingsAreBooked, receivablesMatchReplay } from './invariants/books.ts';
import { chargesUnderCaps, oneOpenLoan, openAsTheStateSays, paidOutOnce, statesMatchPostings } from './invariants/loans.ts';
import { couponsHaveOperations, couponsUsedOnce, deletedHaveNothing, nobodyIsForgotten } from './invariants/operations.ts';
import { daysAreLocal } from './invariants/days.ts';
import { collectionsMatchStatement, payoutsMatchStatement, statementsAreBooked } from './invariants/statements.ts';
import { ledgerMigration } from './migration.ts';
import type { Area } from '../../platform/area.ts';

export const ledgerArea: Area = {
  name: 'ledger',
  migrations: [ledgerMigration],
  /** Consistency of loans, postings, books and the providers' statements. */
  invariants: {
    journalsBalance,
    ledgerBalances,
    receivablesMatchReplay,
    postingsAreBooked,
    payoutsMatchStatement,
    collectionsMatchStatement,
    statementsAreBooked,
    daysAreLocal,
    oneOpenLoan,
    openAsTheStateSays,
    statesMatchPostings,
    paidOutOnce,
    chargesUnderCaps,
    couponsUsedOnce,
    couponsHaveOperations,
    nobodyIsForgotten,
    deletedHaveNothing,
  },
};
