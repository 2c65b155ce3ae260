import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../../../server/contract/staff/alarms.ts';
import { Alarms } from '../../../server/platform/alarms/alarms.ts';
import { auditRows } from '../support/auditRows.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';
import { freshSupport, staffMember, type StaffMember } from '../support/staff.ts';

let server: TestApp;
let support: StaffMember;
beforeEach(async () => {
  const login = { login: { sendsPerAddressPerHour: 5, imageCodeAfterSendsPerAddress: 100 } };
  server = await startTestApp({ releases: fixedReleases(manifestWith({ other: { login } })) });
  support = await freshSupport(server);
});
afterEach(() => server.close());

const list = async (before?: string) => {
  await server.deps.alarms.settled();
  const response = await support.call('GET', `/api/staff/alarms${before === undefined ? '' : `?before=${before}`}`);
  return response.json<{ alarms: Alarm[]; next?: string }>();
};
const acknowledge = (id: string) => support.call('POST', `/api/staff/alarms/${id}/acknowledgement`, { reason: 'called the operator' });
const raise = (subject: string, kind = 'leak') => server.deps.alarms.raise({ kind, subject, detail: { cents: 5 } }, 'something leaks');
const askCode = (at: number) => {
  const payload = { phone: String(9_170_000_000 + at * 4_001), privacyAccepted: true };
  return server.app.inject({ method: 'POST', url: '/api/auth/codes', remoteAddress: '198.51.100.7', payload });
};

test('a flood of requests beyond a cap makes one row with a count and one log line per window, without addresses', async () => {
  for (let at = 0; at < 25; at += 1) await askCode(at);
  const lines = () => server.log.filter(({ alarm }) => alarm === 'smsAddress');
  expect(lines()).toHaveLength(1);
  const { alarms } = await list();
  // Each refusal rolled its transaction back.
  expect(alarms).toMatchObject([
    { kind: 'smsAddress', subject: 'address', count: 20, message: expect.stringContaining('toll fraud') as string },
  ]);
  expect(JSON.stringify(alarms)).not.toContain('198.51');
  server.clock.advance(3601);
  for (let at = 0; at < 7; at += 1) await askCode(at);
  expect(lines()).toHaveLength(2);
});

test('an alarm survives the rollback of its transaction', async () => {
  const undone = server.deps.db.transaction().execute(async () => {
    raise('loan:1');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await list()).alarms).toMatchObject([{ kind: 'leak', subject: 'loan:1', count: 1, detail: { cents: 5 } }]);
});

test('beyond 200 subjects alarms share one count', async () => {
  for (let at = 0; at < 1500; at += 1) raise(`loan:${at}`);
  await server.deps.alarms.settled();
  const rows = await server.deps.db.selectFrom('alarms').select(['subject', 'count']).execute();
  expect(rows).toHaveLength(201);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1500);
  expect(rows.find(({ subject }) => subject === 'others')?.count).toBe(1300);
});

test('without a database the caller goes on and the log has the alarm', async () => {
  const { db, close } = await createTestDatabase();
  await close();
  const { clock, random, log } = server.deps;
  const alarms = new Alarms({ db, clock, random, log });
  alarms.raise({ kind: 'leak', subject: 'loan:1' }, 'something leaks');
  await alarms.settled();
  expect(server.log.slice(-2)).toMatchObject([{ alarm: 'leak' }, { kind: 'leak', msg: 'an alarm could not be recorded' }]);
});

test('staff read open alarms in pages, newest first', async () => {
  for (let at = 0; at < 60; at += 1) {
    raise(`loan:${at}`);
    await server.deps.alarms.settled();
    server.clock.advance(1);
  }
  const first = await list();
  const second = await list(first.next);
  expect([first.alarms.length, second.alarms.length, second.next]).toEqual([50, 10, undefined]);
  expect([...first.alarms, ...second.alarms].map(({ subject }) => subject)).toEqual(
    Array.from({ length: 60 }, (_, at) => `loan:${59 - at}`),
  );
});

test('an alarm is acknowledged once, with a reason, audited; on the next day it is raised again', async () => {
  raise('loan:1');
  const [{ id } = { id: '' }] = (await list()).alarms;
  expect((await acknowledge(id)).json()).toEqual({ id });
  expect((await acknowledge(id)).json()).toMatchObject({ status: 409, code: 'alarmDone' });
  expect((await acknowledge('none')).statusCode).toBe(404);
  const audited = auditRows(server.deps.db).select(['actor', 'detail']).where('subject', '=', `alarm:${id}`);
  const detail = JSON.stringify({ about: 'loan:1', kind: 'leak', reason: 'called the operator' });
  expect(await audited.execute()).toEqual([{ actor: `staff:${support.id}`, detail }]);
  raise('loan:1');
  expect((await list()).alarms).toEqual([]);
  server.clock.advance(86_400);
  support = await freshSupport(server);
  raise('loan:1');
  expect((await list()).alarms).toMatchObject([{ subject: 'loan:1', count: 1 }]);
});

test('housekeeping removes alarms acknowledged ninety days ago, and unacknowledged ones after a year', async () => {
  for (const subject of ['loan:1', 'loan:2']) raise(subject);
  const [{ id } = { id: '' }] = (await list()).alarms;
  await acknowledge(id);
  const left = async (days: number) => {
    server.clock.advance(days * 86_400);
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
    return (await server.deps.db.selectFrom('alarms').select('id').execute()).length;
  };
  expect([await left(90), await left(1), await left(274), await left(1)]).toEqual([2, 1, 1, 0]);
});

test('reviewers may read alarms but not acknowledge them', async () => {
  raise('loan:1');
  const [{ id } = { id: '' }] = (await list()).alarms;
  support = await staffMember(server, 'reviewer');
  expect((await list()).alarms).toHaveLength(1);
  expect((await acknowledge(id)).statusCode).toBe(403);
});
