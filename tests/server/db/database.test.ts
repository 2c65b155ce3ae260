import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEmbedded, embeddedDb } from '../../../server/platform/db/connect.ts';
import { embeddedStream } from '../../../server/platform/db/embeddedStream.ts';
import { DirectoryLocked, lockDirectory } from '../../../server/platform/db/lock.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { migrations } from '../support/migrations.ts';
import { createTestDatabase, onPostgres } from '../support/testDatabase.ts';

// A new cluster takes seconds, and many more on a machine that also runs other tests.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'hakbang-db-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('migrations of all areas have unique names and run in numeric order', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].toSorted());
  expect(names.filter((name) => !/^\d{4}[a-z]?_\w+$/.test(name))).toEqual([]);
  expect(names.slice(0, 3)).toEqual(['0001_core', '0001b_reloan', '0002_flows']);
});

test('a second process on the same directory is refused until the first releases it', async () => {
  const first = await lockDirectory(folder);
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryLocked);
  await first.release();
  await (await lockDirectory(folder)).release();
});

test('a living process keeps its lock, a killed one loses it', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  // `lock` is the file name of earlier builds.
  for (const file of ['lock.7', 'lock']) {
    writeFileSync(join(folder, file), `${process.ppid} somebody-else`);
    await expect(lockDirectory(folder)).rejects.toThrow(`process ${process.ppid}`);
    writeFileSync(join(folder, file), `${pid} killed`);
    await (await lockDirectory(folder)).release();
  }
});

test('a slow takeover gives way to a later holder', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(join(folder, 'lock.1'), `${pid}`);
  const held = lockDirectory(folder);
  // Another process also read `lock.1`, and links the next one only after it has been taken, released and taken again.
  writeFileSync(join(folder, 'lock.3'), String(process.ppid));
  await expect(held).rejects.toThrow(`process ${process.ppid}`);
  expect(readdirSync(folder).toSorted()).toEqual(['lock.1', 'lock.3']);
});

test('of several parallel takeovers one gets the lock', async () => {
  // The holder keeps the lock until all have reported.
  const script = `
    import { lockDirectory } from ${JSON.stringify(new URL('../../../server/platform/db/lock.ts', import.meta.url).href)};
    try { await lockDirectory(${JSON.stringify(folder)}); console.log('held'); } catch { console.log('refused'); }
    process.stdin.resume();`;
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(join(folder, 'lock.1'), `${pid}`);
  const several = Array.from({ length: 8 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]));
  const outputs = await Promise.all(several.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()));
  for (const child of several) child.kill('SIGKILL');
  expect(outputs.toSorted()).toEqual(['held', ...Array(7).fill('refused')]);
});

test('data in the embedded database survives closing it', async () => {
  const first = await connectEmbedded(folder);
  await migrate(first.db, migrations);
  await sql`insert into login_numbers (phone_digest, day) values ('x', '2026-03-10')`.execute(first.db);
  await first.close();
  const second = await connectEmbedded(folder);
  expect(await migrate(second.db, migrations)).toEqual([]);
  expect(await second.db.selectFrom('login_numbers').select('phone_digest').execute()).toEqual([{ phone_digest: 'x' }]);
  await second.close();
});

test('an embedded database that is damaged, emptied or in an unusable folder is reported clearly and never replaced by an empty one', async () => {
  await (await connectEmbedded(folder)).close();
  const refusal = () =>
    connectEmbedded(folder).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const cluster = join(folder, 'pg');
  const version = readFileSync(join(cluster, 'PG_VERSION'));

  rmSync(join(cluster, 'PG_VERSION'));
  expect(await refusal()).toMatch(
    /^EmbeddedDatabaseError: The embedded database in .* is damaged, .*PG_VERSION is missing.*restore a backup/,
  );
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(false);

  writeFileSync(join(cluster, 'PG_VERSION'), version);
  writeFileSync(join(cluster, 'global', 'pg_control'), Buffer.alloc(8192, 7));
  expect(await refusal()).toMatch(/^EmbeddedDatabaseError: .* is damaged/);

  rmSync(cluster, { recursive: true });
  expect(await refusal()).toMatch(/PG_VERSION is missing.*To start with an empty database, move the folder away/);

  const occupied = join(folder, 'a-file');
  writeFileSync(occupied, '');
  await expect(connectEmbedded(join(occupied, 'db'))).rejects.toThrow(/cannot be stored in .*ENOTDIR.*set another DATA_DIR/);
});

