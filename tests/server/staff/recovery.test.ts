import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: TestApp;
let ana: StaffMember;
beforeEach(async () => {
  server = await startTestApp();
  ana = await staffMember(server, 'support', 'ana');
});
afterEach(() => server.close());

const newCodes = async (member = ana) =>
  (await member.call('POST', '/api/staff/session/recovery-codes', {})).json<{ codes: string[] }>().codes;
const enter = (recoveryCode = '', more: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/staff/recovery-sessions',
    payload: { name: 'ana', password: 'correct horse battery', recoveryCode, ...more },
  });

test('D01 ten recovery codes are shown once and stored as hashes', async () => {
  const codes = await newCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  const rows = await server.deps.db.selectFrom('staff_recovery_codes').selectAll().execute();
  expect(rows).toHaveLength(10);
  expect(JSON.stringify(rows)).not.toContain(codes[0]);
  expect((await ana.call('GET', '/api/staff/session/factors')).json()).toMatchObject({ recoveryCodes: 10 });
});

test('D01 a recovery code logs its owner in once, with the password, however it is written; both are audited', async () => {
  const [first = '', second = ''] = await newCodes();
  const entered = await enter(first.toLowerCase().replaceAll('-', ' '));
  expect(entered.json()).toMatchObject({ person: { name: 'ana' } });
  expect((await enter(first)).json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await enter(second, { password: 'wrong' })).json()).toMatchObject({ status: 401 });
  expect((await enter('AAAA-AAAA-AAAA-AAAA')).json()).toMatchObject({ status: 401 });
  await staffMember(server, 'support', 'ben');
  expect((await enter(second, { name: 'ben' })).json()).toMatchObject({ status: 401 });
  expect((await ana.call('GET', '/api/staff/session/factors')).json()).toMatchObject({ recoveryCodes: 9 });
  const rows = await auditRows(server.deps.db).select(['actor', 'action']).execute();
  expect(rows).toContainEqual({ actor: `staff:${ana.id}`, action: 'staff.recoveryCodesMade' });
  expect(rows.filter(({ action }) => action === 'staff.recoveryCodeUsed')).toHaveLength(1);
});

test('D01 of parallel logins with one recovery code one is let in', async () => {
  const [code] = await newCodes();
  const answers = await Promise.all([enter(code), enter(code), enter(code)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 401, 401]);
});

test('D01 new recovery codes replace those of before', async () => {
  const [old] = await newCodes();
  const [code] = await newCodes();
  expect((await enter(old)).json()).toMatchObject({ status: 401 });
  expect((await enter(code)).statusCode).toBe(200);
});

test('D01 guesses of recovery codes count like those of other codes', async () => {
  const [code] = await newCodes();
  for (let guess = 0; guess < 5; guess += 1) await enter('AAAA-AAAA-AAAA-AAAA');
  expect((await enter(code)).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
});
