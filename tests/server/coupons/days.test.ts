import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Coupon } from '../../../server/contract/coupons.ts';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import type { Coupons } from '../../../server/lending/kinds/coupons.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, prepared, settle, usualChoice } from '../support/lending.ts';
import { edited, newBorrower, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { begin, given, options } from '../repayments/support.ts';

/** Monday in Manila. */
const monday = new Date('2026-06-01T01:00:00Z');

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(monday);
});
afterEach(() => server.publish(shippedFiles()));
afterAll(() => server.close());

const publish = (change: (coupons: Coupons) => void) =>
  server.publish(edited<Coupons>(shippedFiles(), 'flows/lending/coupons.json', change));
const usable = (id: string, when: Coupons['types'][number]['usable']) =>
  publish(({ types }) => Object.assign(types.find((type) => type.id === id) ?? {}, { usable: when }));
const couponsOf = async (customerId: string): Promise<{ type: string; expires_day: string }[]> =>
  server.deps.db
    .selectFrom('coupons')
    .select(['type', 'expires_day'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute();

describe('a coupon has its days', () => {
  test('on other days it is refused and says when it counts again', async () => {
    await usable('welcome', { weekdays: ['saturday', 'sunday'] });
    const borrower = await acceptedBorrower(server);
    const offered = async () => (await call(server, borrower, 'GET', '/api/loans/offer')).json<LoanOffer>().coupons[0];
    const coupon = await offered();
    expect(coupon).toMatchObject({ type: 'welcome', usableNow: false, unusableReason: 'couponNotToday', usableFrom: '2026-06-06' });
    const choice = { ...usualChoice, couponId: coupon?.id ?? 'none' };
    expect((await call(server, borrower, 'POST', '/api/loans', choice)).json()).toMatchObject({ status: 422, code: 'couponNotToday' });
    await publish(() => {});
    await advanceDays(server, 5, borrower);
    expect(await offered()).toMatchObject({ usableNow: true });
    expect(await offered()).not.toHaveProperty('usableFrom');
    expect(await prepared(server, borrower, choice)).toMatchObject({ disclosure: { couponCents: 5000 } });
    server.clock.set(monday);
  });

  test('of the month and of the year add up', async () => {
    await usable('onTime', { daysOfMonth: [5], daysOfYear: ['06-03'] });
    const borrower = await newBorrower(server);
    await given(server, borrower, 'onTime');
    const listed = async () => (await call(server, borrower, 'GET', '/api/coupons')).json<Record<string, Coupon[]>>();
    expect((await listed())['invalid']).toMatchObject([{ usableNow: false, usableFrom: '2026-06-03' }]);
    await advanceDays(server, 3);
    borrower.headers = await sessionFor(server.deps, borrower.customerId);
    expect((await listed())['invalid']).toMatchObject([{ usableFrom: '2026-06-05' }]);
    server.clock.set(monday);
  });

  test('before the due date it pays, from the due date on it does not', async () => {
    await usable('easyReloanActivation', { beforeDueDate: true });
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { termDays: 14 });
    const couponId = await given(server, borrower, 'easyReloanActivation');
    await publish(() => {});
    expect((await options(server, borrower)).full?.coupons).toMatchObject([{ usableNow: true, beforeDueDate: true }]);
    await advanceDays(server, 14, borrower);
    expect((await options(server, borrower)).full?.coupons).toMatchObject([{ usableNow: false, unusableReason: 'couponPastDueDate' }]);
    for (const kind of ['full', 'extension'] as const)
      expect((await begin(server, borrower, { kind, couponId })).json()).toMatchObject({ status: 422, code: 'couponPastDueDate' });
    server.clock.set(monday);
  });
});

/** Moves the clock by some hours and runs the jobs that are due in each. */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    await enqueueTicks(server.deps);
    await settle(server, 3600);
  }
}

describe('the calendar grants a coupon', () => {
  const christmas = (grant: Partial<Coupons['grants'][number]> = {}) =>
    publish(({ grants }) => grants.splice(1, 1, { on: 'calendar', day: '12-25', coupon: 'onTime', once: false, ...grant }));
  const toChristmas = (year: number) => server.clock.set(new Date(`${year}-12-24T20:00:00Z`));

  test('each year, once a person and day, however often its jobs run', async () => {
    const borrower = await newBorrower(server);
    await christmas();
    server.clock.set(new Date('2026-12-24T01:00:00Z'));
    await hours(1);
    expect(await couponsOf(borrower.customerId)).toEqual([]);
    toChristmas(2026);
    await hours(3);
    await server.deps.db.deleteFrom('jobs').where('kind', 'in', ['coupons.calendar', 'coupons.grantByCalendar']).execute();
    await hours(3);
    expect(await couponsOf(borrower.customerId)).toEqual([{ type: 'onTime', expires_day: '2027-02-23' }]);
    toChristmas(2027);
    await hours(1);
    expect(await couponsOf(borrower.customerId)).toHaveLength(2);
  });

  test('to those for whom its condition holds, and once if it says so', async () => {
    server.clock.set(new Date('2028-12-01T01:00:00Z'));
    const cebu = await acceptedBorrower(server);
    const visitor = await newBorrower(server);
    await christmas({ when: "customer.province == 'Cebu' && customer.limitCents > 0", once: true });
    for (const year of [2028, 2029]) {
      toChristmas(year);
      await hours(1);
    }
    expect((await couponsOf(cebu.customerId)).map(({ type }) => type)).toEqual(['welcome', 'onTime']);
    expect(await couponsOf(visitor.customerId)).toEqual([]);
  });
});
