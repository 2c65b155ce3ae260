import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';

let connection: Connection;
beforeAll(async () => {
  connection = await createTestDatabase();
});
afterAll(() => connection.close());

const at = new Date('2026-06-01T04:00:00Z');

/** Inserts a journal with these entries directly, bypassing our own code. */
const journal = (id: string, entries: [string, number][]) =>
  connection.db.transaction().execute(async (tx) => {
    await tx.insertInto('journals').values({ id, key: id, kind: 'test', loan_id: null, day: '2026-06-01', created_at: at }).execute();
    for (const [account, cents] of entries) await tx.insertInto('journal_entries').values({ journal_id: id, account, cents }).execute();
  });

describe('the ledger in the database', () => {
  test('accepts a journal that sums to zero', async () => {
    await journal('balanced', [
      ['receivable.principal', 500_000],
      ['clearing.disbursement', -500_000],
    ]);
    const { total } = await connection.db
      .selectFrom('journal_entries')
      .select(({ fn }) => fn.sum<string>('cents').as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(0);
  });

  test('refuses at commit a journal that does not balance, is empty, or has one side', async () => {
    await expect(
      journal('off', [
        ['receivable.principal', 500_000],
        ['clearing.disbursement', -499_999],
      ]),
    ).rejects.toThrow(/does not balance/);
    await expect(journal('empty', [])).rejects.toThrow(/does not balance/);
    await expect(journal('oneSided', [['receivable.principal', 1]])).rejects.toThrow(/does not balance/);
  });

  test('refuses later entries that break the balance', async () => {
    const late = connection.db.insertInto('journal_entries').values({ journal_id: 'balanced', account: 'income.interest', cents: -1 });
    await expect(late.execute()).rejects.toThrow(/does not balance/);
  });

  test('books one external effect once', async () => {
    const again = connection.db
      .insertInto('journals')
      .values({ id: 'other', key: 'balanced', kind: 'test', loan_id: null, day: '2026-06-01', created_at: at });
    await expect(again.execute()).rejects.toThrow(/unique|duplicate/);
  });

  test.each(['journals', 'journal_entries', 'loan_postings', 'loan_events', 'limit_grants', 'coupon_events'] as const)(
    '%s is insert-only',
    async (table) => {
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(connection.db)).rejects.toThrow(/insert-only/);
      if (table !== 'journals' && table !== 'journal_entries') return;
      await expect(connection.db.deleteFrom(table).execute()).rejects.toThrow(/insert-only/);
      const column = table === 'journals' ? 'kind' : 'account';
      await expect(sql`update ${sql.table(table)} set ${sql.ref(column)} = 'other'`.execute(connection.db)).rejects.toThrow(/insert-only/);
    },
  );
});
