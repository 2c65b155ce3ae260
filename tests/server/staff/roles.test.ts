import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StaffOperation, staffRoles, type StaffRole } from '../../../server/contract/staff/operation.ts';
import { staffOperations } from '../../../server/contract/staff/operations.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

/** Who may do what, written down independently of the code. */
const allowed = JSON.parse(readFileSync(new URL('../../cases/staff/roles.json', import.meta.url), 'utf8')) as Record<string, StaffRole[]>;

let server: TestApp;
const members = new Map<StaffRole, StaffMember>();
beforeAll(async () => {
  server = await startTestApp();
  for (const role of staffRoles) members.set(role, await staffMember(server, role));
});
afterAll(() => server.close());

const operations = (Object.values(staffOperations) as StaffOperation[]).filter(({ id, noCheck }) => !noCheck && id !== 'staff.logout');
const urlOf = ({ path }: StaffOperation) => path.replace(/:\w+/g, 'none');
const payloadOf = ({ method }: StaffOperation) => (method === 'POST' || method === 'PUT' ? { payload: {} } : {});

test('the table names every operation of staff', () => {
  expect(Object.keys(allowed).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test.each(staffRoles)('D12 %s: only the roles of the table are allowed', async (role) => {
    const { method } = operation;
    const headers = { authorization: `Bearer ${members.get(role)?.token}` };
    const { statusCode } = await server.app.inject({ method, url: urlOf(operation), headers, ...payloadOf(operation) });
    expect(statusCode !== 403).toBe(allowed[id]?.includes(role));
    expect([200, 400, 403, 404]).toContain(statusCode);
  });

  test('N08 refuses requests without a staff session', async () => {
    const { method } = operation;
    const bare = await server.app.inject({ method, url: urlOf(operation), ...payloadOf(operation) });
    const headers = { authorization: 'Bearer made-up' };
    const forged = await server.app.inject({ method, url: urlOf(operation), headers, ...payloadOf(operation) });
    expect([bare.statusCode, forged.statusCode]).toEqual([401, 401]);
  });
});
