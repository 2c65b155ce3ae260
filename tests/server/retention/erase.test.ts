import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../../server/platform/db/database.ts';
import { acceptedBorrower } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());

const record = 'a record of lending, which the law keeps; what it seals cannot be read once the data key is gone';

/** Tables whose rows outlive an account, and why. */
const kept: Readonly<Record<string, string>> = {
  agreements: record,
  cancellation_requests: record,
  consents: record,
  coupons: record,
  easy_reloan_events: record,
  easy_reloan_runs: record,
  limit_grants: record,
  loans: record,
  payout_accounts: record,
  repayments: record,
  signatures: record,
  standing_consents: record,
  appointments: 'bookings are cancelled, where there are any',
  easy_reloans: 'turned off, where it is on',
  data_keys: 'destroyed with the account, or when the law lets its records go',
  deletion_requests: 'says that the account was deleted, and why',
};

/** Tables that statements delete from or update. */
function writes(into: Set<string>): KyselyPlugin {
  return {
    transformQuery({ node }) {
      const text = JSON.stringify(node);
      if (node.kind === 'DeleteQueryNode' || node.kind === 'UpdateQueryNode')
        for (const [, name = ''] of text.matchAll(/"kind":"IdentifierNode","name":"(\w+)"/g)) into.add(name);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** Tables with a customer's id that no area erases and no law keeps. */
async function forgotten(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = current_schema() and column_name = 'customer_id' order by 1`.execute(tx);
  const erased = new Set<string>();
  for (const { erase } of server.deps.areas)
    await erase?.({ tx: tx.withPlugin(writes(erased)), deps: server.deps, customerId, keepPurposes: [] });
  return rows.map(({ table }) => table).filter((table) => !erased.has(table) && !Object.hasOwn(kept, table));
}

class RolledBack extends Error {}

async function inVain<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await server.deps.db
    .transaction()
    .execute(async (tx) => {
      answer = await work(tx);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return answer;
}

test('P04 what a customer did in the last hour is no longer counted', async () => {
  const { customerId } = await acceptedBorrower(server);
  const counted = (tx: Tx) => tx.selectFrom('login_counters').select('key').where('key', 'like', `%${customerId}%`).execute();
  const [before, after] =
    (await inVain(async (tx) => {
      const rows = await counted(tx);
      for (const { erase } of server.deps.areas) await erase?.({ tx, deps: server.deps, customerId, keepPurposes: [] });
      return [rows, await counted(tx)];
    })) ?? [];
  expect(before).toContainEqual({ key: `saveStep:${customerId}` });
  expect(after).toEqual([]);
});

test("P04 every table with a customer's id is erased by its area or kept by law", async () => {
  const { customerId } = await acceptedBorrower(server);
  expect(await inVain((tx) => forgotten(tx, customerId))).toEqual([]);
  const added = await inVain(async (tx) => {
    await sql`create table diaries (customer_id text not null, page text not null)`.execute(tx);
    return forgotten(tx, customerId);
  });
  expect(added).toEqual(['diaries']);
});
