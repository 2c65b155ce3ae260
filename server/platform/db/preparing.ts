import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Texts that are prepared; those beyond are parsed at each use, so that texts made of data cannot fill a connection's memory. */
const maxPrepared = 1000;

/** What PostgreSQL says of a statement prepared before a migration changed the columns of its table (0A000). */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '0A000' && error.message.startsWith('cached plan');

interface Prepared {
  name: string;
  text: string;
}

const preparedAs = (text: string): Prepared => ({ text, name: `h${createHash('sha256').update(text).digest('base64url').slice(0, 22)}` });

/**
 * Names statements by the hash of their text: behind a pooler, where connections of several nodes meet, one name then means one text.
 * An outdated statement gets another text (a comment), since a pooler may keep one plan for a text whatever its name.
 */
function statementNames() {
  const prepared = new Map<string, Prepared>();
  let outdated = 0;
  return {
    of: (text: string): Prepared | undefined => {
      const known = prepared.get(text);
      if (known !== undefined || prepared.size >= maxPrepared) return known;
      const made = preparedAs(text);
      prepared.set(text, made);
      return made;
    },
    renew: (text: string) => void prepared.set(text, preparedAs(`${text} /* ${++outdated} */`)),
  };
}

/** Whether statements that are prepared on this connection stay its own. Asked once for each connection. */
export type KeepsPrepared = (client: pg.PoolClient) => Promise<boolean>;

/**
 * A pool for Kysely whose statements are parsed and planned once on each connection, and whose `begin` leaves together with the first
 * statement of its transaction (pg's `pipeline`): a round trip less. A statement that a migration of another node has outdated
 * fails once (a 503 to the client) and is prepared anew. Where `keepsPrepared` says no, statements have no name.
 */
export function preparing(pool: pg.Pool, keepsPrepared: KeepsPrepared): PostgresPool {
  const names = statementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      try {
        const made = preparingClient(client, (await keepsPrepared(client)) ? names : undefined);
        clients.set(client, made);
        return made;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}

function preparingClient(client: pg.PoolClient, names: ReturnType<typeof statementNames> | undefined): PostgresPoolClient {
  const run = async (text: string, values: readonly unknown[]) => {
    // What has no values is mostly `commit`, for which a plain query is the shortest.
    const prepared = values.length > 0 ? names?.of(text) : undefined;
    try {
      return await client.query({ ...(prepared ?? { text }), values: [...values] });
    } catch (error) {
      if (isOutdated(error)) names?.renew(text);
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
