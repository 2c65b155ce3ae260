import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { revokeCoupon } from '../../../server/product/coupons/hold.ts';
import { collectHandler } from '../../../server/product/repayments/collect/job.ts';
import { allocateHeld, heldRepayments } from '../../../server/product/repayments/held.ts';
import { placeHeld } from '../../../server/product/repayments/placeHeld.ts';
import { addDays } from '../../../engine/config/days.ts';
import { manilaDay } from '../../support/manila.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, expectSound, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { begun, couponState, entriesOf, given, heldMoney, options, repayment, rowOf, textsTo } from './support.ts';

let server: ProductApp;
let borrower: Journey;

beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.collection.orders.clear();
  borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower);
});
afterEach(() => expectSound(server));

/** A repayment that expires and is paid a minute later. */
async function expired(wish: Parameters<typeof begun>[2] = {}): Promise<string> {
  server.collection.orders.order('paysLate');
  const { id } = await begun(server, borrower, wish);
  await runDueJobs(server.deps);
  server.clock.set((await rowOf(server, id)).expires_at);
  await advanceDays(server, 0, borrower);
  expect(await rowOf(server, id)).toMatchObject({ state: 'fail', reason: 'expired' });
  return id;
}
/** Moves the clock to the late payment and delivers the provider's event. */
async function paidLate(): Promise<void> {
  server.clock.advance(61);
  await hear();
  await settle(server);
}
const hear = () => server.collection.provider.deliver();
const alarms = (name: string) => server.log.filter(({ alarm }) => alarm === name);
const journalsOf = async (id: string) => {
  const { reference } = await rowOf(server, id);
  return server.deps.db.selectFrom('journals').select('key').where('key', 'like', `%:${reference}`).execute();
};

describe('L06 a payment that fails', () => {
  test.each([
    ['declinedFails', 'declined'],
    ['insufficientFundsFail', 'insufficientFunds'],
    ['otherFails', 'other'],
  ] as const)('%s: says why, gives the coupon back, leaves the loan as it was, and can be tried again', async (order, reason) => {
    server.collection.orders.order(order);
    const couponId = await given(server, borrower, 'onTime');
    const { id } = await begun(server, borrower, { couponId });
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'fail', reason });
    expect(await couponState(server, couponId)).toBe('available');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: 0 });
    expect(textsTo(server, borrower)[0]).toMatch(/we received no payment/);
    await begun(server, borrower, { couponId });
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('expires unpaid at midnight in Manila, after asking the provider', async () => {
    server.collection.orders.order('neverSettles');
    const { id } = await begun(server, borrower);
    await settle(server);
    const { instructions } = await repayment(server, borrower, id);
    expect(instructions?.expiresAt).toMatch(/T16:00:00.000Z$/);
    server.collection.orders.order('cannotBeAsked');
    server.clock.set(new Date(instructions?.expiresAt ?? 0));
    await runDueJobs(server.deps);
    expect(await rowOf(server, id)).toMatchObject({ state: 'inProgress' });
    await settle(server, 900);
    expect(await rowOf(server, id)).toMatchObject({ state: 'fail', reason: 'expired' });
  });

  test('begun shortly before midnight can be paid for half an hour at the price of the day', async () => {
    const tomorrow = addDays(manilaDay(server.clock.now()), 1);
    server.clock.set(new Date(`${tomorrow}T23:50:00+08:00`));
    await advanceDays(server, 0, borrower);
    const { id, amountCents } = await begun(server, borrower);
    server.clock.advance(20 * 60);
    expect((await options(server, borrower)).full?.amountCents).toBe(amountCents + 1_000);
    await settle(server);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success', quoted_day: tomorrow });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', paidCents: amountCents });
  });
});

describe('a faulty provider', () => {
  test.each(['timesOutBefore', 'timesOutAfter', 'answers500Before', 'answers500After', 'cannotBeAsked'] as const)(
    '%s: is asked again under the same reference, and takes the money once',
    async (order) => {
      server.collection.orders.order(order);
      const { id } = await begun(server, borrower);
      await settle(server, 60);
      expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success' });
      const { reference } = await rowOf(server, id);
      expect(server.collection.provider.transfers().filter((transfer) => transfer.reference === reference)).toHaveLength(1);
      expect(await journalsOf(id)).toHaveLength(1);
    },
  );

  test.each(['duplicatesEvents', 'reordersEvents', 'delaysEvents', 'losesEvents', 'eventsBeforeReply', 'settlesAtOnce'] as const)(
    '%s: the money is booked once',
    async (order) => {
      server.collection.orders.order(order);
      const { id } = await begun(server, borrower);
      for (let step = 0; step < 20; step++) {
        await hear();
        await settle(server, 5);
      }
      expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success' });
      expect(await journalsOf(id)).toHaveLength(1);
    },
  );

  test('an event triggers a query at once; the answer counts, not the event', async () => {
    const { id } = await begun(server, borrower);
    await runDueJobs(server.deps);
    await hear();
    await runDueJobs(server.deps);
    expect(await rowOf(server, id)).toMatchObject({ state: 'inProgress' });
    server.collection.provider.settle((await rowOf(server, id)).reference);
    await hear();
    await runDueJobs(server.deps);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success' });
  });

  test('a repayment whose job failed is queried again, with an alarm', async () => {
    const { id } = await begun(server, borrower);
    await runDueJobs(server.deps);
    const lost = server.deps.db.deleteFrom('jobs').where('kind', '=', 'repayments.collect').where('done_at', 'is', null);
    await lost.execute();
    await advanceDays(server, 0);
    server.clock.advance(600);
    await enqueueTicks(server.deps);
    await settle(server);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success' });
    expect(alarms('repaymentForgotten')).toMatchObject([{ subject: `repayment:${id}` }]);
  });
});

