import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Coupon } from '../../../server/contract/coupons.ts';
import { expireCoupons } from '../../../server/product/coupons/expire.ts';
import {
  releaseCoupon,
  reserveCoupon,
  restoreCoupon,
  revokeCoupon,
  tryReserveCoupon,
  useCoupon,
} from '../../../server/product/coupons/hold.ts';
import { grantCoupon } from '../../../server/product/coupons/grant.ts';
import type { Tx } from '../../../server/platform/db/database.ts';
import { manilaDay } from '../../support/manila.ts';
import { addDays } from '../../../engine/config/days.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, expectSound, settle } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { begun, couponState, given, options } from '../repayments/support.ts';

let server: ProductApp;
let borrower: LoggedIn;
let couponId: string;

beforeAll(async () => {
  server = await startProduct();
});
afterAll(async () => {
  await expectSound(server);
  await server.close();
});
beforeEach(async () => {
  borrower = await newBorrower(server);
  couponId = await given(server, borrower, 'onTime');
});

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => server.deps.db.transaction().execute(work);
const reserve = (operation: string) =>
  inTx((tx) => reserveCoupon(tx, server.deps, { couponId, customerId: borrower.customerId, operation }));
const release = (operation: string) => inTx((tx) => releaseCoupon(tx, server.deps, operation));
const use = (operation: string) => inTx((tx) => useCoupon(tx, server.deps, operation));
const row = () => server.deps.db.selectFrom('coupons').selectAll().where('id', '=', couponId).executeTakeFirstOrThrow();
const lists = async (who = borrower) => (await call(server, who, 'GET', '/api/coupons')).json<Record<string, Coupon[]>>();
/** A made-up operation. It is ended at the end, so that nothing stays reserved. */
const operation = () => `repayment:test-${couponId}`;

test('L07 a coupon worth more than a payment shows how much it saves and how much lapses', async () => {
  const who = await acceptedBorrower(server);
  await activeLoan(server, who, { amountCents: 100_000, termDays: 14 });
  const voucher = await given(server, who, 'easyReloanActivation');
  const { full, extension } = await options(server, who);
  expect(full?.coupons).toMatchObject([{ id: voucher, amountCents: 20_000, savesCents: 20_000, lapsesCents: 0 }]);
  expect(extension).toMatchObject({ amountCents: 3560, coupons: [{ id: voucher, savesCents: 3560, lapsesCents: 16_440 }] });
});

describe('a coupon', () => {
  test('is reserved for one operation and released if that fails', async () => {
    expect(await reserve(operation())).toMatchObject({ state: 'reserved', reserved_by: operation() });
    expect(await reserve(operation())).toMatchObject({ state: 'reserved' });
    await expect(reserve('repayment:other')).rejects.toMatchObject({ code: 'couponUnavailable' });
    await release(operation());
    expect(await row()).toMatchObject({ state: 'available', reserved_by: null });
    expect(await release(operation())).toBeUndefined();
  });

  test('is used once, only after a reservation, and cannot be revoked afterwards', async () => {
    await reserve(operation());
    const used = await use(operation());
    expect(used).toMatchObject({ state: 'used', used_by: operation(), used_at: server.clock.now() });
    expect(await use(operation())).toBeUndefined();
    await expect(reserve('repayment:other')).rejects.toMatchObject({ code: 'couponUnavailable' });
    await expect(inTx((tx) => revokeCoupon(tx, server.deps, couponId))).rejects.toMatchObject({ code: 'conflict' });
    const byHand = server.deps.db
      .updateTable('coupons')
      .set({ state: 'revoked', used_by: null, used_at: null, revoked_at: server.clock.now() });
    await expect(byHand.where('id', '=', couponId).execute()).rejects.toThrow(/cannot go from used to revoked/);
    await inTx((tx) => restoreCoupon(tx, server.deps, operation()));
    expect(await row()).toMatchObject({ state: 'available', used_by: null, used_at: null });
  });

  test('cannot be used once revoked', async () => {
    await inTx((tx) => revokeCoupon(tx, server.deps, couponId));
    await expect(reserve(operation())).rejects.toMatchObject({ code: 'couponUnavailable' });
    expect(await lists()).toMatchObject({ platform: [], invalid: [{ id: couponId, state: 'revoked', usableNow: false }] });
  });

  test('cannot be revoked while reserved', async () => {
    await reserve(operation());
    await expect(inTx((tx) => revokeCoupon(tx, server.deps, couponId))).rejects.toMatchObject({ code: 'conflict' });
    await release(operation());
  });

  test('of another borrower is not found', async () => {
    const other = await newBorrower(server);
    const held = await inTx((tx) => tryReserveCoupon(tx, server.deps, { couponId, customerId: other.customerId, operation: operation() }));
    expect(held).toBeUndefined();
  });
});

