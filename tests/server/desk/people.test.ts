import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import type { EnrolmentLink } from '../../../server/contract/staff/enrolment.ts';
import type { Person } from '../../../server/contract/staff/people.ts';
import type { OpenSession } from '../../../server/contract/staff/sessions.ts';
import { addFromShell, addPerson, disablePerson } from '../../../server/platform/staff/people.ts';
import { startTestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { codeFor, signIn, type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let maker: StaffMember;
let checker: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startDesk();
  [maker, checker] = [await staffMember(server, 'admin', 'amy'), await staffMember(server, 'admin', 'ben')];
  support = await staffMember(server, 'support', 'sol');
});
afterAll(() => server.close());

const reason = 'Agreed with the team on 3 May.';
const password = 'correct horse battery';
const propose = (who: StaffMember, operation: string, input: object) =>
  who.call('POST', '/api/staff/approvals', { operation, input: { reason, ...input } });
const waiting = async (who: StaffMember, id: string): Promise<Approval[]> =>
  (await who.call('GET', `/api/staff/approvals?subject=staff:${id}`)).json<{ approvals: Approval[] }>().approvals;
const decide = (who: StaffMember, { id, hash }: Approval, decision = 'approved') =>
  who.call('POST', `/api/staff/approvals/${id}/decisions`, { decision, hash, note: 'I know this person.' });
const auditOf = (id: string) =>
  auditRows(server.deps.db).select(['actor', 'action', 'detail']).where('subject', '=', `staff:${id}`).execute();
const personOf = async (id: string) => (await maker.call('GET', `/api/staff/people/${id}`)).json<Person>();

test('D10 whoever an admin adds can log in only after another admin has agreed', async () => {
  const added = await maker.call('POST', '/api/staff/people', { name: 'nia', role: 'support', reason, page: '/desk/welcome' });
  const { person, link, state } = added.json<{ person: Person; link: EnrolmentLink; state: string }>();
  expect({ state, disabled: person.disabled }).toEqual({ state: 'pending', disabled: true });
  const enrol = () =>
    server.app.inject({ method: 'POST', url: '/api/staff/enrolments', payload: { token: link.address.split('/').at(-1), password } });
  expect((await enrol()).statusCode).toBe(410);
  const [own] = await waiting(maker, person.id);
  expect(own).toMatchObject({ operation: 'staff.enablePerson', number: 'nia', isMine: true, mayDecide: false, facts: { role: 'support' } });
  expect((await decide(maker, own!)).statusCode).toBe(403);
  const [shown] = await waiting(checker, person.id);
  expect((await decide(checker, shown!)).json()).toEqual({ state: 'approved' });
  expect((await enrol()).statusCode).toBe(200);
  expect((await auditOf(person.id)).map(({ actor, action }) => [actor, action]).slice(0, 5)).toEqual([
    [`staff:${maker.id}`, 'staff.added'],
    [`staff:${maker.id}`, 'staff.enrolmentLinkMade'],
    [`staff:${maker.id}`, 'approval.requested'],
    [`staff:${maker.id}`, 'staff.enabled'],
    [`staff:${checker.id}`, 'approval.approved'],
  ]);
});

test('D10 a role changes, and access returns, once a second admin has agreed, not through the operation itself', async () => {
  const { person } = await addPerson(server.deps, { name: 'rey', role: 'support', password }, 'test');
  const direct = await maker.call('PUT', `/api/staff/people/${person.id}/role`, { role: 'underwriter', reason });
  expect(direct.json()).toMatchObject({ status: 409, code: 'secondNeeded' });
  await propose(maker, 'staff.changeRole', { id: person.id, role: 'underwriter' });
  expect((await personOf(person.id)).role).toBe('support');
  const [change] = await waiting(checker, person.id);
  await decide(checker, change!);
  expect((await personOf(person.id)).role).toBe('underwriter');
  await maker.call('DELETE', `/api/staff/people/${person.id}`);
  await propose(maker, 'staff.enablePerson', { id: person.id });
  expect((await personOf(person.id)).disabled).toBe(true);
  const [back] = await waiting(checker, person.id);
  await decide(checker, back!);
  expect((await personOf(person.id)).disabled).toBe(false);
});

