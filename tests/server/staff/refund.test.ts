import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { OwedMoney } from '../../../server/contract/staff/refunds.ts';
import { refundWith } from '../../../server/product/repayments/refund.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { begun, textsTo } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, expectSound, settle } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, staffMember, type StaffMember } from '../support/staff.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

/** A borrower who overpaid by PHP 50. */
async function overpaid() {
  const borrower = await acceptedBorrower(server);
  const { id: loanId } = await activeLoan(server, borrower);
  server.collection.orders.order('paysMore');
  await begun(server, borrower);
  await settle(server);
  return { borrower, loanId, person: await freshSupport(server) };
}

const owedOf = async (person: StaffMember, { customerId }: Journey) =>
  (await person.call('GET', '/api/staff/owed-money')).json<{ loans: OwedMoney[] }>().loans.filter((loan) => loan.customerId === customerId);

let nextReference = 1;
const refund = (person: StaffMember, loanId: string, more: object = {}) =>
  person.call('POST', `/api/staff/owed-money/${loanId}/refund`, {
    amountCents: 5_000,
    reference: `BDO-${String((nextReference += 1)).padStart(6, '0')}`,
    reason: 'sent by bookkeeping',
    ...more,
  });

test('overpaid money has a promised day, is listed for staff, and the borrower is notified once it is sent', async () => {
  const { borrower, loanId, person } = await overpaid();
  const { refund: promise } = await currentLoan(server, borrower);
  expect(promise).toMatchObject({ isLate: false });
  expect(await owedOf(person, borrower)).toMatchObject([{ loanId, owedCents: 5_000, by: promise?.by }]);

  expect((await refund(person, loanId, { reference: 'BDO-2026-77' })).json()).toEqual({ loanId, amountCents: 5_000 });
  const after = await currentLoan(server, borrower);
  expect(after).toMatchObject({ owedCents: 0, refundedCents: 5_000 });
  expect(after.refund).toBeUndefined();
  expect(await owedOf(person, borrower)).toEqual([]);
  await runDueJobs(server.deps);
  expect(textsTo(server, borrower)[0]).toMatch(/we sent back the PHP 50 that you overpaid/);
  const rows = await auditRows(server.deps.db).select('detail').where('action', '=', 'loan.refunded').execute();
  expect(rows.map(({ detail }) => detail).join(' ')).toContain('BDO-2026-77');
});

test('a refund is recorded once, in full, by permitted roles, under its own reference', async () => {
  const { loanId, person } = await overpaid();
  expect((await refund(person, loanId, { amountCents: 4_999 })).json()).toMatchObject({
    code: 'refundAmount',
    params: { owedCents: 5_000 },
  });
  expect((await refund(await staffMember(server, 'underwriter'), loanId)).json()).toMatchObject({ status: 403 });
  expect((await refund(person, 'nobody')).statusCode).toBe(404);
  const answers = await Promise.all([refund(person, loanId), refund(person, loanId)]);
  expect(answers.map(({ json }) => json<{ code?: string }>().code ?? 'done').toSorted()).toEqual(['done', 'refundNothing']);
  const other = await overpaid();
  // Case does not matter.
  for (const reference of ['BDO-2026-77', 'bdo-2026-77'])
    expect((await refund(person, other.loanId, { reference })).json()).toMatchObject({ code: 'refundTwice' });
});

test('the reference of a refund is looked up in an index of its own', async () => {
  const plan = await server.deps.db.transaction().execute(async (tx) => {
    // With the few journals of a test, a sequential scan would be cheaper than any index.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    return refundWith(tx, 'BDO-2026-77').explain();
  });
  expect(JSON.stringify(plan)).toContain('journals_refund_reference');
});

test('a late refund raises an alarm, and the screens tell the borrower', async () => {
  const { borrower, loanId } = await overpaid();
  const alarms = async () => {
    await server.deps.jobs.handlers.get('repayments.lateRefunds')?.run(server.deps, {}, { id: 0, attempt: 1 });
    await server.deps.alarms.settled();
    return server.deps.db
      .selectFrom('alarms')
      .select('kind')
      .where('subject', '=', `loan:${loanId}`)
      .where('kind', '=', 'refundLate')
      .execute();
  };
  await advanceDays(server, 7, borrower);
  expect(await alarms()).toEqual([]);
  await advanceDays(server, 1, borrower);
  expect(await alarms()).toEqual([{ kind: 'refundLate' }]);
  expect(await currentLoan(server, borrower)).toMatchObject({ refund: { isLate: true } });
});

test('P04 an account can be deleted only after all owed money was sent back', async () => {
  const { borrower, loanId, person } = await overpaid();
  const asked = await person.call('POST', '/api/staff/deletion-requests', { customerId: borrower.customerId, reason: 'asked by phone' });
  const { id } = asked.json<{ id: string }>();
  const completion = () => person.call('POST', `/api/staff/deletion-requests/${id}/completion`, {});
  expect((await completion()).json()).toMatchObject({ code: 'moneyOwed', params: { owedCents: 5_000 } });
  await refund(person, loanId);
  expect((await completion()).json()).toMatchObject({ state: 'done' });
});