const protocolMessage = (type: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
const panic = protocolMessage('E', 'SPANIC\0VPANIC\0C53100\0');

test('an embedded engine that panicked only answers that it stopped', async () => {
  const ask = async (answer: Buffer) => {
    const stream = embeddedStream({ execProtocolRaw: async () => answer } as unknown as PGlite);
    const firstEvent = new Promise<[string, unknown]>((resolve) => {
      for (const event of ['data', 'error']) stream.once(event, (what: unknown) => resolve([event, what]));
    });
    stream.write(Buffer.from('query'));
    return firstEvent;
  };
  expect(await ask(panic)).toEqual(['error', expect.objectContaining({ code: '57P02' })]);
  expect((await ask(protocolMessage('D', 'what somebody typed: VPANIC\0')))[0]).toBe('data');
  expect((await ask(protocolMessage('E', 'SERROR\0VERROR\0C23505\0')))[0]).toBe('data');
});

test('an embedded engine that panicked runs nothing more, even before anybody has heard of it', async () => {
  const ran: string[] = [];
  const heard: string[] = [];
  const execProtocolRaw = async (bytes: Uint8Array) => {
    ran.push(Buffer.from(bytes).toString());
    return ran.length === 1 ? protocolMessage('D', 'row') : panic;
  };
  const stream = embeddedStream({ execProtocolRaw } as unknown as PGlite);
  stream.on('data', () => void heard.push('row'));
  stream.on('error', () => void heard.push('stopped'));
  stream.write(Buffer.from('one'));
  stream.write(Buffer.from('two'));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  stream.write(Buffer.from('three'));
  await vi.waitFor(() => expect(heard).toEqual(['row', 'stopped', 'stopped']));
  expect(ran).toEqual(['one', 'two']);
});

test('a panic of the embedded engine fails its queries, not the process', async () => {
  const pglite = await PGlite.create();
  let isBroken = false;
  const execProtocolRaw = (bytes: Uint8Array) => (isBroken ? Promise.resolve(panic) : pglite.execProtocolRaw(bytes));
  const db = embeddedDb({ execProtocolRaw } as unknown as PGlite);
  const broken = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    isBroken = true;
    await sql`select 2`.execute(tx);
  });
  // Of the query, or of the rollback after it.
  await expect(broken).rejects.toThrow(/restart this process|not queryable/);
  await expect(sql`select 3`.execute(db)).rejects.toThrow('restart this process');
  await pglite.close();
});

test('other requests get their turn between two statements on the embedded database', async () => {
  const stream = embeddedStream({ execProtocolRaw: async () => protocolMessage('D', 'row') } as unknown as PGlite);
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1000) setImmediate(count);
  };
  setImmediate(count);
  for (let statement = 0; statement < 10; statement += 1) {
    const answer = new Promise((resolve) => void stream.once('data', resolve));
    stream.write(Buffer.from('query'));
    await answer;
  }
  expect(turns).toBeGreaterThanOrEqual(9);
  turns = 1000;
});

test('migrations run once, however many nodes start together', async () => {
  const { db, close } = await createTestDatabase();
  const more = [
    ...migrations,
    { name: '9999_test', up: async (tx: typeof db) => void (await sql`create table only_once (id int)`.execute(tx)) },
  ];
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(db, more as never)));
  expect(ran.flat()).toEqual(['9999_test']);
  await expect(migrate(db, migrations)).rejects.toThrow(/does not know: 9999_test/);
  await close();
});

test('both databases give the same JavaScript: counts are numbers, days are texts, times are dates', async () => {
  const { db, close } = await createTestDatabase();
  const { rows } =
    await sql`select count(*) as count, date '2026-03-10' as day, timestamptz '2026-03-10T00:00:00Z' as time, '\\x01'::bytea as bytes, '{"a":[1]}'::jsonb as json`.execute(
      db,
    );
  expect(rows[0]).toEqual({
    count: 1,
    day: '2026-03-10',
    time: new Date('2026-03-10T00:00:00Z'),
    bytes: expect.any(Uint8Array),
    json: { a: [1] },
  });
  await close();
});

const pools = onPostgres ? ['PostgreSQL'] : [];
test.each(pools)('on %s the tests refuse queries that would deadlock an embedded database', async () => {
  const { db, close } = await createTestDatabase();
  const besideIt = db.transaction().execute(() => sql`select 1`.execute(db));
  await expect(besideIt).rejects.toThrow('pass its tx');
  await expect(db.transaction().execute((tx) => sql`select 1`.execute(tx))).resolves.toBeDefined();
  await close();
});
