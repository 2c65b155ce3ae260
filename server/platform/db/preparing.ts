import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { errorCode } from '../errorCode.ts';

/** Maximum number of prepared texts. Others are parsed at each use, so that texts built from data cannot fill a connection's memory. */
const maxPrepared = 1000;

/** PostgreSQL's error for a statement prepared before a migration changed its table (0A000). */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && errorCode(error) === '0A000' && error.message.startsWith('cached plan');

interface Prepared {
  name: string;
  text: string;
}

const preparedAs = (text: string): Prepared => ({ text, name: `h${createHash('sha256').update(text).digest('base64url').slice(0, 22)}` });

/**
 * Names statements by the hash of their text, so that one name means one text even when nodes share connections behind a pooler.
 * An outdated statement gets a new text (a comment), since a pooler may cache the plan by text.
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

/** Whether this connection keeps its prepared statements. Asked once per connection. */
export type KeepsPrepared = (client: pg.PoolClient) => Promise<boolean>;

/**
 * A pool for Kysely that prepares each statement once per connection, and pipelines `begin` with the first statement of its transaction
 * (pg's `pipeline`), which saves a round trip. A statement outdated by another node's migration fails once (a 503 to the client) and is
 * then prepared again. If `keepsPrepared` returns false, statements are unnamed.
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
    // Statements without values are mostly `commit`, for which a simple query is fastest.
    const prepared = values.length > 0 ? names?.of(text) : undefined;
    try {
      return await client.query({ ...(prepared ?? { text }), values: [...values] });
    } catch (error) {
      if (isOutdated(error)) names?.renew(text);
      throw error;
    }
  };
  const begin = (text: string) => {
    // If `begin` fails, the next statement on this connection fails too.
    client.query(text).catch(() => {});
    return { command: 'BEGIN', rowCount: 0, rows: [] };
  };
  const query = async (text: string, values: readonly unknown[] = []) => (text === 'begin' ? begin(text) : run(text, values));
  return {
    // Kysely passes cursors only if it is given a cursor module.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}
