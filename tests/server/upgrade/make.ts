import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addPerson } from '../../../server/platform/staff/people.ts';
import { collectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { payoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { memoryStore } from '../../../server/ports/sandbox/store.ts';
import { journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, expectSound, ownNumbers } from '../support/lending.ts';
import { newBorrower, startProduct } from '../support/product.ts';
import { staffPassword } from './staffPassword.ts';
import { dumpTables, filesIn, pack } from './dump.ts';

// Run this on the version whose database you need. README.md says how.
test('makes a database of this version', async () => {
  const server = await startProduct();
  const { clock, ports, settings, db } = server.deps;
  const [paid, collected] = [memoryStore(), memoryStore()];
  ports.payout = payoutSandbox({ clock, store: paid });
  ports.collection = collectionSandbox({ clock, store: collected });

  const halfWay = await journey(server, await newBorrower(server, '9171000001'));
  await halfWay.walkTo('work', ownNumbers());
  expect(halfWay.snapshot.position.step?.id).toBe('work');
  const withLoan = await acceptedBorrower(server);
  const loan = await activeLoan(server, withLoan);
  await addPerson(server.deps, { name: 'ana', role: 'support', password: staffPassword }, 'test');
  await expectSound(server);

  const { rows } = {
    rows: await db
      .selectFrom('schema_migrations' as never)
      .select('name' as never)
      .execute(),
  };
  const packed = pack({
    migrations: rows.map((row) => (row as { name: string }).name).toSorted(),
    madeAt: clock.now().toISOString(),
    tables: await dumpTables(db),
    files: filesIn(join(settings.dataDir, 'files')),
    transfers: { payout: paid.all(), collection: collected.all() },
    people: {
      halfWay: { customerId: halfWay.customerId, phone: halfWay.phone },
      withLoan: { customerId: withLoan.customerId, phone: withLoan.phone, loanId: loan.id },
      staff: 'ana',
    },
  });
  writeFileSync(join(import.meta.dirname, 'oldDatabase.json.br'), packed);
  await server.close();
}, 300_000);
