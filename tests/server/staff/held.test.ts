import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeldPayment, OpenedHeld } from '../../../server/contract/staff/held.ts';
import { bookPosting } from '../../../server/product/loans/postings.ts';
import { trialBalance } from '../../../server/product/ledger/balances.ts';
import { begun, heldMoney, repayment } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, expectSound, settle } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember } from '../support/staff.ts';
import { expectRefused, smsTo, today } from '../support/advance.ts';

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

async function held() {
  const borrower = await acceptedBorrower(server);
  const loan = await activeLoan(server, borrower, { amountCents: 300_000 });
  const id = await heldMoney(server, borrower, { kind: 'extension' });
  await settle(server);
  const person = await freshSupport(server);
  const [payment] = await heldOf(person, borrower);
  return { borrower, loan, person, payment: payment as HeldPayment, id };
}
const suspenseCents = async () => (await trialBalance(server.deps.db)).find(({ account }) => account === 'liability.suspense')?.cents ?? 0;
const auditOf = (id: string) =>
  auditRows(server.deps.db)
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', `repayment:${id}`)
    .where('action', 'like', 'held.%')
    .execute();

test('held money is listed with its loan and its requested amount', async () => {
  const { borrower, loan, payment, id } = await held();
  expect(payment).toMatchObject({ id, loanId: loan.id, orderNumber: loan.orderNumber, customerId: borrower.customerId, kind: 'extension' });
  expect(payment.paidCents).toBe(payment.askedCents);
});

describe.each([
  ['allocation', 'held.allocated', 'is now applied to it'],
  ['return', 'held.returned', 'is yours'],
] as const)('the %s of held money', (what, action, told) => {
  test('takes it out of suspense once, is audited, and notifies the borrower', async () => {
    const { borrower, person, payment } = await held();
    const before = await suspenseCents();
    expect((await say(person, payment.id, what)).json()).toEqual({ id: payment.id, amountCents: payment.paidCents });
    expect((await suspenseCents()) - before).toBe(payment.paidCents);
    expect(await heldOf(person, borrower)).toEqual([]);
    const detail = JSON.stringify({ amountCents: payment.paidCents, reason: 'she paid at another shop' });
    expect(await auditOf(payment.id)).toEqual([{ actor: `staff:${person.id}`, action, detail }]);
    for (const again of ['allocation', 'return'] as const) expectRefused(await say(person, payment.id, again), 422, 'notHeld');
    expect(await smsTo(server, borrower, told)).toHaveLength(1);
    await expectSound(server);
  });

  test('is refused if nothing is held or the id is unknown', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower);
    const { id } = await begun(server, borrower);
    const person = await freshSupport(server);
    expectRefused(await say(person, id, what), 422, 'notHeld');
    expectRefused(await say(person, 'nothing', what), 404, 'notFound');
    expect(await auditOf(id)).toEqual([]);
  });
});

test('allocated money counts towards the loan; returned money is owed and leaves the loan unchanged, as loan and records show', async () => {
  const [paid, left] = [await held(), await held()];
  const counted = (await currentLoan(server, left.borrower)).payoffCents ?? 0;
  await say(paid.person, paid.payment.id, 'allocation');
  const allocated = await currentLoan(server, paid.borrower);
  expect([allocated.payoffCents, allocated.heldCents, allocated.owedCents]).toEqual([counted, undefined, 0]);
  expect(await repayment(server, paid.borrower, paid.id)).toMatchObject({
    state: 'success',
    outcome: 'part',
    paidCents: paid.payment.paidCents,
  });
  await say(left.person, left.payment.id, 'return');
  const returned = await currentLoan(server, left.borrower);
  expect(returned.payoffCents).toBeGreaterThan(counted);
  expect([returned.heldCents, returned.owedCents]).toEqual([undefined, left.payment.paidCents]);
  expect(await repayment(server, left.borrower, left.id)).toMatchObject({ state: 'success', outcome: 'owed' });
});

test('3.1 money allocated after a later booking counts from its day: charges since are refunded, and the records agree', async () => {
  const { borrower, loan, payment } = await held();
  await advanceDays(server, 40, borrower);
  const person = await freshSupport(server);
  server.collection.orders.order('paysLess');
  const { id: laterId } = await begun(server, borrower);
  await settle(server);
  const penaltyOf = async () => (await repayment(server, borrower, laterId)).parts?.penaltyCents ?? 0;
  const [shown, charged] = [await currentLoan(server, borrower), await penaltyOf()];
  expect(charged).toBeGreaterThan(0);
  expect((await say(person, payment.id, 'allocation')).statusCode).toBe(200);
  const placed = await currentLoan(server, borrower);
  // The amount shown while the money was held is the amount owed now.
  expect([placed.payoffCents, placed.heldCents]).toEqual([shown.payoffCents, undefined]);
  expect(placed.ran.map(({ day }) => day)).toEqual([loan.loanDate, expect.any(String)]);
  expect(await penaltyOf()).toBeLessThan(charged);
  const { parts, paidCents } = await repayment(server, borrower, laterId);
  expect(Object.values(parts ?? {}).reduce((sum, cents) => sum + cents, 0)).toBe(paidCents);
  await expectSound(server);
});

test('3.1 money that cannot be recalculated stays held, with the reason', async () => {
  const { borrower, loan, payment } = await held();
  await advanceDays(server, 3, borrower);
  const person = await freshSupport(server);
  const byCoupon = { type: 'payment', day: today(server), cashCents: 0, couponCents: 5000 } as const;
  await server.deps.db.transaction().execute((tx) => bookPosting(tx, server.deps, loan.id, `coupon:${loan.id}`, byCoupon));
  const refused = await say(person, payment.id, 'allocation');
  expectRefused(refused, 422, 'heldUnplaceable');
  expect(refused.json<{ detail: string }>().detail).toContain('a coupon was used');
  expect(await heldOf(person, borrower)).toHaveLength(1);
  expect((await say(person, payment.id, 'return')).statusCode).toBe(200);
});

test('of a parallel allocation and return one succeeds', async () => {
  const { person, payment } = await held();
  const answers = await Promise.all((['allocation', 'return'] as const).map((what) => say(person, payment.id, what)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

describe('D09 one held payment', () => {
  test('opens with a proposal and its reasons while it is held, and without one afterwards', async () => {
    const { person, payment } = await held();
    const opened = (await person.call('GET', `/api/staff/held-payments/${payment.id}`)).json<OpenedHeld>();
    expect(opened).toMatchObject({ payment, isHeld: true, proposal: { to: 'loan', reasons: ['asAsked', 'partOfIt'], score: 90 } });
    expect(opened.owedCents).toBeGreaterThan(payment.paidCents);
    await say(person, payment.id, 'allocation');
    const after = (await person.call('GET', `/api/staff/held-payments/${payment.id}`)).json<OpenedHeld>();
    expect(after).toMatchObject({ isHeld: false });
    expect(after).not.toHaveProperty('proposal');
    expect((await person.call('GET', '/api/staff/held-payments/nothing')).statusCode).toBe(404);
  });
});
