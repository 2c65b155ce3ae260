import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { dayOf, todayOf } from '../../platform/time.ts';
import type { LoanRecord } from './types.ts';

export const disclosed = 'disclosed';

/** The disclosed loan that waits for the borrower's consent. */
export const disclosedLoan = (db: Db | Tx, customerId: string): Promise<LoanRecord | undefined> =>
  db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('state', '=', disclosed).executeTakeFirst();

/** Dates and caps are valid for one day, so an older disclosure must be renewed before anybody agrees to it. */
export const isDisclosedToday = (deps: Pick<Deps, 'clock' | 'releases'>, loan: LoanRecord): boolean =>
  dayOf(deps, loan.updated_at) === todayOf(deps);
