import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnrolmentLink } from '../../../server/contract/staff/enrolment.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { auditRows } from '../support/auditRows.ts';
import { fromBase32 } from '../support/base32.ts';
import { type DeskApp, startDesk } from '../support/desk.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { beginHere } from '../../../server/platform/staff/sessions.ts';
import { stepOf, totpCode } from '../../../server/platform/staff/totp.ts';

let server: DeskApp;
let [ida, olga, ana]: StaffMember[] = [];
beforeAll(async () => {
  server = await startDesk();
  ida = await staffMember(server, 'admin', 'ida');
  olga = await staffMember(server, 'admin', 'olga');
  ana = await staffMember(server, 'support', 'ana');
}, 60_000);
afterAll(() => server.close());

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers });
const enrol = (more: object = {}) => post('/api/staff/enrolment-sessions', { name: 'ana', password: 'correct horse battery', ...more });
const propose = (member = ida) =>
  member?.call('POST', '/api/staff/approvals', { operation: 'staff.resetFactors', input: { id: ana?.id, reason: 'She lost her phone' } });
/** An admin creates a link for the person who was reset, and she chooses the same password again. */
async function openLink(): Promise<void> {
  const made = await ida?.call('POST', `/api/staff/people/${ana?.id}/enrolment-links`, {
    page: '/desk/welcome',
    reason: 'She was reset',
  });
  await decide(olga, 'approved');
  const token = made?.json<EnrolmentLink>().address.split('/').at(-1);
  expect((await post('/api/staff/enrolments', { token, password: 'correct horse battery' })).statusCode).toBe(200);
}
interface Pending {
  id: string;
  hash: string;
  operation: string;
  mayDecide: boolean;
}
const pendingFor = async (member: StaffMember | undefined) =>
  (await member?.call('GET', '/api/staff/approvals'))?.json<{ approvals: Pending[] }>().approvals ?? [];
const decide = async (member: StaffMember | undefined, decision: string) => {
  const [pending] = await pendingFor(olga);
  return member?.call('POST', `/api/staff/approvals/${pending?.id}/decisions`, { decision, hash: pending?.hash, note: 'I spoke to her' });
};

test('D01 D10 a reset waits for another admin; nobody approves their own, and support sees none of it', async () => {
  expect((await enrol()).json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  const alone = await ida?.call('POST', `/api/staff/people/${ana?.id}/factors/reset`, { reason: 'She lost her phone' });
  expect(alone?.json()).toMatchObject({ status: 409, code: 'secondNeeded' });
  expect((await propose(ana))?.json()).toMatchObject({ status: 403 });
  expect((await propose())?.json()).toMatchObject({ state: 'pending' });
  expect(await pendingFor(ana)).toEqual([]);
  expect(await pendingFor(ida)).toMatchObject([{ operation: 'staff.resetFactors', mayDecide: false }]);
  expect((await decide(ida, 'approved'))?.json()).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await ana?.call('GET', '/api/staff/session'))?.statusCode).toBe(200);
});

test('D01 an approved reset ends every session and every factor; the next login may only enrol a new one', async () => {
  expect((await decide(olga, 'approved'))?.json()).toMatchObject({ state: 'approved' });
  expect((await ana?.call('GET', '/api/staff/session'))?.statusCode).toBe(401);
  // The previous password no longer counts.
  expect((await enrol()).statusCode).toBe(401);
  await openLink();
  expect((await enrol({ password: 'wrong' })).statusCode).toBe(401);
  const entered = await enrol();
  const cookie = entered.cookies[0];
  const headers = { 'x-hakbang-token': entered.json<{ token: string }>().token, cookie: `${cookie?.name}=${cookie?.value}` };
  const work = await server.app.inject({ url: '/api/staff/loans', headers });
  expect(work.json()).toMatchObject({ status: 403, code: 'factorMissing' });
  const { totpAddress } = (await post('/api/staff/session/new-authenticators', {}, headers)).json<{ totpAddress: string }>();
  expect((await post('/api/staff/session/authenticators', { code: '000000' }, headers)).json()).toMatchObject({ code: 'codeIncorrect' });
  const secret = fromBase32(new URL(totpAddress).searchParams.get('secret') ?? '');
  const code = totpCode(secret, stepOf(server.clock.now()));
  expect((await post('/api/staff/session/authenticators', { code }, headers)).statusCode).toBe(200);
  expect((await server.app.inject({ url: '/api/staff/loans', headers })).statusCode).toBe(200);
  // The password alone is not enough to log in again.
  expect((await enrol()).json()).toMatchObject({ status: 401 });
  server.clock.advance(60);
  const again = { name: 'ana', password: 'correct horse battery', code: totpCode(secret, stepOf(server.clock.now())) };
  expect((await post('/api/staff/sessions', again)).statusCode).toBe(200);
  const actions = (await auditRows(server.deps.db).select('action').execute()).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['approval.requested', 'approval.approved', 'staff.factorsReset', 'staff.authenticatorAdded']),
  );
});

