import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { connectPostgres, type Connection } from '../../../server/platform/db/connect.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { migrations } from '../support/migrations.ts';
import { preparing } from '../../../server/platform/db/preparing.ts';
import { onPostgres } from '../support/testDatabase.ts';
import { root } from '../../support/root.ts';
import { pgBouncerVersion, type Pooler, startPgBouncer, startProxy } from './poolers.ts';

/** The messages that a node sends for these texts, in this order. */
async function sentBy(texts: readonly string[], keepsPrepared: boolean): Promise<(string | undefined)[]> {
  const sent: (string | undefined)[] = [];
  const client = { query: async ({ name }: { name?: string }) => void sent.push(name), release: () => {} };
  const pool = preparing({ connect: async () => client } as unknown as pg.Pool, async () => keepsPrepared);
  const connection = await pool.connect();
  for (const text of texts) await connection.query(text, [1]);
  return sent;
}

test('a statement is named by its text, the same on every node, or not at all', async () => {
  const [one, two] = await Promise.all([sentBy(['select $1', 'select $1, 2'], true), sentBy(['select $1, 2', 'select $1'], true)]);
  expect(one).toEqual(two.toReversed());
  expect(new Set(one).size).toBe(2);
  expect(await sentBy(['select $1'], false)).toEqual([undefined]);
});

test('no SQL keeps state in a session, which clients of a transaction pooler would share', () => {
  const sessionState =
    /pg_(try_)?advisory_lock\(|\bcreate (temp|temporary|unlogged temp) |sql`\s*(listen|unlisten|set (?!local\b)|declare |prepare )/i;
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => sessionState.test(readFileSync(join(root, 'server', file), 'utf8')))).toEqual([]);
  expect('select pg_advisory_lock(1)').toMatch(sessionState);
});

const server = process.env['TEST_DATABASE_URL'] ?? '';
const nodeOf = (url: string): Connection => connectPostgres(url, 6);

async function behind(pooler: Pooler, work: (nodes: [Connection, Connection]) => Promise<void>): Promise<void> {
  const nodes: [Connection, Connection] = [nodeOf(pooler.url), nodeOf(pooler.url)];
  try {
    await work(nodes);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await pooler.close();
  }
}

async function inSchema(work: (schema: string) => Promise<void>): Promise<void> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const direct = connectPostgres(server, 1);
  await sql`create schema ${sql.id(schema)}`.execute(direct.db);
  try {
    await work(schema);
  } finally {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(direct.db);
    await direct.close();
  }
}

const texts = Array.from({ length: 100 }, (_, index) => index);
/** Each text has its own constant, so the result of another statement is detected. */
const ask = async ({ db }: Connection, constant: number, parameter: number) => {
  const { rows } = await sql<{ sum: number }>`select ${parameter}::int + ${sql.raw(String(constant * 1000))} as sum`.execute(db);
  return (rows[0]?.sum ?? 0) - constant * 1000 - parameter;
};

const namesOf = ({ db }: Connection) =>
  db.connection().execute(async (one) => {
    await sql`select ${1}::int`.execute(one);
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(one);
    return rows.map(({ name }) => name);
  });

describe.each(onPostgres ? ['PostgreSQL'] : [])('behind a pooler before %s', () => {
  const withSupport = () => pgBouncerVersion() >= 121;
  const modes = () => (withSupport() ? [['max_prepared_statements = 0'], ['max_prepared_statements = 100']] : [[]]);

  test('every statement of two nodes behind PgBouncer in transaction mode gets its own parameters', async () => {
    for (const settings of modes()) {
      await inSchema(async (schema) =>
        behind(await startPgBouncer(server, schema, settings), async ([one, two]) => {
          // Both migrate the schema at once, under their transactions' lock.
          expect((await Promise.all([migrate(one.db, migrations), migrate(two.db, migrations)])).flat().length).toBeGreaterThan(10);
          const differences = await Promise.all([
            ...texts.map((constant) => ask(one, constant, constant)),
            ...texts.toReversed().map((constant) => ask(two, constant, constant + 1)),
          ]);
          expect(differences).toEqual(differences.map(() => 0));
          const counted = two.db.transaction().execute(async (tx) => {
            await tx.insertInto('login_numbers').values({ phone_digest: 'x', day: '2026-03-10' }).execute();
            return tx.selectFrom('login_numbers').select('day').where('phone_digest', '=', 'x').execute();
          });
          expect(await counted).toEqual([{ day: '2026-03-10' }]);
        }),
      );
    }
  });

  test('statements stay unnamed if the pooler passes names on, and are named if it separates them or without a pooler', async () => {
    await behind(await startProxy(server, { renames: false }), async ([node]) => expect(await namesOf(node)).toEqual([]));
    await behind(await startProxy(server, { renames: true }), async ([node]) =>
      expect(await namesOf(node)).toEqual(expect.arrayContaining([expect.stringMatching(/^POOLER_h[\w-]{22}$/)])),
    );
    const direct = nodeOf(server);
    expect(await namesOf(direct)).toEqual([expect.stringMatching(/^h[\w-]{22}$/)]);
    await direct.close();
  });
});
