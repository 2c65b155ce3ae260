import { sql, type RawBuilder } from 'kysely';

/** Query for the ids of the master keys that stored rows depend on. */
export type KeyIds = RawBuilder<{ id: string }>;

/** Ids of the master keys behind the digests of a column. */
export const keyIdsIn = (table: string, column: string): KeyIds =>
  sql`select split_part(${sql.ref(column)}, '.', 1) as id from ${sql.table(table)} where ${sql.ref(column)} like '%.%'`;
