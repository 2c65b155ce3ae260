import type { Day } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { manilaDay } from '../../platform/time.ts';
import type { LoanRecord } from './types.ts';

export const disclosed = 'disclosed';

/** The loan that is disclosed and not yet agreed to. */
export const disclosedLoan = (db: Db | Tx, customerId: string): Promise<LoanRecord | undefined> =>
  db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('state', '=', disclosed).executeTakeFirst();

/** Dates and caps are those of a day: what was disclosed yesterday is disclosed anew before it is agreed to. */
export const isDisclosedOn = (loan: LoanRecord, today: Day): boolean => manilaDay(loan.updated_at) === today;
