import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { areas as claimAreas } from '../../../examples/claim/server/areas.ts';
import { embeddedDb } from '../../../server/platform/db/connect.ts';
import { migrate, migrationsOf } from '../../../server/platform/db/migrate.ts';

test('R14 the database of a second product has its own tables and none of the cash loan', async () => {
  const pglite = await PGlite.create();
  const db = embeddedDb(pglite);
  await migrate(db, migrationsOf(claimAreas));
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(db);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['claims.state', 'claim_events.event', 'customers.phone_digest', 'files.sealed_name']));
  // In these columns, an application is an app of the product, not an application for a loan.
  const own = names.filter((name) => !['active_releases.application', 'changes.application', 'rollouts.application'].includes(name));
  expect(own.filter((name) => /loan|repayment|ledger|coupon|application/.test(name))).toEqual([]);
  await pglite.close();
});
