import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Whether statements that are prepared on this connection stay its own. Each connection is asked when it is made, since an address may
 * lead to a pooler tomorrow.
 *
 * - A server tells each connection the process that serves it. A pooler tells a number of its own, because cancelling must go
 *   through it. The same number on both sides means that there is no pooler.
 * - A pooler that keeps track of prepared statements (PgBouncer from 1.21 on, unless `max_prepared_statements` is 0) gives them names of
 *   its own. If ours arrives unchanged, another client's statement of that name may meet it.
 *
 * Session and transaction mode cannot be told apart from outside as long as nobody else is connected, so a pooler that fails the second test
 * counts as one in transaction mode.
 */
export async function keepsPrepared(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid === processIdOf(client)) return true;
  return renamesStatements(client);
}

/** As the server, or whatever stands before it, said at the start of the connection (BackendKeyData). */
const processIdOf = (client: pg.PoolClient) => (client as unknown as { processID: number | null }).processID;

/** In one transaction, so that the statement and the question about it reach the same server connection. */
async function renamesStatements(client: pg.PoolClient): Promise<boolean> {
  const name = `probe${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  try {
    // The statement looks itself up: its text holds the name we gave it.
    const text = `select name from pg_prepared_statements where statement like '%${name}%' and $1::int = 1`;
    const { rows } = await client.query<{ name: string }>({ name, text, values: [1] });
    const isRenamed = rows.length > 0 && rows.every((row) => row.name !== name);
    if (!isRenamed) await client.query(`deallocate "${name}"`);
    return isRenamed;
  } finally {
    await client.query('commit');
  }
}
