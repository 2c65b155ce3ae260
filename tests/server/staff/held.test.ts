import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeldPayment } from '../../../server/contract/staff/held.ts';
import { balanceOf } from '../../../server/modules/ledger/balances.ts';
import { begun } from '../repayments/support.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, currentLoan, expectSound, settle } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember } from '../support/staff.ts';
import { expectRefused, smsTo } from '../support/standing.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

const heldOf = async (person: StaffMember, { customerId }: Journey): Promise<HeldPayment[]> =>
  (await person.call('GET', '/api/staff/held-payments'))
    .json<{ payments: HeldPayment[] }>()
    .payments.filter((one) => one.customerId === customerId);
const say = (person: StaffMember, id: string, what: 'allocation' | 'return') =>
  person.call('POST', `/api/staff/held-payments/${id}/${what}`, { reason: 'she paid at another shop' });

/** An extension was asked for, and less came in: part of an extension is none, so the money is held. */
async function held() {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower, { amountCents: 300_000 });
  server.collection.orders.order('paysLess');
  const { id } = await begun(server, borrower, { kind: 'extension' });
  await settle(server);
  const person = await freshSupport(server);
  const [payment] = await heldOf(person, borrower);
  return { borrower, loan, person, payment: payment as HeldPayment, id };
}
const suspenseCents = () => balanceOf(server.deps.db, 'liability.suspense');
const auditOf = (id: string) =>
  server.deps.db
    .selectFrom('audit_rows')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', `repayment:${id}`)
    .where('action', 'like', 'held.%')
    .execute();

test('what waits for a person is listed with its loan, and what was asked for', async () => {
  const { borrower, loan, payment, id } = await held();
  expect(payment).toMatchObject({ id, loanId: loan.id, orderNumber: loan.orderNumber, customerId: borrower.customerId, kind: 'extension' });
  expect(payment.paidCents).toBeLessThan(payment.askedCents);
});

describe.each([
  ['allocation', 'held.allocated', 'now count towards it'],
  ['return', 'held.returned', 'are yours'],
] as const)('the %s of held money', (what, action, told) => {
  test('takes it out of suspense, once, is audited, and the borrower is told', async () => {
    const { borrower, person, payment } = await held();
    const before = await suspenseCents();
    expect((await say(person, payment.id, what)).json()).toEqual({ id: payment.id, amountCents: payment.paidCents });
    expect((await suspenseCents()) - before).toBe(payment.paidCents);
    expect(await heldOf(person, borrower)).toEqual([]);
    const detail = JSON.stringify({ amountCents: payment.paidCents, reason: 'she paid at another shop' });
    expect(await auditOf(payment.id)).toEqual([{ actor: `staff:${person.id}`, action, detail }]);
    for (const again of ['allocation', 'return'] as const) expectRefused(await say(person, payment.id, again), 409, 'conflict');
    expect(await smsTo(server, borrower, told)).toHaveLength(1);
    await expectSound(server);
  });

  test('is refused where nothing is held, or nobody knows of it', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower);
    const { id } = await begun(server, borrower);
    const person = await freshSupport(server);
    expectRefused(await say(person, id, what), 409, 'conflict');
    expectRefused(await say(person, 'nothing', what), 404, 'notFound');
    expect(await auditOf(id)).toEqual([]);
  });
});

test('allocated, it pays what is due; returned, the loan stays as it was and the money is owed', async () => {
  const [paid, left] = [await held(), await held()];
  const dueBefore = (await currentLoan(server, left.borrower)).payoffCents;
  const owedBefore = await balanceOf(server.deps.db, 'liability.overpayment');
  await say(paid.person, paid.payment.id, 'allocation');
  expect((await currentLoan(server, paid.borrower)).payoffCents).toBeLessThan(dueBefore ?? 0);
  await say(left.person, left.payment.id, 'return');
  expect((await currentLoan(server, left.borrower)).payoffCents).toBe(dueBefore);
  expect(owedBefore - (await balanceOf(server.deps.db, 'liability.overpayment'))).toBe(left.payment.paidCents);
});

test('of an allocation and a return at once, one is done', async () => {
  const { person, payment } = await held();
  const answers = await Promise.all((['allocation', 'return'] as const).map((what) => say(person, payment.id, what)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
