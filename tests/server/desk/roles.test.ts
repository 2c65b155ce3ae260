import { afterEach, expect, test } from 'vitest';
import type { ReleaseService } from '../../../server/platform/release/types.ts';
import { startClaims } from '../support/claims.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';
import { deskRoles } from '../support/roles.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

const open: TestApp[] = [];
const started = <T extends TestApp>(server: T): T => {
  open.push(server);
  return server;
};
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

const releasesWith = (roles: typeof deskRoles) => fixedReleases(manifestWith({ other: { roles: { roles } } }));

test('D12 the active release of the desk decides what a role may do, from the moment it is active', async () => {
  let active = releasesWith(deskRoles);
  const releases: ReleaseService = { ...active, active: () => active.active() };
  const server = started(await startTestApp({ applications: [{ name: 'desk', operations: {}, releases }] }));
  const [support, reviewer] = [await staffMember(server, 'support'), await staffMember(server, 'reviewer')];
  const statusOf = async (member: StaffMember) => (await member.call('GET', '/api/staff/reveals')).statusCode;
  expect([await statusOf(support), await statusOf(reviewer)]).toEqual([403, 200]);
  active = releasesWith({ ...deskRoles, roles: { ...deskRoles.roles, support: ['seeReveals'], reviewer: [] } });
  expect([await statusOf(support), await statusOf(reviewer)]).toEqual([200, 403]);
});

test('D12 a product without a desk governs its operations of staff in its own configuration', async () => {
  const server = started(await startClaims());
  const statuses = [];
  for (const role of ['underwriter', 'support', 'translator'] as const) {
    const member = await staffMember(server, role);
    statuses.push([
      (await member.call('GET', '/api/staff/claims')).statusCode,
      (await member.call('GET', '/api/staff/session')).statusCode,
    ]);
  }
  expect(statuses).toEqual([
    [200, 200],
    [403, 200],
    [403, 200],
  ]);
});
