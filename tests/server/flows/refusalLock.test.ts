import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPhone } from '../../../server/platform/customer/phone.ts';
import type { Tx } from '../../../server/platform/db/database.ts';
import { isRefused, storeRefusal } from '../../../server/platform/invitations/refusals.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { onPostgres } from '../support/testDatabase.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());
beforeEach(async () => void (await server.deps.db.deleteFrom('guest_refusals').execute()));

const phone = readPhone('9171234567', 'PH') ?? expect.fail('no number');

/** Resolves once the other transaction waits for this one. The embedded database runs one transaction after another. */
async function isAwaited(tx: Tx): Promise<void> {
  const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  if (!onPostgres) return;
  for (let left = 500; left > 0; left--) {
    if ((await waiting.execute(tx)).rows.length > 0) return;
    await sql`select pg_sleep(0.01)`.execute(tx);
  }
  expect.fail('Nothing waits for this transaction.');
}

/** Runs `second` in a transaction that begins after `first` has finished in another one, which stays open until `second` waits for it. */
async function overlapping<First, Second>(
  first: (tx: Tx) => Promise<First>,
  second: (tx: Tx) => Promise<Second>,
): Promise<[First, Second]> {
  const { db } = server.deps;
  const began = Promise.withResolvers<void>();
  return Promise.all([
    db.transaction().execute(async (tx) => {
      const result = await first(tx);
      began.resolve();
      await isAwaited(tx);
      return result;
    }),
    began.promise.then(() => db.transaction().execute(second)),
  ]);
}

test('R10 a request sees a refusal that is being stored', async () => {
  const [, refused] = await overlapping(
    (tx) => storeRefusal(tx, server.deps, phone),
    (tx) => isRefused(tx, server.deps, phone),
  );
  expect(refused).toBe(true);
});

test('R10 a refusal waits for a request that found none', async () => {
  const [refused] = await overlapping(
    (tx) => isRefused(tx, server.deps, phone),
    (tx) => storeRefusal(tx, server.deps, phone),
  );
  expect(refused).toBe(false);
  expect(await server.deps.db.transaction().execute((tx) => isRefused(tx, server.deps, phone))).toBe(true);
});
