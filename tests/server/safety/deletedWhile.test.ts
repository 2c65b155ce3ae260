import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { vaultOf } from '../../../server/platform/crypto/vault.ts';
import { onPostgres } from '../support/testDatabase.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, call, consent, expectSound, prepared, settle, signature } from '../support/lending.ts';
import { startProduct, upload, type ProductApp } from '../support/product.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

/** The embedded database runs transactions one after another. There this shows that it works; on PostgreSQL, that it holds. */
const rounds = onPostgres ? 12 : 2;

let server: ProductApp;
let support: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  support = await staffMember(server, 'support');
});
afterEach(async () => {
  await settle(server);
  await expectSound(server);
});
afterAll(() => server.close());

async function deletionOf({ customerId }: Journey): Promise<() => ReturnType<StaffMember['call']>> {
  const request = await support.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'mail of today' });
  const { id } = request.json<{ id: string }>();
  return () => support.call('POST', `/api/staff/deletion-requests/${id}/completion`);
}

const tables = [
  'appointments',
  'data_keys',
  'easy_reloans',
  'feedback',
  'files',
  'flow_states',
  'idempotency_keys',
  'loans',
  'sessions',
  'social_attempts',
  'submitted_numbers',
  'upload_quotas',
] as const;

/** The remaining data of a customer whose account is deleted. */
async function leftBehind({ customerId }: Journey): Promise<string[]> {
  const { db } = server.deps;
  const left: string[] = [];
  for (const table of tables) {
    let query = db.selectFrom(table).select('customer_id').where('customer_id', '=', customerId);
    if (table === 'sessions') query = query.where('ended_at' as never, 'is', null);
    if (table === 'loans') query = query.where('open' as never, '=', true as never);
    if (table === 'appointments') query = query.where('state' as never, '=', 'booked' as never);
    if (table === 'easy_reloans') query = query.where('state' as never, '!=', 'off' as never);
    if (await query.executeTakeFirst()) left.push(table);
  }
  return left;
}

/** Delays one of the two a little, by a different time in each round. */
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

test('P04 of a parallel withdrawal and account deletion one succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    const complete = await deletionOf(borrower);
    const [deletion, withdrawal] = await Promise.all([
      later(round * 2 - rounds).then(complete),
      later(rounds - round * 2).then(() => consent(server, borrower, draft, { 'idempotency-key': `withdrawn-while-deleted-${round}` })),
    ]);
    const codes = [deletion, withdrawal].map((answer) => (answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code));
    expect([
      ['done', 'unauthenticated'],
      ['openLoan', 'done'],
    ]).toContainEqual(codes);
  }
});

test('P04 requests during an account deletion leave nothing behind and break nothing', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const borrower = await acceptedBorrower(server);
    const choice = { productId: 'cashLoan', amountCents: 500_000, termDays: 14 };
    const { days } = (await call(server, borrower, 'GET', '/api/appointments/offer')).json<{ days: string[] }>();
    const drafts = [
      ['/api/appointments', (await call(server, borrower, 'POST', '/api/appointments/drafts', { ...choice, day: days[1] })).json()],
      ['/api/easy-reloan', (await call(server, borrower, 'POST', '/api/easy-reloan/drafts', { ...choice, mode: 'automatic' })).json()],
    ] as const;
    const complete = await deletionOf(borrower);
    const answers = await Promise.all([
      ...drafts.map(([url, { consentId, disclosureHash, nonce }]) =>
        call(server, borrower, 'POST', url, { consentId, disclosureHash, nonce, signature }, { 'idempotency-key': `deleted-${url}` }),
      ),
      upload(server, borrower, 'selfie'),
      upload(server, borrower, 'feedback'),
      call(server, borrower, 'POST', '/api/social/facebook', {}),
      call(
        server,
        borrower,
        'POST',
        '/api/feedback',
        { answers: { topic: 'app', text: 'hello there, my name is Tess' } },
        { 'idempotency-key': `feedback-while-deleted-${round}` },
      ),
      borrower.put('bank', await borrower.soundAnswers('bank'), { key: `saved-while-deleted-${round}` }),
      later(round * 4).then(complete),
    ]);
    for (const { statusCode } of answers) statuses.add(statusCode);
    expect(answers.map(({ statusCode, body }) => (statusCode === 500 ? body : '')).join('')).toBe('');
    expect(answers.at(-1)?.json()).toMatchObject({ state: 'done' });
    expect(await leftBehind(borrower)).toEqual([]);
  }
  expect([...statuses]).toContain(200);
});

test('P04 the daily job removes leftovers of a deleted account from an earlier version', async () => {
  const borrower = await acceptedBorrower(server);
  const { customerId } = borrower;
  await (
    await deletionOf(borrower)
  )();
  // Restores the state from before the database refused such rows.
  const { db } = server.deps;
  await db.updateTable('customers').set({ deleted_at: null }).where('id', '=', customerId).execute();
  vaultOf(server.deps.settings.keyring).forget(customerId);
  await vaultOf(server.deps.settings.keyring).of(db, customerId);
  const now = server.clock.now();
  await db
    .insertInto('upload_quotas')
    .values({ customer_id: customerId, slots: '{}' as never })
    .execute();
  await db.updateTable('customers').set({ deleted_at: now }).where('id', '=', customerId).execute();
  expect(await leftBehind(borrower)).toEqual(['data_keys', 'upload_quotas']);
  server.clock.advance(24 * 3600);
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  expect(await leftBehind(borrower)).toEqual([]);
});
