import { afterEach, beforeEach, expect, test } from 'vitest';
import { json } from '../../../server/platform/db/json.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { audit } from '../../../server/platform/audit/audit.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, sessionFor, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeEach(async () => void (server = await startProduct()));
afterEach(() => server.close());

const daySeconds = 24 * 3600;

/** Moves the clock by some days and runs the hourly sweep. */
async function daysPass(days: number): Promise<void> {
  server.clock.advance(days * daySeconds);
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
}

const count = async (table: keyof Database) =>
  (
    await server.deps.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const counts = async (...tables: (keyof Database)[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)));

const begun = async (step: string, work = {}): Promise<Journey> => {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo(step, { work });
  return borrower;
};

test('unsubmitted answers and photos are deleted after ninety days without a change', async () => {
  const borrower = await begun('selfie');
  const tables = ['flow_states', 'files'] as const;
  const { id } = await server.deps.db.selectFrom('files').select('id').executeTakeFirstOrThrow();
  await daysPass(90);
  expect(await counts(...tables)).toEqual({ flow_states: 1, files: 1 });
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
  await borrower.save('selfie', await borrower.soundAnswers('selfie'));
  await daysPass(90);
  expect(await counts('flow_states')).toEqual({ flow_states: 1 });
  await daysPass(1);
  expect(await counts(...tables)).toEqual({ flow_states: 0, files: 0 });
  expect(await server.deps.ports.storage.get(id)).toBeUndefined();
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
  expect(await borrower.get()).toMatchObject({ position: { step: { id: 'identity' } } });
});

test('an application that was not approved is deleted after a year, with its answers', async () => {
  const borrower = await begun('nowhere', { jobType: 'unemployed', income: 'under12000' });
  expect((await borrower.submit()).json()).toMatchObject({ state: 'rejected' });
  const tables = ['applications', 'application_events', 'flow_states', 'files'] as const;
  await daysPass(365);
  expect(await counts(...tables)).toEqual({ applications: 1, application_events: 1, flow_states: 1, files: 2 });
  await daysPass(1);
  expect(await counts(...tables)).toEqual({ applications: 0, application_events: 0, flow_states: 0, files: 0 });
});

test('an approved application stays', async () => {
  const borrower = await begun('nowhere');
  expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
  await daysPass(400);
  expect(await counts('applications', 'flow_states', 'files')).toEqual({ applications: 1, flow_states: 1, files: 2 });
});

test('numbers that requested a code are deleted after a year, even locked ones', async () => {
  const payload = { phone: '9171234567', privacyAccepted: true };
  await server.app.inject({ method: 'POST', url: '/api/auth/codes', payload });
  await daysPass(365);
  expect(await counts('login_numbers', 'login_challenges')).toEqual({ login_numbers: 1, login_challenges: 0 });
  await daysPass(1);
  expect(await counts('login_numbers')).toEqual({ login_numbers: 0 });
});

test('deletes done jobs after a week, those with a key after a year, and keeps failed ones', async () => {
  const job = { kind: 'note', data: json({}), max_attempts: 3, run_at: server.clock.now(), created_at: server.clock.now() };
  const done = { ...job, done_at: server.clock.now() };
  await server.deps.db
    .insertInto('jobs')
    .values([
      { ...done, key: null },
      { ...done, key: 'sms:loan:1' },
      { ...job, key: null, failed_at: server.clock.now() },
    ])
    .execute();
  const notes = async () =>
    (await server.deps.db.selectFrom('jobs').select(['key', 'failed_at']).where('kind', '=', 'note').orderBy('id').execute()).map(
      ({ key, failed_at: failed }) => key ?? (failed ? 'failed' : 'done'),
    );
  await daysPass(7);
  expect(await notes()).toEqual(['done', 'sms:loan:1', 'failed']);
  await daysPass(1);
  expect(await notes()).toEqual(['sms:loan:1', 'failed']);
  await daysPass(360);
  expect(await notes()).toEqual(['failed']);
  // Old ticks do not pile up either.
  const kinds = (await server.deps.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([...new Set(kinds)].toSorted());
});

test('the log contains the head of the audit chain', async () => {
  await daysPass(1);
  expect(server.log.some(({ auditHead }) => auditHead !== undefined)).toBe(false);
  await server.deps.db.transaction().execute((tx) => audit(tx, server.deps, { actor: 'staff:1', action: 'test', subject: 'loan:1' }));
  await daysPass(1);
  expect(server.log).toContainEqual(expect.objectContaining({ auditHead: expect.stringMatching(/^1:[0-9a-f]{64}$/) as string }));
});
