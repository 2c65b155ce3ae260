import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../support/testDatabase.ts';
import { restoreCoupon, tryReserveCoupon, useCoupon } from '../../../server/product/coupons/hold.ts';
import { acceptedBorrower, activeLoan, call, expectSound, settle } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { begun, couponState, given, options, rowOf } from '../repayments/support.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { bookSuccess } from '../../../server/product/repayments/collect/settle.ts';

// The embedded database runs transactions one after another, which hides every race.
const attempts = onPostgres ? 50 : 5;

describe('in parallel', () => {
  let server: ProductApp;
  beforeAll(async () => {
    server = await startProduct();
  });
  afterAll(() => server.close());

  test('exactly one of the parallel uses of a coupon wins', async () => {
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
    // The invariants do not know these operations.
    await server.deps.db.transaction().execute((tx) => restoreCoupon(tx, server.deps, won[0]?.used_by ?? ''));
    expect(await couponState(server, couponId)).toBe('available');
  });

  test('of parallel repayments of a loan with one coupon exactly one starts and pays once', async () => {
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

  test('a payment cancelled while the provider reports its money is booked in either order', async () => {
    const begunOnes = [];
    for (let left = 3; left > 0; left -= 1) {
      const borrower = await acceptedBorrower(server);
      await activeLoan(server, borrower);
      const { id } = await begun(server, borrower);
      begunOnes.push({ borrower, id });
    }
    await runDueJobs(server.deps);
    for (const { borrower, id } of begunOnes) {
      const row = await rowOf(server, id);
      server.collection.provider.settle(row.reference);
      const receipt = await server.collection.status(row.reference);
      const abandon = () => call(server, borrower, 'POST', `/api/repayments/${id}/abandonment`, {});
      const [, ...answers] = await Promise.all([bookSuccess(server.deps, row, receipt ?? { state: 'unknown' }), abandon(), abandon()]);
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      expect(await rowOf(server, id)).toMatchObject({ state: 'success', outcome: 'settled', reason: null });
    }
    await expectSound(server);
  });
});
