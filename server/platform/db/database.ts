import type { Kysely, Transaction } from 'kysely';

/**
 * Every table. Each area adds its tables in its table.ts:
 * `declare module '…/platform/db/database.ts' { interface Database { files: FileRow } }`.
 */
export interface Database {}

export type Db = Kysely<Database>;
/** Inside a transaction, use only this handle: the outer one deadlocks on the embedded database. */
export type Tx = Transaction<Database>;
