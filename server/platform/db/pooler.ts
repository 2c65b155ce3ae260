import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Whether this connection keeps its prepared statements. Checked for every new connection, because a pooler may appear behind the same
 * address later.
 *
 * - A server reports the pid of the backend that serves the connection. A pooler reports its own number, because cancel requests go through
 *   it. Equal numbers on both sides mean that there is no pooler.
 * - A pooler that tracks prepared statements (PgBouncer since 1.21, unless `max_prepared_statements` is 0) renames them. If our name
 *   arrives unchanged, it can collide with another client's statement.
 *
 * Session and transaction mode look the same while no other client is connected, so a pooler that fails the second test counts as one in
 * transaction mode.
 */
export async function keepsPrepared(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid === processIdOf(client)) return true;
  return renamesStatements(client);
}

/** The pid that the server or pooler reported at connection start (BackendKeyData). */
const processIdOf = (client: pg.PoolClient) => (client as unknown as { processID: number | null }).processID;

/** Runs in one transaction, so that the statement and the query about it reach the same server connection. */
async function renamesStatements(client: pg.PoolClient): Promise<boolean> {
  const name = `probe${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  try {
    // The statement looks itself up: its text contains our name for it.
    const text = `select name from pg_prepared_statements where statement like '%${name}%' and $1::int = 1`;
    const { rows } = await client.query<{ name: string }>({ name, text, values: [1] });
    const isRenamed = rows.length > 0 && rows.every((row) => row.name !== name);
    if (!isRenamed) await client.query(`deallocate "${name}"`);
    return isRenamed;
  } finally {
    await client.query('commit');
  }
}
