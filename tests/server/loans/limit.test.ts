import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import type { RepaymentOptions } from '../../../server/contract/repayments.ts';
import { addDays } from '../../../server/lending/index.ts';
import { grantLimit } from '../../../server/product/limits/limits.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, expectSound, settle } from '../support/lending.ts';
import { sessionFor, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

const limitOf = async (who: Journey) => (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>().limit;

async function repay(who: Journey): Promise<void> {
  const { loanId, full } = (await call(server, who, 'GET', '/api/repayments/options')).json<RepaymentOptions>();
  const answer = await call(server, who, 'POST', '/api/repayments', { loanId, kind: 'full', expectedCents: full?.amountCents });
  expect(answer.statusCode).toBe(200);
  await settle(server);
  expect(await currentLoan(server, who)).toMatchObject({ state: 'settled', refusesNew: false });
}

describe('the limit', () => {
  test('grows in round steps when a loan is settled on time', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { termDays: 14 });
    await advanceDays(server, 14, borrower);
    await repay(borrower);
    expect(await limitOf(borrower)).toMatchObject({ grantedCents: 1_150_000, outstandingCents: 0, availableCents: 1_150_000 });
    const [grant] = await server.deps.db
      .selectFrom('limit_grants')
      .selectAll()
      .where('customer_id', '=', borrower.customerId)
      .where('kind', '=', 'growth')
      .execute();
    expect(grant).toMatchObject({ amount_cents: 150_000, reason: 'settledOnTime' });
    const session = (await call(server, borrower, 'GET', '/api/auth/session')).json();
    expect(session).toMatchObject({ isReloan: true });
  });

  // lending.md: a reward or a higher limit needs a loan that ran for at least some days.
  test.each([
    ['at once', 0, 1_000_000, []],
    ['a day too soon', 2, 1_000_000, []],
    ['on the first day that earns', 3, 1_150_000, ['onTime']],
  ])('L05 L16 borrowed and repaid %s: the limit and the coupons that it brings', async (_when, days, grantedCents, coupons) => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { amountCents: 100_000, termDays: 14 });
    if (days > 0) await advanceDays(server, days, borrower);
    await repay(borrower);
    expect(await limitOf(borrower)).toMatchObject({ grantedCents });
    const lists = (await call(server, borrower, 'GET', '/api/coupons')).json<{ platform: { type: string }[] }>();
    expect(lists.platform.map(({ type }) => type)).toEqual(coupons);
  });

  test('counts calendar days in Manila, so a loan one night short of three days earns nothing', async () => {
    const borrower = await acceptedBorrower(server);
    const { loanDate = '' } = await activeLoan(server, borrower, { termDays: 14 });
    server.clock.set(new Date(`${addDays(loanDate, 2)}T15:50:00Z`));
    borrower.headers = await sessionFor(server.deps, borrower.customerId);
    await repay(borrower);
    expect(await limitOf(borrower)).toMatchObject({ grantedCents: 1_000_000 });
  });

  test('stays when a loan is settled late', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower, { termDays: 14 });
    await advanceDays(server, 15, borrower);
    await repay(borrower);
    expect(await limitOf(borrower)).toMatchObject({ grantedCents: 1_000_000 });
  });

  test('L16 grows to ₱80,000 in total, and each cause counts once', async () => {
    const borrower = await acceptedBorrower(server);
    const boost = (amountCents: number, reason: string) =>
      server.deps.db.transaction().execute((tx) =>
        grantLimit(tx, server.deps, {
          customerId: borrower.customerId,
          kind: 'boost',
          key: `${reason}:${borrower.customerId}`,
          amountCents,
          reason,
          actor: 'test',
        }),
      );
    expect(await boost(100_000, 'homescreen')).toBe(true);
    expect(await boost(100_000, 'homescreen')).toBe(false);
    expect(await limitOf(borrower)).toMatchObject({ grantedCents: 1_000_000, boostCents: 100_000, availableCents: 1_100_000 });
    await boost(9_000_000, 'facebook');
    expect((await limitOf(borrower)).availableCents).toBe(8_000_000);
  });
});
