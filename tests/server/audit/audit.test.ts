import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { audit } from '../../../server/platform/audit/audit.ts';
import { verifyAudit } from '../../../server/platform/audit/verify.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeEach(async () => void (server = await startTestApp()));
afterEach(() => server.close());

const write = (action: string, detail: Record<string, unknown> = {}) =>
  server.deps.db.transaction().execute((tx) => audit(tx, server.deps, { actor: 'staff:1', action, subject: 'loan:1', detail }));

async function writeFive() {
  for (const action of ['one', 'two', 'three', 'four', 'five']) await write(action, { amountCents: 500_000, nested: { z: 1, a: 'ñ ₱' } });
}

/** Runs a statement like an attacker with all rights on the database, who would disable the triggers first. */
async function tamper(statement: string) {
  const { db } = server.deps;
  await sql`alter table audit_rows disable trigger user`.execute(db);
  await sql.raw(statement).execute(db);
  await sql`alter table audit_rows enable trigger user`.execute(db);
  return verifyAudit(db);
}

test('an intact chain verifies, even an empty one', async () => {
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true, rows: 0 });
  await writeFive();
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true, rows: 5 });
});

test('parallel writers make one chain', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => write(`at once ${index}`)));
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true, rows: 30 });
});

test('a rolled-back transaction leaves no gap', async () => {
  const undone = server.deps.db.transaction().execute(async (tx) => {
    await audit(tx, server.deps, { actor: 'staff:1', action: 'undone', subject: 'loan:1' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await write('done');
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true, rows: 1 });
});

test('rows can be neither changed nor deleted, and the head only moves forward', async () => {
  await writeFive();
  for (const statement of [
    `update audit_rows set actor = 'nobody' where id = 2`,
    'delete from audit_rows where id = 5',
    'truncate audit_rows',
    'update audit_head set id = 3',
    'delete from audit_head',
  ]) {
    await expect(sql.raw(statement).execute(server.deps.db)).rejects.toThrow(/audit/);
  }
});

test.each([
  ['a changed row', `update audit_rows set detail = '{"amountCents":1}' where id = 3`, 3, 'was modified after it was written'],
  ['a changed time', `update audit_rows set at = at + interval '1 millisecond' where id = 2`, 2, 'was modified after it was written'],
  ['a deleted row', 'delete from audit_rows where id = 2', 2, 'is missing; the next one is 3'],
  ['a cut off end', 'delete from audit_rows where id > 3', 4, 'is missing; there were 5'],
  ['all rows gone', 'truncate audit_rows', 1, 'is missing; there were 5'],
  [
    'a row added outside the chain',
    `insert into audit_rows select 6, at, actor, action, subject, detail, hash from audit_rows where id = 5`,
    6,
    'was modified after it was written',
  ],
  [
    'a row pushed in',
    `update audit_rows set id = -id where id > 2; update audit_rows set id = 1 - id where id < 0;
     insert into audit_rows select 3, at, actor, 'pushed in', subject, detail, hash from audit_rows where id = 2`,
    3,
    'was modified after it was written',
  ],
])('%s is found by the first row that is wrong', async (_what, statement, row, problem) => {
  await writeFive();
  const statements = statement.split(';');
  for (const part of statements.slice(0, -1)) await tamper(part);
  expect(await tamper(statements.at(-1) ?? '')).toEqual({ sound: false, row, problem });
});

test('detects a correctly chained row that is not below the head', async () => {
  await writeFive();
  await sql`alter table audit_head disable trigger user`.execute(server.deps.db);
  await sql`update audit_head set id = 4, hash = (select hash from audit_rows where id = 4)`.execute(server.deps.db);
  expect(await verifyAudit(server.deps.db)).toEqual({ sound: false, row: 5, problem: 'was added outside the chain' });
});

test('a head stored elsewhere reveals a rewritten chain', async () => {
  await writeFive();
  const noted = await verifyAudit(server.deps.db);
  if (!noted.sound) throw new Error(noted.problem);
  for (const table of ['audit_rows', 'audit_head']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(server.deps.db);
  await sql`delete from audit_rows`.execute(server.deps.db);
  await sql`update audit_head set id = 0, hash = sha256('')`.execute(server.deps.db);
  for (const table of ['audit_rows', 'audit_head']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(server.deps.db);
  expect(await verifyAudit(server.deps.db, { id: 5, hash: noted.hash })).toMatchObject({ sound: false, row: 1 });
  for (const action of ['a', 'b', 'c', 'd', 'e', 'f']) await write(action);
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true });
  expect(await verifyAudit(server.deps.db, { id: 5, hash: noted.hash })).toMatchObject({ sound: false, row: 5 });
});
