import type { Kysely, Transaction } from 'kysely';

/**
 * Every table. Each area adds its own: `declare module '…/platform/db/database.ts' { interface Database { files: FileRow } }` in its
 * table.ts.
 */
export interface Database {}

export type Db = Kysely<Database>;
/** Inside a transaction only this may be used: the outer one deadlocks on the embedded database. */
export type Tx = Transaction<Database>;
