import type { Kysely } from 'kysely';
import { refuseDeletedCustomers } from '../../platform/db/migrations/0018_deletedCustomers.ts';

/** The product's tables reject rows for deleted customers. */
export const up = (db: Kysely<unknown>): Promise<void> => refuseDeletedCustomers(db, tables);

const tables = ['applications', 'appointments', 'easy_reloans', 'loans', 'payout_accounts', 'signatures', 'standing_consents'];
