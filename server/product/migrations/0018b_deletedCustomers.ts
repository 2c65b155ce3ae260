import type { Kysely } from 'kysely';
import { refuseDeletedCustomers } from '../../platform/db/migrations/0018_deletedCustomers.ts';

/** The product's tables take no row for a customer who was deleted. */
export const up = (db: Kysely<unknown>): Promise<void> => refuseDeletedCustomers(db, tables);

const tables = ['applications', 'appointments', 'easy_reloans', 'loans', 'payout_accounts', 'signatures', 'standing_consents'];
