import type { Kysely, Transaction } from 'kysely';
import type { ApplicationTables } from '../modules/application/table.ts';
import type { AuthTables } from '../modules/auth/table.ts';
import type { CustomerTables } from '../modules/customer/table.ts';
import type { FileTables } from '../modules/files/table.ts';
import type { FlowTables } from '../modules/flows/table.ts';
import type { ReleaseTables } from '../modules/release/table.ts';

/** Every table, each described in the module it belongs to. */
export interface Database extends CustomerTables, AuthTables, ReleaseTables, FlowTables, FileTables, ApplicationTables {}

export type Db = Kysely<Database>;
/** Inside a transaction only this may be used: the outer one deadlocks on the embedded database. */
export type Tx = Transaction<Database>;
