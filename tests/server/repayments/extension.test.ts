import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lendVectorLoan } from '../../support/vectorLoan.ts';
import { acceptedBorrower, activeLoan, advanceDays, currentLoan, expectSound, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { begin, begun, couponState, entriesOf, given, options, repayment, textsTo } from './support.ts';

interface ProductFile {
  parameters: Record<string, unknown>;
}

const productPath = 'flows/lending/products/cashLoan.product.json';
/** The shipped loan is cheaper for two weeks. */
let vectorFiles = shippedFiles();
lendVectorLoan(
  (path, change) => {
    vectorFiles = edited(vectorFiles, path, change);
  },
  [14],
);

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ files: vectorFiles });
});
// Some tests use other terms.
beforeEach(async () => void (await server.publish(vectorFiles)));
afterEach(() => expectSound(server));
afterAll(() => server.close());

/** A loan of ₱5,000 that was paid out some days ago. */
async function loanOf(days: number): Promise<Journey> {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower, { termDays: 14 });
  await advanceDays(server, days, borrower);
  return borrower;
}

async function extend(borrower: Journey) {
  const { id } = await begun(server, borrower, { kind: 'extension' });
  await settle(server);
  expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', kind: 'extension' });
  return currentLoan(server, borrower);
}

describe('L07 S37 C02 an extension', () => {
  test('LV-15 shows its price and the new date first, adds 8 days, keeps the principal, and adds nothing within them', async () => {
    const borrower = await loanOf(13);
    const { dueDate, daysLeft } = await currentLoan(server, borrower);
    const { extension } = await options(server, borrower);
    expect(extension).toMatchObject({
      allowed: true,
      days: 8,
      amountCents: 22_000,
      parts: { interestCents: 14_000, lateChargeCents: 0, penaltyCents: 0, extensionFeeCents: 8_000, principalCents: 0 },
      payoffThenCents: 500_000,
    });
    expect(daysLeft).toBe(1);
    const { id, newDueDate } = await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    const loan = await currentLoan(server, borrower);
    expect(loan).toMatchObject({
      state: 'active',
      daysLeft: 9,
      extensions: 1,
      extensionPaidCents: 22_000,
      outstandingPrincipalCents: 500_000,
      payoffCents: 500_000,
    });
    expect(loan.dueDate).toBe(newDueDate);
    expect(loan.dueDate).toBe(extension?.newDueDate);
    expect(loan.dueDate?.localeCompare(dueDate ?? '')).toBe(1);
    expect(await entriesOf(server, id)).toEqual({
      'clearing.collection': 22_000,
      'income.interest': -14_000,
      'income.extension_fee': -8_000,
    });
    expect(textsTo(server, borrower)[0]).toMatch(/is extended and now due on/);
    await advanceDays(server, 9, borrower);
    expect(await currentLoan(server, borrower)).toMatchObject({
      label: 'dueToday',
      payoffCents: 500_000,
      lateChargeCents: 0,
      penaltyCents: 0,
    });
    await advanceDays(server, 1, borrower);
    expect(await currentLoan(server, borrower)).toMatchObject({ label: 'overdue', overdueDays: 1, lateChargeCents: 833 });
  });

  test('LV-17 can follow another: the fee alone, 8 more days each time', async () => {
    const borrower = await loanOf(14);
    expect((await options(server, borrower)).extension?.amountCents).toBe(22_000);
    const first = await extend(borrower);
    expect(first).toMatchObject({ daysLeft: 8, extensions: 1 });
    await advanceDays(server, 8, borrower);
    expect((await options(server, borrower)).extension?.amountCents).toBe(8_000);
    expect(await extend(borrower)).toMatchObject({ daysLeft: 8, extensions: 2, outstandingPrincipalCents: 500_000 });
  });

  test('of an overdue loan pays the late charges and counts from today', async () => {
    const borrower = await loanOf(24);
    const { extension } = await options(server, borrower);
    expect(extension).toMatchObject({
      amountCents: 30_566,
      parts: { interestCents: 14_000, lateChargeCents: 5_000, penaltyCents: 3_566, extensionFeeCents: 8_000 },
    });
    expect(await extend(borrower)).toMatchObject({ daysLeft: 8, lateChargeCents: 0, penaltyCents: 0, payoffCents: 500_000 });
  });

  test('E14 accepts a repayment coupon from its minimum amount', async () => {
    const borrower = await loanOf(14);
    const tooSmall = await given(server, borrower, 'onTime');
    const serves = await given(server, borrower, 'easyReloanStreak');
    expect((await options(server, borrower)).extension?.coupons).toMatchObject([
      { id: tooSmall, usableNow: false, unusableReason: 'couponMinimumNotPaid' },
      { id: serves, usableNow: true },
    ]);
    const refused = await begin(server, borrower, { kind: 'extension', couponId: tooSmall });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'couponMinimumNotPaid' }]);
    const { id } = await begun(server, borrower, { kind: 'extension', couponId: serves });
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', amountCents: 17_000, couponCents: 5_000 });
    expect(await couponState(server, serves)).toBe('used');
    expect(await currentLoan(server, borrower)).toMatchObject({ extensions: 1, paidCents: 22_000 });
  });

  test('LV-19 a payoff on the first day and after five pays interest for the days so far, at least one', async () => {
    const borrower = await loanOf(0);
    expect((await options(server, borrower)).full?.amountCents).toBe(501_000);
    await advanceDays(server, 5, borrower);
    expect((await options(server, borrower)).full?.amountCents).toBe(505_000);
  });

  test('LV-14 of an overdue amount pays penalty, late charge, interest, principal; the penalty continues on the rest', async () => {
    const borrower = await loanOf(24);
    const { full } = await options(server, borrower);
    expect(full).toMatchObject({
      amountCents: 522_566,
      parts: { penaltyCents: 3_566, lateChargeCents: 5_000, interestCents: 14_000, principalCents: 500_000 },
    });
    server.collection.orders.order('paysLess');
    await begun(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({
      payoffCents: 261_283,
      penaltyCents: 0,
      lateChargeCents: 0,
      interestDueCents: 0,
    });
    await advanceDays(server, 5, borrower);
    expect(await currentLoan(server, borrower)).toMatchObject({ penaltyCents: 2_090, payoffCents: 263_373 });
  });
});

test('LV-17 refuses more extensions than the product allows and says so before; a loan keeps its disclosed terms', async () => {
  const old = await loanOf(14);
  await server.publish(edited<ProductFile>(vectorFiles, productPath, ({ parameters }) => void (parameters['maxExtensions'] = 1)));
  const borrower = await loanOf(14);
  await advanceDays(server, 0, old);
  for (const who of [old, borrower]) await extend(who);
  expect((await options(server, borrower)).extension).toMatchObject({
    allowed: false,
    refusal: 'maxExtensions',
    coupons: [],
    payoffThenCents: 500_000,
  });
  const answer = await begin(server, borrower, { kind: 'extension' });
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'maxExtensions' }]);
  expect((await options(server, old)).extension).toMatchObject({ allowed: true });
});

test('refuses an extension that would exceed the total cost cap', async () => {
  const files = edited<ProductFile>(vectorFiles, productPath, ({ parameters }) => void (parameters['totalCostCapPpm'] = 60_000));
  await server.publish(files);
  const borrower = await loanOf(14);
  await extend(borrower);
  expect((await options(server, borrower)).extension).toMatchObject({ allowed: false, refusal: 'totalCostCap' });
});
