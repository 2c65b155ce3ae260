import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseCommands } from '../../../server/platform/operator/databaseCommands.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { codeFor, signIn, staffMember } from '../support/staff.ts';

const provider = {
  STAFF_OIDC_ISSUER: 'https://login.example',
  STAFF_OIDC_CLIENT_ID: 'desk',
  STAFF_OIDC_CLIENT_SECRET: 'of the desk',
  STAFF_OIDC_ONLY: '1',
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ env: provider });
  await staffMember(server, 'admin', 'ida');
  await staffMember(server, 'admin', 'olga');
  await staffMember(server, 'support', 'ana');
}, 60_000);
afterAll(() => server.close());

const name = (who: string) => databaseCommands(server.deps).setEmergency(who, 'the provider may fail', 'shell:root');
const logIn = async (who: string) => {
  server.clock.advance(60);
  return (await signIn(server, who)).statusCode;
};

test('D01 under STAFF_OIDC_ONLY nobody logs in here, by no local way', async () => {
  for (const who of ['ida', 'olga', 'ana']) expect(await logIn(who)).toBe(401);
  server.clock.advance(1000);
  const credentials = { name: 'ida', password: 'correct horse battery' };
  const refused = await server.app.inject({
    method: 'POST',
    url: '/api/staff/browser-sessions',
    payload: { ...credentials, code: await codeFor(server, 'ida') },
  });
  expect(refused.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await server.app.inject('/api/staff/login-ways')).json()).toEqual({ local: false, provider: 'login.example' });
});

test('D01 one admin is the emergency account: password and factor let them in, with an alarm and an audit entry each time', async () => {
  server.clock.advance(1000);
  expect(await name('nobody')).toBe(false);
  expect(await name('ana')).toBe(false);
  expect(await name('ida')).toBe(true);
  expect(await logIn('olga')).toBe(401);
  for (const count of [1, 2]) {
    expect(await logIn('ida')).toBe(200);
    await server.deps.alarms.settled();
    const alarms = await server.deps.db.selectFrom('alarms').selectAll().where('kind', '=', 'emergencyLogin').execute();
    expect(alarms).toMatchObject([{ count, acknowledged_at: null }]);
  }
  expect((await signIn(server, 'ida', { password: 'wrong' })).statusCode).toBe(401);
  const used = await auditRows(server.deps.db).select('action').where('action', 'like', 'staff.emergency%').execute();
  expect(used.map(({ action }) => action).toSorted()).toEqual(['staff.emergencySet', 'staff.emergencyUsed', 'staff.emergencyUsed']);
});

test('D01 there is one at most, and it stays an admin: the database refuses everything else', async () => {
  const { db } = server.deps;
  const make = (who: string) => db.updateTable('staff').set({ is_emergency: true }).where('name', '=', who).execute();
  await expect(make('olga')).rejects.toThrow(/staff_emergency/);
  await expect(db.updateTable('staff').set({ role: 'support' }).where('name', '=', 'ida').execute()).rejects.toThrow(/check/);
  await db.updateTable('staff').set({ is_emergency: false }).execute();
  await expect(make('ana')).rejects.toThrow(/check/);
  await Promise.allSettled([name('ida'), name('olga'), name('ida')]);
  expect(await db.selectFrom('staff').select('name').where('is_emergency', '=', true).execute()).toHaveLength(1);
});

test('D01 naming another account ends the one of before, and the list of people shows it', async () => {
  server.clock.advance(1000);
  await name('ida');
  await name('olga');
  expect(await logIn('ida')).toBe(401);
  server.clock.advance(60);
  const { token } = (await signIn(server, 'olga')).json<{ token: string }>();
  const people = await server.app.inject({ url: '/api/staff/people', headers: { authorization: `Bearer ${token}` } });
  const shown = people.json<{ people: { name: string; emergency?: true }[] }>().people.filter(({ emergency }) => emergency);
  expect(shown.map((each) => each.name)).toEqual(['olga']);
});
