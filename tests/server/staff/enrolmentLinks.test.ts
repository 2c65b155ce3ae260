import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EnrolmentLink } from '../../../server/contract/staff/enrolment.ts';
import type { Person } from '../../../server/contract/staff/people.ts';
import { hashToken } from '../../../server/platform/auth/linkToken.ts';
import { stepOf, totpCode } from '../../../server/platform/staff/totp.ts';
import { auditRows } from '../support/auditRows.ts';
import { fromBase32 } from '../support/base32.ts';
import { type DeskApp, startDesk } from '../support/desk.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let [amy, ben]: StaffMember[] = [];
beforeAll(async () => {
  server = await startDesk();
  [amy, ben] = [await staffMember(server, 'admin', 'amy'), await staffMember(server, 'admin', 'ben')];
}, 60_000);
afterAll(() => server.close());

const page = '/desk/welcome';
const password = 'a horse of my own choice';
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers });
const tokenIn = ({ address }: EnrolmentLink): string => address.split('/').at(-1) ?? '';
const open = async (token: string) => (await server.app.inject({ url: `/api/staff/enrolments/${token}` })).json<object>();
const enrol = (token: string) => post('/api/staff/enrolments', { token, password });
const headersOf = (entered: Awaited<ReturnType<typeof enrol>>): Record<string, string> => ({
  'x-hakbang-token': entered.json<{ token: string }>().token,
  cookie: `${entered.cookies[0]?.name}=${entered.cookies[0]?.value}`,
});
const add = async (name: string) =>
  (await amy!.call('POST', '/api/staff/people', { name, role: 'support', reason: 'Starts on 3 May', page })).json<{
    person: Person;
    link: EnrolmentLink;
  }>();
async function approve(id: string): Promise<void> {
  const { approvals } = (await ben!.call('GET', `/api/staff/approvals?subject=staff:${id}`)).json<{
    approvals: { id: string; hash: string }[];
  }>();
  const body = { decision: 'approved', hash: approvals[0]?.hash, note: 'I know this person' };
  expect((await ben!.call('POST', `/api/staff/approvals/${approvals[0]?.id}/decisions`, body)).statusCode).toBe(200);
}
async function enabled(name: string) {
  const added = await add(name);
  await approve(added.person.id);
  return { id: added.person.id, token: tokenIn(added.link) };
}
const newLink = (id: string) => amy!.call('POST', `/api/staff/people/${id}/enrolment-links`, { page, reason: 'The link expired' });

/** Adds an authenticator app. Returns its secret. */
async function addApp(headers: Record<string, string>): Promise<Buffer> {
  const { totpAddress } = (await post('/api/staff/session/new-authenticators', {}, headers)).json<{ totpAddress: string }>();
  const secret = fromBase32(new URL(totpAddress).searchParams.get('secret') ?? '');
  const code = totpCode(secret, stepOf(server.clock.now()));
  expect((await post('/api/staff/session/authenticators', { code }, headers)).statusCode).toBe(200);
  return secret;
}

