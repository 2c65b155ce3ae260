import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Loan } from '../../../server/contract/loans.ts';
import { checkKeyring } from '../../../server/platform/crypto/keyCheck.ts';
import { keyIdsOf } from '../../../server/platform/area.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { migrations } from '../support/migrations.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { collectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { payoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { memoryStore } from '../../../server/ports/sandbox/store.ts';
import type { SandboxTransfer } from '../../../server/ports/sandbox/transfer.ts';
import { journey } from '../support/journey.ts';
import { call, expectSound } from '../support/lending.ts';
import { logIn } from '../support/login.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { releaseOf } from '../../support/compiled.ts';
import type { CarryOver, MigrationStep } from '../../../engine/config/carryOver.ts';
import { rehearse } from '../../../server/platform/flows/rehearse.ts';
import { releaseStore } from '../../../server/platform/release/store.ts';
import { codeFor } from '../support/staff.ts';
import { restoreTables, unpack } from './dump.ts';
import { staffPassword } from './staffPassword.ts';

const dump = unpack(readFileSync(join(import.meta.dirname, 'oldDatabase.json.br')));
let server: ProductApp;
let ran: string[];

beforeAll(async () => {
  const connection = await createTestDatabase();
  const { db } = connection;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const schema = sql.id(rows[0]?.schema ?? '');
  await sql`drop schema ${schema} cascade`.execute(db);
  await sql`create schema ${schema}`.execute(db);
  await migrate(
    db,
    migrations.filter(({ name, splitFrom }) => dump.migrations.includes(splitFrom ?? name)),
  );
  // That version had not yet split its migrations.
  await sql`delete from schema_migrations where name <> all(${dump.migrations})`.execute(db);
  await restoreTables(db, dump.tables);
  ran = await migrate(db, migrations);
  server = await startProduct({ connection });
  const { clock, deps } = server;
  clock.set(new Date(dump.madeAt));
  deps.ports.payout = payoutSandbox({ clock, store: filled(dump.transfers.payout) });
  deps.ports.collection = collectionSandbox({ clock, store: filled(dump.transfers.collection) });
  for (const [path, bytes] of Object.entries(dump.files)) {
    const file = join(deps.settings.dataDir, 'files', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(bytes, 'base64'));
  }
}, 120_000);
afterAll(() => server.close());

function filled(transfers: readonly SandboxTransfer[]) {
  const store = memoryStore();
  for (const transfer of transfers) store.add(transfer);
  return store;
}

test('a database of an earlier version gets every later migration, and its key is recognised', async () => {
  expect(ran.length).toBeGreaterThan(0);
  expect([...dump.migrations, ...ran].toSorted()).toEqual(migrations.map(({ name }) => name).toSorted());
  await checkKeyring(server.deps.db, server.deps.settings.keyring, keyIdsOf(server.deps.areas));
  await expectSound(server);
});

test('R12 a draft of a release of that version is migrated as its old answers say', async () => {
  const [row] = await server.deps.db
    .selectFrom('flow_states')
    .select('release')
    .where('customer_id', '=', dump.people.halfWay.customerId)
    .execute();
  const old = await server.deps.releases.get(row?.release ?? '');
  expect(old?.manifest).not.toHaveProperty('carryOverExpressions');
  const rehearsed = async (when: string) => {
    const step: MigrationStep = { askAgain: { form: 'identity', field: 'firstName', when } };
    const files = edited<CarryOver>(
      shippedFiles(),
      'flows/carryOver.json',
      ({ migrations }) => void migrations.push({ id: 'anew', steps: [step] }),
    );
    const store = releaseStore(
      server.table,
      async () => {},
      (next, releaseOf) => rehearse(server.deps, { next, releaseOf }),
    );
    return store.rehearse?.(await releaseOf(files));
  };
  const drafts = (await rehearsed('has(identity.firstName)'))?.askedAgain;
  expect(drafts).toBeGreaterThan(0);
  expect(await rehearsed('!has(identity.firstName)')).toMatchObject({ askedAgain: 0, migrated: drafts });
});

test('a borrower who was halfway logs in, finds the draft, continues and applies', async () => {
  const { customerId, phone } = dump.people.halfWay;
  const who = await logIn(server, phone);
  expect(who.customerId).toBe(customerId);
  const resumed = await journey(server, who);
  expect(Object.keys(resumed.snapshot.confirmed)).toContain('identity');
  expect(Object.keys({ ...resumed.snapshot.answers, ...resumed.snapshot.masked })).toContain('identity');
  const before = resumed.snapshot.position.step?.id ?? '';
  await resumed.save(before, await resumed.soundAnswers(resumed.snapshot.position.step?.form ?? ''));
  expect(resumed.snapshot.position.step?.id).not.toBe(before);
  await resumed.walkTo('nowhere');
  expect((await resumed.submit()).json()).toMatchObject({ state: 'accepted' });
});

test('an active loan still owes the same, and its photos open', async () => {
  const { customerId, phone, loanId } = dump.people.withLoan;
  const who = await logIn(server, phone);
  expect(who.customerId).toBe(customerId);
  expect((await call(server, who, 'GET', '/api/loans/current')).json<Loan>()).toMatchObject({ id: loanId, state: 'active' });
  const photo = await server.deps.db.selectFrom('files').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow();
  const { url } = (await call(server, who, 'GET', `/api/files/${photo.id}`)).json<{ url: string }>();
  expect((await server.app.inject({ url, headers: who.headers })).headers['content-type']).toBe('image/jpeg');
  const records = await call(server, who, 'GET', '/api/loans');
  expect(records.body).toContain(loanId);
});

test('staff log in as before, and books and audit chain verify at the end', async () => {
  const payload = { name: dump.people.staff, password: staffPassword, code: await codeFor(server, dump.people.staff) };
  const answer = await server.app.inject({ method: 'POST', url: '/api/staff/sessions', payload });
  expect(answer.json()).toMatchObject({ token: expect.any(String) });
  await expectSound(server);
});
