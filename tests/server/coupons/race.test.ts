import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../../server/platform/db/testDatabase.ts';
import { restoreCoupon, tryReserveCoupon, useCoupon } from '../../../server/product/coupons/hold.ts';
import { acceptedBorrower, activeLoan, call, expectSound, settle } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { couponState, given, options } from '../repayments/support.ts';

// On the embedded database everything comes one after the other, which hides every race.
const attempts = onPostgres ? 50 : 5;

describe('at the same time', () => {
  let server: ProductApp;
  beforeAll(async () => {
    server = await startProduct();
  });
  afterAll(() => server.close());

  test('of parallel uses of one coupon exactly one wins', async () => {
    const who = await newBorrower(server);
    const { customerId } = who;
    const couponId = await given(server, who, 'onTime');
    const useFor = (operation: string) =>
      server.deps.db.transaction().execute(async (tx) => {
        const held = await tryReserveCoupon(tx, server.deps, { couponId, customerId, operation });
        return held && useCoupon(tx, server.deps, operation);
      });
    const uses = await Promise.all(Array.from({ length: attempts }, (_, index) => useFor(`repayment:race-${index}`)));
    const won = uses.filter((coupon) => coupon !== undefined);
    expect(won).toMatchObject([{ id: couponId, state: 'used' }]);
    // These operations are none that the invariants know.
    await server.deps.db.transaction().execute((tx) => restoreCoupon(tx, server.deps, won[0]?.used_by ?? ''));
    expect(await couponState(server, couponId)).toBe('available');
  });

  test('of parallel repayments of one loan with one coupon exactly one begins, and pays once', async () => {
    const borrower = await acceptedBorrower(server);
    const { id: loanId } = await activeLoan(server, borrower);
    const couponId = await given(server, borrower, 'onTime');
    const body = { loanId, kind: 'full', expectedCents: (await options(server, borrower)).full?.amountCents, couponId };
    const answers = await Promise.all(Array.from({ length: attempts }, () => call(server, borrower, 'POST', '/api/repayments', body)));
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'begun' : answer.json<{ code: string }>().code));
    expect(codes.filter((code) => code === 'begun')).toHaveLength(1);
    expect(codes.filter((code) => code === 'repaymentInProgress')).toHaveLength(attempts - 1);
    await settle(server);
    expect(await couponState(server, couponId)).toBe('used');
    const paid = server.collection.provider.transfers().filter(({ amountCents }) => amountCents === 491_000);
    expect(paid).toHaveLength(1);
    await expectSound(server);
  });
});