test('D01 whoever an admin adds chooses password and second factor by a link; no answer to the admin holds either', async () => {
  const { person, link, ...rest } = await add('nia');
  expect(link.address).toMatch(/^http:\/\/localhost(:\d+)?\/desk\/welcome\/[A-Za-z0-9_-]{43}$/);
  expect(Object.keys(rest)).toEqual(['state']);
  const token = tokenIn(link);
  const stored = await server.deps.db
    .selectFrom('staff_enrolments')
    .selectAll()
    .where('staff_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(Buffer.from(stored.token_hash).toString('base64url')).not.toBe(token);
  // Before a second admin has approved, the link opens but sets nothing.
  expect(await open(token)).toEqual({ state: 'waits', name: 'nia', role: 'support' });
  expect((await enrol(token)).json()).toMatchObject({ status: 410, code: 'linkGone' });
  await approve(person.id);
  expect(await open(token)).toEqual({ state: 'open', name: 'nia', role: 'support' });
  expect((await post('/api/staff/enrolments', { token, password: 'short' })).statusCode).toBe(400);
  const headers = headersOf(await enrol(token));
  expect((await server.app.inject({ url: '/api/staff/queues', headers })).json()).toMatchObject({ status: 403, code: 'factorMissing' });
  const secret = await addApp(headers);
  expect((await server.app.inject({ url: '/api/staff/queues', headers })).statusCode).toBe(200);
  expect((await post('/api/staff/session/recovery-codes', {}, headers)).json<{ codes: string[] }>().codes).toHaveLength(10);
  server.clock.advance(60);
  const again = { name: 'nia', password, code: totpCode(secret, stepOf(server.clock.now())) };
  expect((await post('/api/staff/sessions', again)).statusCode).toBe(200);
  const audited = await auditRows(server.deps.db).select(['actor', 'action']).where('subject', '=', `staff:${person.id}`).execute();
  expect(audited).toEqual(
    expect.arrayContaining([
      { actor: `staff:${amy!.id}`, action: 'staff.enrolmentLinkMade' },
      { actor: `staff:${person.id}`, action: 'staff.passwordChosen' },
    ]),
  );
});

test('D01 an unknown, used, replaced, expired or ended link gets one answer', async () => {
  const [used, replaced, ended] = [await enabled('one'), await enabled('two'), await enabled('three')];
  const old = await enabled('four');
  expect((await enrol(used.token)).statusCode).toBe(200);
  expect((await newLink(replaced.id)).statusCode).toBe(200);
  expect((await amy!.call('DELETE', `/api/staff/people/${ended.id}`)).statusCode).toBe(200);
  server.clock.advance(72 * 3600);
  amy = await staffMember(server, 'admin', 'amy-2');
  ben = await staffMember(server, 'admin', 'ben-2');
  for (const token of ['A'.repeat(43), used.token, replaced.token, ended.token, old.token]) {
    expect(await open(token)).toEqual({ state: 'gone' });
    expect((await enrol(token)).json()).toMatchObject({ status: 410, code: 'linkGone' });
  }
});

test('D01 the hours of a link count from the approval of the access', async () => {
  const { person, link } = await add('wes');
  const token = tokenIn(link);
  server.clock.advance(71 * 3600);
  ben = await staffMember(server, 'admin', 'ben-3');
  await approve(person.id);
  server.clock.advance(71 * 3600);
  expect(await open(token)).toMatchObject({ state: 'open' });
  server.clock.advance(3600);
  expect(await open(token)).toEqual({ state: 'gone' });
  amy = await staffMember(server, 'admin', 'amy-3');
  ben = await staffMember(server, 'admin', 'ben-4');
});

test('D01 a link that was copied in part is gone like every other that does not work', async () => {
  const { token } = await enabled('cut');
  for (const part of [token.slice(0, 20), `${token}.`]) {
    expect(await open(part)).toEqual({ state: 'gone' });
    expect((await enrol(part)).json()).toMatchObject({ code: 'linkGone' });
  }
  expect(await open(token)).toMatchObject({ state: 'open' });
});

test('D01 of parallel uses of a link one is let in, and tries of a network are bounded', async () => {
  const { token } = await enabled('kay');
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => enrol(token)))).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410]);
  const guess = () => server.app.inject({ url: `/api/staff/enrolments/${'B'.repeat(43)}`, remoteAddress: '203.0.113.9' });
  const answers = await Promise.all(Array.from({ length: 125 }, guess));
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
});

test('D01 the password alone continues an enrolment until the link would have ended, and a new link ends it', async () => {
  const { id, token } = await enabled('lea');
  const first = headersOf(await enrol(token));
  const onward = headersOf(await post('/api/staff/enrolment-sessions', { name: 'lea', password }));
  expect((await post('/api/staff/session/new-authenticators', {}, onward)).statusCode).toBe(200);
  const link = (await newLink(id)).json<EnrolmentLink>();
  expect((await post('/api/staff/session/new-authenticators', {}, first)).statusCode).toBe(401);
  expect((await enrol(tokenIn(link))).statusCode).toBe(410);
  await approve(id);
  expect((await enrol(tokenIn(link))).statusCode).toBe(200);
});

