import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { signIn, type StaffMember, staffMember } from '../support/staff.ts';

const currentPassword = 'correct horse battery';
const newPassword = 'a longer horse battery';

let server: TestApp;
let ana: StaffMember;
beforeEach(async () => {
  server = await startTestApp();
  ana = await staffMember(server, 'support', 'ana');
});
afterEach(() => server.close());

const change = (body: object = {}) => ana.call('PUT', '/api/staff/session/password', { currentPassword, newPassword, ...body });
const login = async (password: string) => {
  server.clock.advance(31);
  return (await signIn(server, 'ana', { password })).statusCode;
};
const works = async (token: string) =>
  (await server.app.inject({ method: 'GET', url: '/api/staff/session', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('D01 staff change their own password: the new one logs in, the other sessions end, it is audited without it', async () => {
  server.clock.advance(31);
  const { token } = (await signIn(server, 'ana')).json<{ token: string }>();
  expect((await change()).json()).toEqual({ id: ana.id });
  expect([await works(token), await works(ana.token)]).toEqual([401, 200]);
  expect([await login(currentPassword), await login(newPassword)]).toEqual([401, 200]);
  const rows = await auditRows(server.deps.db).selectAll().where('action', '=', 'staff.passwordChanged').execute();
  expect(rows).toMatchObject([{ actor: `staff:${ana.id}`, subject: `staff:${ana.id}` }]);
  expect(JSON.stringify(rows)).not.toContain('horse');
});

test('D01 a new password keeps the rules of a first one and needs the current one; guesses count like those at a login', async () => {
  expect((await change({ newPassword: 'too short' })).statusCode).toBe(400);
  const wrong = { currentPassword: 'wrong horse battery' };
  expect((await change(wrong)).json()).toMatchObject({ status: 422, code: 'passwordIncorrect' });
  const guesses = await Promise.all(Array.from({ length: 6 }, () => change(wrong)));
  expect(guesses.map((answer) => answer.json<{ code: string }>().code)).toContain('tooFrequent');
  expect((await change()).json()).toMatchObject({ code: 'tooFrequent' });
  server.clock.advance(16 * 60);
  expect(await login(currentPassword)).toBe(200);
});

test('D01 a password is changed only with a second factor of ours', async () => {
  server.clock.advance(6 * 60);
  const headers = { authorization: `Bearer ${ana.token}` };
  const put = () =>
    server.app.inject({ method: 'PUT', url: '/api/staff/session/password', headers, payload: { currentPassword, newPassword } });
  expect((await put()).json()).toMatchObject({ code: 'freshCodeRequired' });
  const enrolUntil = new Date(server.clock.now().getTime() + 600_000);
  await server.deps.db.updateTable('staff').set({ enrol_until: enrolUntil }).where('id', '=', ana.id).execute();
  await server.deps.db.updateTable('staff_sessions').set({ verified_at: null }).where('staff_id', '=', ana.id).execute();
  expect((await put()).json()).toMatchObject({ code: 'factorMissing' });
});
