import { afterAll, beforeAll, expect, test } from 'vitest';
import { vaultOf } from '../../../server/platform/crypto/vault.ts';
import { destroyExpired } from '../../../server/product/retention/deletion.ts';
import { journey, type Journey } from '../support/journey.ts';
import { ownNumbers } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let support: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());

const rowsOf = async (table: 'flow_states' | 'files' | 'submitted_numbers' | 'data_keys', customerId: string) =>
  server.deps.db.selectFrom(table).selectAll().where('customer_id', '=', customerId).execute();

async function applicant(): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('nowhere', ownNumbers());
  await borrower.submit();
  return borrower;
}

async function requestFor(customerId: string): Promise<string> {
  const response = await support.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'mail of today' });
  return response.json<{ id: string }>().id;
}

test('P04 deleting an account without a loan leaves nothing readable and frees its number', async () => {
  const borrower = await applicant();
  const { customerId } = borrower;
  const files = (await rowsOf('files', customerId)) as { id: string }[];
  expect(files.length).toBeGreaterThan(0);
  const before = await server.deps.db.selectFrom('customers').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow();

  const done = await support.call('POST', `/api/staff/deletion-requests/${await requestFor(customerId)}/completion`);
  expect(done.json()).toMatchObject({ state: 'done', customerId });
  expect(done.json()).not.toHaveProperty('keptUntil');

  for (const table of ['flow_states', 'files', 'submitted_numbers', 'data_keys'] as const)
    expect(await rowsOf(table, customerId)).toEqual([]);
  for (const { id } of files) expect(await server.deps.ports.storage.get(id)).toBeUndefined();
  const after = await server.deps.db.selectFrom('customers').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow();
  expect(after.phone_digest).not.toBe(before.phone_digest);
  expect(after.phone_sealed.length).toBe(0);
  const application = await server.deps.db
    .selectFrom('applications')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const vault = await vaultOf(server.deps.settings.keyring).of(server.deps.db, customerId);
  expect(() => vault.open(`application|${application.id}`, application.snapshot)).toThrow(/unable to authenticate/i);
  expect((await server.app.inject({ method: 'GET', url: '/api/auth/session', headers: borrower.headers })).statusCode).toBe(401);
});

test('its application still opens at the desk, without answers', async () => {
  const { customerId } = await applicant();
  const { id } = await server.deps.db
    .selectFrom('applications')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  await support.call('POST', `/api/staff/deletion-requests/${await requestFor(customerId)}/completion`);
  const opened = await support.call('GET', `/api/staff/applications/${id}`);
  expect(opened.json()).toMatchObject({ application: { id, phone: '' }, answers: {} });
});

test('two requests are one; a refused one is closed with the reason', async () => {
  const { customerId } = await applicant();
  const id = await requestFor(customerId);
  expect(await requestFor(customerId)).toBe(id);
  const refused = await support.call('POST', `/api/staff/deletion-requests/${id}/refusal`, { reason: 'could not prove who it was' });
  expect(refused.json()).toMatchObject({ state: 'refused' });
  const late = await support.call('POST', `/api/staff/deletion-requests/${id}/completion`);
  expect(late.json()).toMatchObject({ code: 'requestClosed' });
  expect(await rowsOf('flow_states', customerId)).toHaveLength(1);
  const { requests } = (await support.call('GET', '/api/staff/deletion-requests?state=refused')).json<{ requests: { id: string }[] }>();
  expect(requests.map((request) => request.id)).toContain(id);
});

test('an unknown or deleted customer cannot be deleted', async () => {
  const body = { customerId: 'nobody', reason: 'mail of today' };
  expect((await support.call('POST', '/api/staff/deletion-requests', body)).statusCode).toBe(404);
  const { customerId } = await applicant();
  await support.call('POST', `/api/staff/deletion-requests/${await requestFor(customerId)}/completion`);
  expect((await support.call('POST', '/api/staff/deletion-requests', { ...body, customerId })).statusCode).toBe(404);
});

test('the daily job destroys nothing before it is due', async () => expect(await destroyExpired(server.deps)).toBe(0));
