import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { trialBalance } from '../../../server/product/ledger/balances.ts';
import { post, type JournalInput } from '../../../server/product/ledger/post.ts';
import { systemRandom } from '../../../server/platform/random.ts';
import { systemClock } from '../../../server/platform/time.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await createTestDatabase();
});
afterAll(() => connection.close());

const deps = { clock: systemClock, random: systemRandom };
const book = (journal: JournalInput) => connection.db.transaction().execute((tx) => post(tx, deps, journal));
const payout: JournalInput = {
  key: 'payout:1',
  kind: 'disbursed',
  day: '2026-06-01',
  entries: [
    { account: 'receivable.principal', cents: 500_000 },
    { account: 'income.service_fee', cents: -5000 },
    { account: 'clearing.disbursement', cents: -495_000 },
  ],
};

test('a journal is booked once for each key', async () => {
  expect(await book(payout)).toBe(true);
  expect(await book(payout)).toBe(false);
  const balances = await trialBalance(connection.db);
  expect(balances).toContainEqual({ account: 'receivable.principal', cents: 500_000 });
  expect(balances.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
});

test('one of many parallel bookings wins', async () => {
  const booked = await Promise.all(Array.from({ length: 8 }, () => book({ ...payout, key: 'payout:many' })));
  expect(booked.filter(Boolean)).toHaveLength(1);
});

test('a key repeated with other amounts is a bug, not a repetition', async () => {
  const other = payout.entries.map(({ account, cents }) => ({ account, cents: cents * 2 }));
  await expect(book({ ...payout, entries: other })).rejects.toThrow(/already booked with other entries/);
});

test('entries of one account are merged, and a sum of zero is not booked', async () => {
  const twice = [...payout.entries, ...payout.entries.map(({ account, cents }) => ({ account, cents: -cents }))];
  expect(await book({ ...payout, key: 'nothing', entries: twice })).toBe(false);
  await book({ ...payout, key: 'merged', entries: [...payout.entries, ...payout.entries] });
  const rows = await connection.db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .select(['account', 'cents'])
    .where('key', '=', 'merged')
    .execute();
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ account: 'receivable.principal', cents: 1_000_000 });
});

test('an unbalanced journal is not booked', async () => {
  const entries = [...payout.entries, { account: 'liability.gst', cents: 1 } as const];
  await expect(book({ ...payout, key: 'off', entries })).rejects.toThrow(/does not balance/);
});