describe('on its last day a coupon', () => {
  const setLastDay = (days: number) =>
    server.deps.db
      .updateTable('coupons')
      .set({ expires_day: addDays(manilaDay(server.clock.now()), days) })
      .where('id', '=', couponId)
      .execute();

  test('works until midnight in Manila, then is expired even before the job runs', async () => {
    server.clock.set(new Date(`${manilaDay(server.clock.now())}T23:59:59+08:00`));
    await advanceDays(server, 0, borrower);
    await setLastDay(0);
    expect(await expireCoupons(server.deps)).toBe(0);
    expect((await lists())['platform']).toMatchObject([{ id: couponId, usableNow: true }]);
    server.clock.advance(1);
    expect(await lists()).toMatchObject({ platform: [], expired: [{ id: couponId, state: 'expired' }] });
    await expect(reserve(operation())).rejects.toMatchObject({ code: 'couponUnavailable' });
    expect(await expireCoupons(server.deps)).toBe(1);
    expect(await couponState(server, couponId)).toBe('expired');
  });

  test('does not expire while reserved, but expires once released', async () => {
    await reserve(operation());
    await setLastDay(-1);
    expect(await expireCoupons(server.deps)).toBe(0);
    await release(operation());
    expect(await expireCoupons(server.deps)).toBe(1);
    expect(await couponState(server, couponId)).toBe('expired');
  });
});

describe('coupons are earned', () => {
  const typesOf = async ({ customerId }: LoggedIn) =>
    (await server.deps.db.selectFrom('coupons').select('type').where('customer_id', '=', customerId).orderBy('type').execute()).map(
      ({ type }) => type,
    );

  test('by the first acceptance and by each loan settled on time, once for each', async () => {
    const who = await acceptedBorrower(server);
    expect(await typesOf(who)).toEqual(['welcome']);
    for (const count of [1, 2]) {
      await activeLoan(server, who);
      await advanceDays(server, 3, who);
      await begun(server, who);
      await settle(server);
      expect(await typesOf(who)).toEqual([...Array.from({ length: count }, () => 'onTime'), 'welcome']);
    }
  });

  test('with the terms of the day; a later release does not change them', async () => {
    const dear = edited<{ types: { id: string; amountCents: number; minAmountCents?: number }[] }>(
      shippedFiles(),
      'flows/lending/coupons.json',
      ({ types }) => {
        for (const type of types) if (type.id === 'onTime') Object.assign(type, { amountCents: 12_345, minAmountCents: 250_000 });
      },
    );
    await server.publish(dear);
    const after = await given(server, borrower, 'onTime', 'after');
    const { platform = [] } = await lists();
    expect(platform.find(({ id }) => id === couponId)).toMatchObject({ amountCents: 10_000, minAmountCents: 200_000 });
    expect(platform.find(({ id }) => id === after)).toMatchObject({ amountCents: 12_345, minAmountCents: 250_000 });
    await server.publish(shippedFiles());
  });

  test('once for each cause', async () => {
    const grant = { customerId: borrower.customerId, type: 'onTime', grantKey: 'test:onTime' };
    expect(await inTx((tx) => grantCoupon(tx, server.deps, grant))).toBeUndefined();
  });
});

test('S39 lists coupons for repayments, for withdrawals, used, expired, and not usable now', async () => {
  const who = await acceptedBorrower(server);
  await activeLoan(server, who, { amountCents: 100_000 });
  await advanceDays(server, 3, who);
  const tooLarge = await given(server, who, 'onTime');
  const serves = await given(server, who, 'easyReloanStreak');
  expect(await lists(who)).toMatchObject({
    platform: [{ id: serves, usableNow: true }],
    withdrawal: [{ type: 'welcome', usableNow: true }],
    used: [],
    expired: [],
    invalid: [{ id: tooLarge, usableNow: false, unusableReason: 'couponMinimumNotPaid' }],
  });
  await begun(server, who, { couponId: serves });
  expect(await lists(who)).toMatchObject({ invalid: [{ id: tooLarge }, { id: serves, state: 'reserved' }] });
  await settle(server);
  expect(await lists(who)).toMatchObject({
    used: [{ id: serves, usedAt: expect.any(String) as string }],
    platform: [{ id: tooLarge }, { type: 'onTime' }],
  });
  expect((await server.app.inject({ method: 'GET', url: '/api/coupons' })).statusCode).toBe(401);
});