describe('a different amount than the bill', () => {
  test('more than the bill settles it on the day of arrival, and the rest is owed back', async () => {
    server.collection.orders.order('paysMore');
    const { id } = await begun(server, borrower);
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({
      state: 'success',
      outcome: 'settled',
      amountCents: 501_000,
      paidCents: 506_000,
      parts: { overpaidCents: 5_000 },
    });
    expect(await entriesOf(server, id)).toMatchObject({ 'clearing.collection': 506_000, 'liability.overpayment': -5_000 });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', owedCents: 5_000 });
    expect(textsTo(server, borrower)[0]).toMatch(
      /is paid in full\. You paid PHP 50 too much\. It will be back in your account by \w+ \d+, 2026/,
    );
    await hear();
    await settle(server);
    expect(await journalsOf(id)).toHaveLength(1);
  });

  test('less than the bill reduces it; paying the shown rest settles it', async () => {
    server.collection.orders.order('paysLess');
    const couponId = await given(server, borrower, 'onTime');
    const { id } = await begun(server, borrower, { couponId });
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', outcome: 'part', paidCents: 245_500, couponCents: 0 });
    expect(await couponState(server, couponId)).toBe('available');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: 245_500, payoffCents: 255_500, owedCents: 0 });
    expect((await options(server, borrower)).full).toMatchObject({ amountCents: 255_500 });
    expect(textsTo(server, borrower)[0]).toMatch(/PHP 2,455 for loan .*\. PHP 2,555 settles the rest today/);
    await advanceDays(server, 20, borrower);
    // Penalty and late charge apply to the remaining amount, not to the whole.
    const { lateChargeCents = 0, penaltyCents = 0, outstandingPrincipalCents = 0 } = await currentLoan(server, borrower);
    expect(outstandingPrincipalCents).toBeLessThan(260_000);
    expect(penaltyCents + lateChargeCents).toBeLessThan(15_000);
    await begun(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('slightly more than asked with a coupon: the coupon counts in full, the rest is owed back', async () => {
    server.collection.orders.order('paysMore');
    const couponId = await given(server, borrower, 'onTime');
    const { id } = await begun(server, borrower, { couponId });
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({
      outcome: 'settled',
      couponCents: 10_000,
      parts: { overpaidCents: 5_000 },
    });
    expect(await couponState(server, couponId)).toBe('used');
  });

  test('more than an extension costs extends the loan, and the rest counts towards it', async () => {
    server.collection.orders.order('paysMore');
    const { id, newDueDate } = await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', outcome: 'extended', newDueDate });
    expect(await currentLoan(server, borrower)).toMatchObject({ extensions: 1, dueDate: newDueDate, payoffCents: 495_000, owedCents: 0 });
  });

  test('less than an extension costs does not extend it: the money counts towards the loan, and the borrower is notified', async () => {
    server.collection.orders.order('paysLess');
    const { id } = await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const { paidCents, newDueDate, outcome, state } = await repayment(server, borrower, id);
    expect([state, outcome, newDueDate]).toEqual(['success', 'part', undefined]);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', extensions: 0, paidCents });
    expect(textsTo(server, borrower)[0]).toMatch(/not enough to extend the loan, so the due date stays/);
  });

  test('two parallel copies of an event book the money once', async () => {
    server.collection.orders.order('paysLess');
    const { id } = await begun(server, borrower);
    await runDueJobs(server.deps);
    server.clock.advance(60);
    await Promise.all([1, 2, 3].map(() => collectHandler.run(server.deps, { repaymentId: id }, { id: 1, attempt: 1 })));
    expect(await journalsOf(id)).toHaveLength(1);
    expect(await currentLoan(server, borrower)).toMatchObject({ paidCents: 250_500 });
    await settle(server);
  });
});

describe('money in suspense', () => {
  const give = (id: string) => server.deps.db.transaction().execute((tx) => allocateHeld(tx, server.deps, id, 'staff:1'));

  test('is shown at home; neither charges nor reminders run on it; a person allocates it once', async () => {
    const id = await heldMoney(server, borrower);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', heldCents: 501_000 });
    await advanceDays(server, 20, borrower);
    const late = await currentLoan(server, borrower);
    expect(late).toMatchObject({ state: 'active', heldCents: 501_000, payoffCents: 0 });
    expect(late.overdueDays).toBeUndefined();
    expect(textsTo(server, borrower).filter((text) => text.includes('was due on'))).toEqual([]);
    expect((await heldRepayments(server.deps.db)).map((row) => row.id)).toContain(id);
    await give(id);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', outcome: 'settled', paidCents: 501_000 });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', owedCents: 0 });
    await expect(give(id)).rejects.toMatchObject({ code: 'notHeld' });
  });
});