test('D01 nobody makes a link alone for a person who has a login: two admins reset it first', async () => {
  const sol = await staffMember(server, 'support', 'sol');
  expect((await newLink(sol.id)).json()).toMatchObject({ status: 409, code: 'hasLogin' });
  expect((await sol.call('POST', `/api/staff/people/${sol.id}/enrolment-links`, { page, reason: 'I want one' })).statusCode).toBe(403);
  await amy!.call('POST', '/api/staff/approvals', { operation: 'staff.resetFactors', input: { id: sol.id, reason: 'She lost her phone' } });
  expect((await newLink(sol.id)).statusCode).toBe(409);
  await approve(sol.id);
  expect((await sol.call('GET', '/api/staff/session')).statusCode).toBe(401);
  // The previous password no longer counts.
  expect((await post('/api/staff/enrolment-sessions', { name: 'sol', password: 'correct horse battery' })).statusCode).toBe(401);
  const link = (await newLink(sol.id)).json<EnrolmentLink>();
  await approve(sol.id);
  await addApp(headersOf(await enrol(tokenIn(link))));
  expect((await newLink(sol.id)).statusCode).toBe(409);
});

test('D01 a link ends with the login that it was made for', async () => {
  const { id, token } = await enabled('ora');
  const headers = headersOf(await enrol(token));
  const late = 'C'.repeat(43);
  const leftOver = { staff_id: id, token_hash: hashToken(late), expires_at: new Date(server.clock.now().getTime() + 3_600_000) };
  await server.deps.db.insertInto('staff_enrolments').values(leftOver).execute();
  await addApp(headers);
  expect(await server.deps.db.selectFrom('staff_enrolments').selectAll().where('staff_id', '=', id).execute()).toEqual([]);
  // A leftover link changes nothing.
  await server.deps.db.insertInto('staff_enrolments').values(leftOver).execute();
  expect((await enrol(late)).json()).toMatchObject({ status: 410, code: 'linkGone' });
  expect((await server.app.inject({ url: '/api/staff/queues', headers })).statusCode).toBe(200);
});

test('D01 an approval from before a link does not count for it, and whoever made the link does not approve', async () => {
  const { id } = await enabled('pia');
  server.clock.advance(365);
  const made = (await newLink(id)).json<EnrolmentLink & { state: string }>();
  expect(made.state).toBe('pending');
  expect(await open(tokenIn(made))).toMatchObject({ state: 'waits' });
  // A renewed link leaves the proposal unchanged.
  const own = (await ben!.call('POST', `/api/staff/people/${id}/enrolment-links`, { page, reason: 'The link expired' })).json<
    EnrolmentLink & { state: string }
  >();
  expect(own.state).toBe('pending');
  const { approvals } = (await ben!.call('GET', `/api/staff/approvals?subject=staff:${id}`)).json<{
    approvals: { id: string; hash: string }[];
  }>();
  const body = { decision: 'approved', hash: approvals[0]?.hash, note: 'I know this person' };
  const decided = await ben!.call('POST', `/api/staff/approvals/${approvals[0]?.id}/decisions`, body);
  expect(decided.json()).toMatchObject({ status: 409, code: 'ownLink' });
  expect((await enrol(tokenIn(own))).statusCode).toBe(410);
  expect((await newLink(id)).statusCode).toBe(200);
  await approve(id);
});

test('D01 the link of an invitation that was rejected is gone, and does not say that it waits', async () => {
  const { person, link } = await add('rey');
  expect(await open(tokenIn(link))).toMatchObject({ state: 'waits' });
  const { approvals } = (await ben!.call('GET', `/api/staff/approvals?subject=staff:${person.id}`)).json<{
    approvals: { id: string; hash: string }[];
  }>();
  const body = { decision: 'rejected', hash: approvals[0]?.hash, note: 'I do not know this person' };
  expect((await ben!.call('POST', `/api/staff/approvals/${approvals[0]?.id}/decisions`, body)).statusCode).toBe(200);
  expect(await open(tokenIn(link))).toEqual({ state: 'gone' });
});

test('D01 a login name that somebody has is refused at its field', async () => {
  await add('tina');
  const again = await amy!.call('POST', '/api/staff/people', { name: 'tina', role: 'support', reason: 'Starts on 3 May', page });
  expect(again.json()).toMatchObject({
    status: 409,
    code: 'nameTaken',
    problems: [{ code: 'nameTaken', path: '/name' }],
  });
});
