import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/jobs/run.ts';
import { enqueueTicks } from '../../../server/jobs/ticks.ts';
import { revokeCoupon } from '../../../server/modules/coupons/hold.ts';
import { allocateHeld, heldRepayments } from '../../../server/modules/repayments/held.ts';
import { addDays } from '../../../server/lending/days.ts';
import { manilaDay } from '../../../server/time.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, expectSound, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { begun, couponState, entriesOf, given, options, repayment, rowOf, textsTo } from './support.ts';

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

/** A repayment that nobody pays within its time, and that is paid a minute later. */
async function expired(wish: Parameters<typeof begun>[2] = {}): Promise<string> {
  server.collection.orders.order('paysLate');
  const { id } = await begun(server, borrower, wish);
  await runDueJobs(server.deps);
  server.clock.set((await rowOf(server, id)).expires_at);
  await advanceDays(server, 0, borrower);
  expect(await rowOf(server, id)).toMatchObject({ state: 'fail', reason: 'expired' });
  return id;
}
/** The minute later, and the provider's event. */
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
    expect(textsTo(server, borrower)[0]).toMatch(/no payment has come in/);
    await begun(server, borrower, { couponId });
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('that nobody pays in time ends at midnight in Manila, after the provider was asked', async () => {
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

  test('shortly before midnight may still be paid for half an hour, at the price of the day', async () => {
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

describe('a provider that is not well', () => {
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

  test('an event makes us ask at once; the answer counts, not the event', async () => {
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

  test('a repayment whose job was given up is asked about anew, with an alarm', async () => {
    const { id } = await begun(server, borrower);
    await runDueJobs(server.deps);
    const lost = server.deps.db.deleteFrom('jobs').where('kind', '=', 'repayments.collect').where('done_at', 'is', null);
    await lost.execute();
    await advanceDays(server, 0);
    server.clock.advance(600);
    await enqueueTicks(server.deps);
    await settle(server);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success' });
    expect(alarms('repaymentForgotten')).toMatchObject([{ repayment: id }]);
  });
});

describe('money that does not fit', () => {
  test.each([
    ['paysLess', 250_500],
    ['paysMore', 506_000],
  ] as const)('%s: is held in suspense, the loan stays as it is, somebody is called', async (order, paidCents) => {
    server.collection.orders.order(order);
    const couponId = await given(server, borrower, 'onTime');
    const before = alarms('repaymentMismatch').length;
    const { id } = await begun(server, borrower);
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'fail', reason: 'held' });
    expect(await rowOf(server, id)).toMatchObject({ mismatch: true, paid_cents: paidCents });
    expect(await entriesOf(server, id)).toEqual({ 'clearing.collection': paidCents, 'liability.suspense': -paidCents });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: 0, payoffCents: 501_000 });
    expect(alarms('repaymentMismatch')).toHaveLength(before + 1);
    expect(textsTo(server, borrower)[0]).toMatch(/does not match what was asked for/);
    expect(await couponState(server, couponId)).toBe('available');
    await hear();
    await settle(server);
    expect(await journalsOf(id)).toHaveLength(1);
  });

  test('a person gives it to the loan, once: less is a part, more settles it and the rest is owed', async () => {
    const give = (id: string) => server.deps.db.transaction().execute((tx) => allocateHeld(tx, server.deps, id, 'staff:1'));
    server.collection.orders.order('paysLess');
    const first = await begun(server, borrower);
    await settle(server);
    expect((await heldRepayments(server.deps.db)).map(({ id }) => id)).toContain(first.id);
    await give(first.id);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: 250_500, payoffCents: 250_500 });
    expect(await entriesOf(server, first.id)).toMatchObject({ 'clearing.collection': 250_500, 'liability.suspense': 0 });
    await expect(give(first.id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await heldRepayments(server.deps.db)).map(({ id }) => id)).not.toContain(first.id);
    server.collection.orders.order('paysMore');
    const second = await begun(server, borrower);
    await settle(server);
    await give(second.id);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
    expect(await entriesOf(server, second.id)).toMatchObject({ 'liability.overpayment': -5_000 });
  });
});

describe('L06 money that comes late', () => {
  /** Within an extension nothing is added from day to day, so what was quoted yesterday still settles the loan. */
  async function lateAfterExtension() {
    await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const couponId = await given(server, borrower, 'onTime');
    return { id: await expired({ couponId }), couponId };
  }

  test('after a failure is booked on the day on which it was paid; the coupon counts if it is still there', async () => {
    await advanceDays(server, 3, borrower);
    const couponId = await given(server, borrower, 'onTime');
    const id = await expired({ couponId });
    expect(await couponState(server, couponId)).toBe('available');
    await paidLate();
    const { amount_cents: cashCents, ...row } = await rowOf(server, id);
    // A day's interest more is due than the quote said: the money alone is allocated, and the coupon is not lost on a part.
    expect(row).toMatchObject({ state: 'success', coupon_id: null, coupon_cents: 0, reason: null });
    expect(await couponState(server, couponId)).toBe('available');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', paidCents: cashCents });
    expect(await journalsOf(id)).toHaveLength(1);
  });

  test('uses the coupon where both settle the loan', async () => {
    const { id, couponId } = await lateAfterExtension();
    await paidLate();
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', amountCents: 490_000, couponCents: 10_000 });
    expect(await couponState(server, couponId)).toBe('used');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('counts alone where the coupon is gone: what is left is still due', async () => {
    const { id, couponId } = await lateAfterExtension();
    await server.deps.db.transaction().execute((tx) => revokeCoupon(tx, server.deps, couponId));
    await paidLate();
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', amountCents: 490_000, couponCents: 0 });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', payoffCents: 10_000 });
    expect(textsTo(server, borrower)[0]).toMatch(/The app shows what it was used for/);
  });

  test('for an extension that no longer stands as it was shown is held, not taken for something else', async () => {
    const id = await expired({ kind: 'extension' });
    await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const { dueDate } = await currentLoan(server, borrower);
    await paidLate();
    expect(await rowOf(server, id)).toMatchObject({ state: 'fail', reason: 'held', mismatch: true });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', extensions: 1, dueDate });
  });

  test('LV-34 to a loan that was settled meanwhile is owed to the borrower', async () => {
    const first = await expired();
    const second = await begun(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
    await paidLate();
    expect(await rowOf(server, first)).toMatchObject({ state: 'success', parts: { overpaidCents: 501_000, principalCents: 0 } });
    expect(await entriesOf(server, first)).toEqual({ 'clearing.collection': 501_000, 'liability.overpayment': -501_000 });
    expect(await rowOf(server, second.id)).toMatchObject({ state: 'success', parts: { overpaidCents: 0 } });
  });

  test('is found on the statement where the event was lost', async () => {
    server.collection.orders.order('losesEvents');
    const id = await expired();
    server.clock.advance(700);
    await enqueueTicks(server.deps);
    await settle(server);
    expect(await rowOf(server, id)).toMatchObject({ state: 'success' });
  });
});
