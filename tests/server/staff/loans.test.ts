import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, expectSound, prepared, settle } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  for (const role of ['underwriter', 'support'] as const) await staffMember(server, role);
});
afterAll(() => server.close());

const cancel = (person: StaffMember, id: string) =>
  person.call('POST', `/api/staff/loans/${id}/cancellation`, { reason: 'changed her mind' });

test('L14 support cancels within 24 hours of receipt; after the return of the money nothing is owed', async () => {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower);
  const begun = await cancel(await freshSupport(server), loan.id);
  expect(begun.json()).toMatchObject({ amountCents: loan.receivedCents });
  await settle(server);
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'cancelled', refusesNew: false });
  const receivable = await server.deps.db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(({ fn }) => ['account', fn.sum<string>('cents').as('cents')])
    .where('loan_id', '=', loan.id)
    .groupBy('account')
    .execute();
  expect(
    receivable
      .filter(({ cents }) => Number(cents) !== 0)
      .map(({ account }) => account)
      .toSorted(),
  ).toEqual(['clearing.collection', 'clearing.disbursement']);
  await expectSound(server);
});

test('L14 support cannot cancel after 24 hours', async () => {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower);
  await advanceDays(server, 1.1, borrower);
  expect((await cancel(await freshSupport(server), loan.id)).json()).toMatchObject({ code: 'cancellationOver' });
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
});

test('the desk shows a loan with its books and a masked account', async () => {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower);
  const opened = (await (await freshSupport(server)).call('GET', `/api/staff/loans/${loan.id}`)).json<{
    loan: object;
    journals: { cents: number }[];
    postings: object[];
    disbursements: { state: string }[];
  }>();
  expect(opened.loan).toMatchObject({ id: loan.id, state: 'active', orderNumber: loan.orderNumber });
  expect(opened.journals.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  expect(opened.disbursements).toMatchObject([{ state: 'paid' }]);
  const account = await server.deps.db
    .selectFrom('payout_accounts')
    .select('sealed')
    .where('customer_id', '=', borrower.customerId)
    .execute();
  for (const { sealed } of account) expect(JSON.stringify(opened)).not.toContain(sealed);
  expect(JSON.stringify(opened)).toMatch(/"masked":"•••• \d{4}"/);
});

test('one person can pause and resume all withdrawals', async () => {
  const borrower = await acceptedBorrower(server);
  const draft = await prepared(server, borrower);
  const person = await freshSupport(server);
  await person.call('PUT', '/api/staff/withdrawals', { paused: true, reason: 'the provider is down' });
  const body = { disclosureHash: draft.disclosureHash, nonce: draft.nonce, signature: { typedName: 'Maria Santos' } };
  const url = `/api/loans/${draft.loanId}/withdrawal`;
  expect((await call(server, borrower, 'POST', url, body)).json()).toMatchObject({ status: 503, code: 'withdrawalsPaused' });
  await person.call('PUT', '/api/staff/withdrawals', { paused: false, reason: 'it is back' });
  expect((await call(server, borrower, 'POST', url, body)).statusCode).toBe(200);
});
