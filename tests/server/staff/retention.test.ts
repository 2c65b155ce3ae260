import { afterAll, beforeAll, expect, test } from 'vitest';
import { destroyExpired } from '../../../server/product/retention/deletion.ts';
import { acceptedBorrower, activeLoan, call, expectSound, settle } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember } from '../support/staff.ts';

// Years pass, and the first day matters, so this uses its own server.
let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());

test('P04 after a loan its records are kept for five years: the rest is deleted at once, the key the day after', async () => {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower);
  const { customerId } = borrower;
  const person = await freshSupport(server);
  const { id } = (await person.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'mail of today' })).json<{
    id: string;
  }>();
  const complete = (who: StaffMember) => who.call('POST', `/api/staff/deletion-requests/${id}/completion`);
  expect((await complete(person)).json()).toMatchObject({ status: 409, code: 'openLoan' });

  const { full } = (await call(server, borrower, 'GET', '/api/repayments/options')).json<{ full: { amountCents: number } }>();
  await call(server, borrower, 'POST', '/api/repayments', { loanId: loan.id, kind: 'full', expectedCents: full.amountCents });
  await settle(server);
  expect((await complete(await freshSupport(server))).json()).toMatchObject({ state: 'done', keptUntil: '2031-03-10' });

  const { id: application } = await server.deps.db
    .selectFrom('applications')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const opened = (await (await freshSupport(server)).call('GET', `/api/staff/applications/${application}`)).json<{
    answers: object;
    loans: object[];
  }>();
  expect(Object.keys(opened.answers).toSorted()).toEqual(['bank', 'identity', 'personalBasic']);
  expect(opened.loans).toMatchObject([{ id: loan.id, state: 'settled' }]);

  server.clock.set(new Date('2031-03-10T12:00:00+08:00'));
  expect(await destroyExpired(server.deps)).toBe(0);
  server.clock.set(new Date('2031-03-11T12:00:00+08:00'));
  expect(await destroyExpired(server.deps)).toBe(1);
  expect(await destroyExpired(server.deps)).toBe(0);
  const later = await (await freshSupport(server)).call('GET', `/api/staff/applications/${application}`);
  expect(later.json()).toMatchObject({ answers: {} });
  await expectSound(server);
});