test('an upgrade allocates money in suspense to its loan from the day of arrival, without charges since', async () => {
  const id = await heldMoney(server, borrower);
  await advanceDays(server, 90, borrower);
  await server.deps.db.transaction().execute((tx) => server.deps.jobs.enqueue(tx, placeHeld.kind, {}));
  await runDueJobs(server.deps);
  expect(await repayment(server, borrower, id)).toMatchObject({
    state: 'success',
    outcome: 'settled',
    parts: { lateChargeCents: 0, penaltyCents: 0, overpaidCents: 0 },
  });
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', owedCents: 0 });
  expect(alarms('heldNotPlaced')).toEqual([]);
});

describe('L06 money that arrives late', () => {
  /** Nothing accrues within an extension, so yesterday's quote still settles the loan. */
  async function lateAfterExtension() {
    await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const couponId = await given(server, borrower, 'onTime');
    return { id: await expired({ couponId }), couponId };
  }

  test('after a failure is booked on the day of payment; the coupon counts if it is still available', async () => {
    await advanceDays(server, 3, borrower);
    const couponId = await given(server, borrower, 'onTime');
    const id = await expired({ couponId });
    expect(await couponState(server, couponId)).toBe('available');
    await paidLate();
    const { amount_cents: cashCents, ...row } = await rowOf(server, id);
    // A day's interest more is due than quoted. Only the money is allocated, and the coupon is not used up for a part payment.
    expect(row).toMatchObject({ state: 'success', coupon_id: null, coupon_cents: 0, reason: null });
    expect(await couponState(server, couponId)).toBe('available');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: cashCents });
    expect(await journalsOf(id)).toHaveLength(1);
  });

  test('and is reported after a later payment counts from its day, without charges in between', async () => {
    const id = await expired();
    const day = manilaDay(server.clock.now());
    await advanceDays(server, 40, borrower);
    server.collection.orders.order('paysLess');
    const later = await begun(server, borrower);
    await settle(server);
    const { paidCents = 0, parts } = await repayment(server, borrower, later.id);
    expect(parts?.lateChargeCents).toBeGreaterThan(0);
    await paidLate();
    expect(manilaDay((await rowOf(server, id)).paid_at ?? new Date())).toBe(day);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', owedCents: paidCents });
    expect(await repayment(server, borrower, later.id)).toMatchObject({ outcome: 'owed', parts: { overpaidCents: paidCents } });
  });

  test('uses the coupon if both settle the loan', async () => {
    const { id, couponId } = await lateAfterExtension();
    await paidLate();
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', amountCents: 490_000, couponCents: 10_000 });
    expect(await couponState(server, couponId)).toBe('used');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('counts alone without the coupon: the rest is still due', async () => {
    const { id, couponId } = await lateAfterExtension();
    await server.deps.db.transaction().execute((tx) => revokeCoupon(tx, server.deps, couponId));
    await paidLate();
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', amountCents: 490_000, couponCents: 0 });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', payoffCents: 10_000 });
    expect(textsTo(server, borrower)[0]).toMatch(/for loan .*\. PHP 100 settles the rest/);
  });

  test('for an extension made meanwhile counts towards the loan instead of extending again', async () => {
    const id = await expired({ kind: 'extension' });
    await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const { dueDate } = await currentLoan(server, borrower);
    await paidLate();
    expect(await rowOf(server, id)).toMatchObject({ state: 'success', outcome: 'part', reason: null });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', extensions: 1, dueDate });
  });

  test('LV-34 to a loan settled meanwhile is owed to the borrower', async () => {
    const first = await expired();
    const second = await begun(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
    await paidLate();
    expect(await rowOf(server, first)).toMatchObject({ state: 'success', parts: { overpaidCents: 501_000, principalCents: 0 } });
    expect(await entriesOf(server, first)).toEqual({ 'clearing.collection': 501_000, 'liability.overpayment': -501_000 });
    expect(await rowOf(server, second.id)).toMatchObject({ state: 'success', parts: { overpaidCents: 0 } });
  });

  test('is found on the statement if the event was lost', async () => {
    server.collection.orders.order('losesEvents');
    const id = await expired();
    server.clock.advance(700);
    await enqueueTicks(server.deps);
    await settle(server);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success' });
  });
});
