import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';

let connection: Connection;
beforeEach(async () => void (connection = await createTestDatabase()));
afterEach(() => connection.close());

const everything = () => sql<object>`select * from prepared where id = ${1}`.execute(connection.db).then(({ rows }) => rows);

test('a statement outdated by a migration fails once and is then prepared again', async () => {
  const { db } = connection;
  // Use one connection, as on the embedded database, because statements are prepared per connection.
  await db.connection().execute(async (only) => {
    await sql`create table prepared (id int)`.execute(only);
    await sql`insert into prepared values (${1})`.execute(only);
    const read = async () => (await sql<object>`select * from prepared where id = ${1}`.execute(only)).rows;
    expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table prepared add column more int`.execute(only);
    await expect(read()).rejects.toMatchObject({ code: '0A000', message: expect.stringMatching(/^cached plan must not change/) });
    expect(await read()).toEqual([{ id: 1, more: null }]);
  });
});

test('a transaction that fails leaves its connection as it was, whatever was prepared in it', async () => {
  const { db } = connection;
  await sql`create table prepared (id int)`.execute(db);
  const failing = db.transaction().execute(async (tx) => {
    await sql`insert into prepared values (${1})`.execute(tx);
    await sql`select ${1}::int / ${0}::int`.execute(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await everything()).toEqual([]);
  await db.transaction().execute((tx) => sql`insert into prepared values (${1})`.execute(tx));
  expect(await everything()).toEqual([{ id: 1 }]);
});

test('answers more statements than it keeps prepared', async () => {
  for (let number = 0; number < 1010; number += 1) {
    const { rows } = await sql<{ n: number }>`select ${number}::int as ${sql.id(`n${number}`)}`.execute(connection.db);
    expect(Object.values(rows[0] ?? {})).toEqual([number]);
  }
});
