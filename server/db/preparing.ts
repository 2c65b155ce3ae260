import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Texts that are prepared; those beyond are parsed at each use, so that texts made of data cannot fill a connection's memory. */
const maxPrepared = 1000;

/** What PostgreSQL says of a statement prepared before a migration changed the columns of its table (0A000). */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '0A000' && error.message.startsWith('cached plan');

/** Names for statements, the same on every connection of a pool. */
function statementNames() {
  const names = new Map<string, string>();
  let made = 0;
  return {
    of: (text: string): string | undefined => {
      const known = names.get(text);
      if (known !== undefined || names.size >= maxPrepared) return known;
      const name = `s${made++}`;
      names.set(text, name);
      return name;
    },
    forget: (text: string) => void names.delete(text),
  };
}

/**
 * A pool for Kysely whose statements are parsed and planned once on each connection, and whose `begin` leaves together with the first
 * statement of its transaction (pg's `pipeline`): a round trip less. A statement that a migration of another node has outdated
 * fails once (a 503 to the client) and is prepared anew.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = statementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

function preparingClient(client: pg.PoolClient, names: ReturnType<typeof statementNames>): PostgresPoolClient {
  const run = async (text: string, values: readonly unknown[]) => {
    // What has no values is mostly `commit`, for which a plain query is the shortest.
    const name = values.length > 0 ? names.of(text) : undefined;
    try {
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    } catch (error) {
      if (isOutdated(error)) names.forget(text);
      throw error;
    }
  };
  const begin = (text: string) => {
    // When it fails so does the statement that follows it on the same connection.
    client.query(text).catch(() => {});
    return { command: 'BEGIN', rowCount: 0, rows: [] };
  };
  const query = async (text: string, values: readonly unknown[] = []) => (text === 'begin' ? begin(text) : run(text, values));
  return {
    // Kysely hands over cursors only where it is told of a module for them.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}
