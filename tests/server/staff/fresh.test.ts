import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffOperation } from '../../../server/contract/staff/operation.ts';
import { staffOperations } from '../../../server/contract/staff/operations.ts';
import { approvableActions } from '../../../server/product/desk/approvable.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditRows } from '../support/auditRows.ts';
import { codeFor, type StaffMember, staffMember } from '../support/staff.ts';

/** Who may do what. */
const allowed = JSON.parse(readFileSync(new URL('../../cases/staff/roles.json', import.meta.url), 'utf8')) as Record<string, string[]>;

let server: TestApp;
const members = new Map<string, StaffMember>();
beforeAll(async () => {
  server = await startTestApp();
  for (const role of ['underwriter', 'support', 'reviewer', 'admin', 'editor'] as const) members.set(role, await staffMember(server, role));
});
afterAll(() => server.close());

const operations: StaffOperation[] = (Object.values(staffOperations) as StaffOperation[]).filter(({ noCheck }) => !noCheck);
const memberFor = ({ id }: StaffOperation) => members.get(allowed[id]?.[0] ?? 'support') as StaffMember;
const inject = ({ token }: StaffMember, method: StaffOperation['method'], url: string, payload?: object) =>
  server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) });
const call = (operation: StaffOperation) =>
  inject(
    memberFor(operation),
    operation.method,
    operation.path.replace(/:\w+/g, 'none'),
    operation.method === 'POST' || operation.method === 'PUT' ? {} : undefined,
  );
const confirm = async (member: StaffMember) =>
  inject(member, 'POST', '/api/staff/session/codes', { code: await codeFor(server, member.name) });

/** Moves the clock by five minutes. Everybody acts in between, so no session ends. */
async function fiveMinutes(): Promise<void> {
  server.clock.advance(5 * 60);
  for (const member of members.values()) await inject(member, 'GET', '/api/staff/session');
}

test('D01 actions on money that a second person may have to approve, and approvals, need a fresh factor', () => {
  const fresh = operations.filter((operation) => operation.fresh).map(({ id }) => id);
  // Underwriters decide all day. Above the limit of flows/approvals.json, a second person approves, with a fresh factor.
  const held = approvableActions.map(({ operation }) => operation.id).filter((id) => id !== 'staff.decide');
  expect(fresh).toEqual(expect.arrayContaining([...held, 'staff.propose', 'staff.decideApproval', 'staff.completeDeletion']));
});

describe('D01 five minutes after the last code', () => {
  beforeAll(fiveMinutes);

  test.each(operations.filter(({ id }) => id !== 'staff.logout').map((operation) => [operation.id, operation] as const))(
    '%s refuses exactly if the contract marks it fresh',
    async (_, operation) => {
      const { statusCode, body } = await call(operation);
      expect(statusCode === 403 && body.includes('freshCodeRequired')).toBe(operation.fresh === true);
    },
  );

  test.each(operations.filter(({ fresh }) => fresh).map((operation) => [operation.id, operation] as const))(
    '%s goes on after a code',
    async (_, operation) => {
      await fiveMinutes();
      expect((await call(operation)).json()).toMatchObject({ code: 'freshCodeRequired' });
      const confirmed = await confirm(memberFor(operation));
      expect(confirmed.json()).toEqual({ freshUntil: new Date(server.clock.now().getTime() + 5 * 60_000).toISOString() });
      const { statusCode, body } = await call(operation);
      expect([400, 404, 422, 409, 200]).toContain(statusCode);
      expect(body).not.toContain('freshCodeRequired');
    },
  );
});

test('D01 a code counts once, a wrong one not at all, and another session stays as it was', async () => {
  const ana = await staffMember(server, 'support', 'ana');
  server.clock.advance(5 * 60);
  const other = await server.app.inject({
    method: 'POST',
    url: '/api/staff/sessions',
    payload: { name: 'ana', password: 'correct horse battery', code: await codeFor(server, 'ana') },
  });
  // The login has consumed the code.
  expect((await confirm(ana)).json()).toMatchObject({ status: 422, code: 'codeIncorrect', problems: [{ path: '/code' }] });
  expect((await inject(ana, 'POST', '/api/staff/session/codes', { code: '000000' })).json()).toMatchObject({ code: 'codeIncorrect' });
  const propose = { operation: 'staff.cancelLoan', input: { id: 'none', reason: 'She asked us to' } };
  expect((await inject(ana, 'POST', '/api/staff/approvals', propose)).json()).toMatchObject({ code: 'freshCodeRequired' });
  const fresh = { ...ana, token: other.json<{ token: string }>().token };
  expect((await inject(fresh, 'POST', '/api/staff/approvals', propose)).json()).toMatchObject({ code: 'notFound' });
});

test('D01 of parallel requests with one code one counts', async () => {
  const ben = await staffMember(server, 'support', 'ben');
  server.clock.advance(5 * 60);
  const answers = await Promise.all([confirm(ben), confirm(ben), confirm(ben)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 422, 422]);
});

test('D01 who holds a stolen session guesses ten codes an hour, and staff get an alarm', async () => {
  const eve = await staffMember(server, 'support', 'eve');
  server.clock.advance(5 * 60);
  for (let guess = 0; guess < 10; guess += 1) await inject(eve, 'POST', '/api/staff/session/codes', { code: '000000' });
  expect((await confirm(eve)).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'staffCodeGuessed' }));
});

test('D01 each confirmation is in the audit log', async () => {
  const member = await staffMember(server, 'admin', 'ida');
  server.clock.advance(60);
  await confirm(member);
  const rows = await auditRows(server.deps.db).select(['actor', 'action', 'detail']).execute();
  expect(rows).toContainEqual({ actor: `staff:${member.id}`, action: 'staff.confirmed', detail: '{"by":"code"}' });
});