test('of two admins who disable each other at once, one keeps their access', async () => {
  const pair = [await staffMember(server, 'admin', 'bea'), await staffMember(server, 'admin', 'cora')];
  const [bea, cora] = pair.map(({ id }) => id);
  const disable = (id = '', by = '') => disablePerson(server.deps, id, `staff:${by}`);
  const [one, other] = await Promise.allSettled([disable(cora, bea), disable(bea, cora)]);
  expect([one?.status, other?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const people = await Promise.all(pair.map(({ id }) => personOf(id)));
  expect(people.filter(({ disabled }) => disabled)).toHaveLength(1);
});

test('D10 nobody proposes their own rights, and an admin sees no proposal about money', async () => {
  expect((await propose(maker, 'staff.changeRole', { id: maker.id, role: 'support' })).json()).toMatchObject({ code: 'ownRights' });
  expect((await propose(support, 'staff.changeRole', { id: maker.id, role: 'support' })).json()).toMatchObject({ code: 'forbidden' });
  expect((await propose(maker, 'staff.cancelLoan', { id: 'any' })).json()).toMatchObject({ code: 'forbidden' });
  const { person } = await addPerson(server.deps, { name: 'pia', role: 'support', password }, 'test');
  await propose(maker, 'staff.changeRole', { id: person.id, role: 'reviewer' });
  expect(await waiting(checker, person.id)).toHaveLength(1);
  expect(await waiting(support, person.id)).toEqual([]);
});

test('D10 the command line adds alone, and says so in the audit log, only until two admins can agree', async () => {
  const other = await startTestApp();
  const added = [];
  for (const name of ['one', 'two', 'three']) added.push(await addFromShell(other.deps, { name, role: 'admin', password }, 'shell:ops'));
  expect(added.map(({ waits }) => waits)).toEqual([false, false, true]);
  const rows = await auditRows(other.deps.db).select('detail').where('action', '=', 'staff.added').execute();
  expect(rows.map(({ detail }) => (JSON.parse(detail) as { alone?: boolean }).alone)).toEqual([true, true, undefined]);
  await other.close();
});

test('D01 an admin sees the sessions of a person by device and time, and ends one or all', async () => {
  await addPerson(server.deps, { name: 'tom', role: 'support', password }, 'test');
  for (const agent of ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'Mozilla/5.0 (X11; Linux) Chrome/140.0 Safari/537']) {
    server.clock.advance(31);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/staff/sessions',
      headers: { 'user-agent': agent },
      payload: { name: 'tom', password, code: await codeFor(server, 'tom') },
    });
    expect(answer.statusCode).toBe(200);
  }
  const { id } = await server.deps.db.selectFrom('staff').select('id').where('name', '=', 'tom').executeTakeFirstOrThrow();
  const open = async () => (await maker.call('GET', `/api/staff/people/${id}/sessions`)).json<{ sessions: OpenSession[] }>().sessions;
  const [last] = await open();
  expect((await open()).map(({ device, isThis }) => [device, isThis])).toEqual([
    ['Chrome, Linux', false],
    ['Firefox, Windows', false],
  ]);
  expect(Object.keys(last!)).toEqual(['id', 'device', 'since', 'lastUsed', 'isThis']);
  expect((await maker.call('DELETE', `/api/staff/people/${id}/sessions/${last!.id}`)).json()).toEqual({ ended: 1 });
  expect((await maker.call('DELETE', `/api/staff/people/${id}/sessions/${last!.id}`)).statusCode).toBe(404);
  expect((await maker.call('DELETE', `/api/staff/people/${id}/sessions`)).json()).toEqual({ ended: 1 });
  expect(await open()).toEqual([]);
});

test('D01 everybody sees and ends their own sessions, and nobody ends those of others', async () => {
  const own = async () => (await support.call('GET', '/api/staff/own-sessions')).json<{ sessions: OpenSession[] }>().sessions;
  server.clock.advance(31);
  const { token } = (await signIn(server, 'sol')).json<{ token: string }>();
  const [theirs] = (await maker.call('GET', '/api/staff/own-sessions')).json<{ sessions: OpenSession[] }>().sessions;
  expect(await own()).toHaveLength(2);
  expect((await own()).filter(({ isThis }) => isThis)).toHaveLength(1);
  expect((await support.call('DELETE', `/api/staff/own-sessions/${theirs!.id}`)).statusCode).toBe(404);
  expect((await support.call('DELETE', '/api/staff/own-sessions')).json()).toEqual({ ended: 1 });
  expect((await own()).map(({ isThis }) => isThis)).toEqual([true]);
  const ended = await server.app.inject({ url: '/api/staff/session', headers: { authorization: `Bearer ${token}` } });
  expect(ended.statusCode).toBe(401);
});