test.each([{ password_hash: null }, { totp_sealed: null }, { disabled_at: new Date() }])(
  'D01 a login in progress ends when %o is set',
  async (reset) => {
    const { deps } = server;
    const { id } = await staffMember(server, 'support', `tessa-${Object.keys(reset)[0]?.slice(0, 4)}`);
    const read = await deps.db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await deps.db.updateTable('staff').set(reset).where('id', '=', id).execute();
    const begun = deps.db.transaction().execute((tx) => beginHere(tx, deps, read, { address: '127.0.0.1' }));
    await expect(begun).rejects.toMatchObject({ code: 'unauthenticated' });
  },
);

test('D01 whoever else knows the password of a reset account gains nothing once its owner has enrolled', async () => {
  await propose();
  await decide(olga, 'approved');
  await openLink();
  const [owner, thief] = [headersOf(await enrol()), headersOf(await enrol())];
  const newCodes = () => post('/api/staff/session/recovery-codes', {}, thief);
  expect((await newCodes()).json()).toMatchObject({ status: 403, code: 'factorMissing' });
  const made = async (headers: Record<string, string>) => {
    const at = { ...headers, host: 'localhost' };
    const { options } = (await post('/api/staff/session/new-passkeys', {}, at)).json<{ options: { challenge: string } }>();
    return () =>
      post('/api/staff/session/passkeys', { name: 'Laptop', passkey: createAuthenticator('http://localhost').make(options) }, at);
  };
  const adding = [await made(owner), await made(thief)];
  // Both at once: only one of them enrols.
  const statuses = await Promise.all(adding.map(async (add) => (await add()).statusCode));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
  const sessions = await Promise.all(
    [owner, thief].map(async (headers) => (await server.app.inject({ url: '/api/staff/loans', headers })).statusCode),
  );
  expect(sessions.toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('D01 when the link would have ended the password alone lets nobody enrol, and a passkey ends the enrolment too', async () => {
  await propose();
  await decide(olga, 'approved');
  await openLink();
  const entered = await enrol();
  const cookie = entered.cookies[0];
  const headers = { 'x-hakbang-token': entered.json<{ token: string }>().token, cookie: `${cookie?.name}=${cookie?.value}` };
  const origin = 'http://localhost';
  const { options } = (await post('/api/staff/session/new-passkeys', {}, { ...headers, host: 'localhost' })).json<{
    options: { challenge: string };
  }>();
  const body = { name: 'Laptop', passkey: createAuthenticator(origin).make(options) };
  expect((await post('/api/staff/session/passkeys', body, { ...headers, host: 'localhost' })).statusCode).toBe(200);
  expect((await enrol()).statusCode).toBe(401);
  await propose();
  await decide(olga, 'approved');
  await openLink();
  server.clock.advance(72 * 3600);
  expect((await enrol()).statusCode).toBe(401);
});

const headersOf = (entered: Awaited<ReturnType<typeof enrol>>): Record<string, string> => ({
  'x-hakbang-token': entered.json<{ token: string }>().token,
  cookie: `${entered.cookies[0]?.name}=${entered.cookies[0]?.value}`,
});
