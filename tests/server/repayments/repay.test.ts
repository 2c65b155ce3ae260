import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, expectSound, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { begin, begun, couponState, entriesOf, given, options, repayment, rowOf, textsTo } from './support.ts';

let server: ProductApp;
let borrower: Journey;
let loanId: string;

beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());
beforeEach(async () => {
  borrower = await acceptedBorrower(server);
  ({ id: loanId } = await activeLoan(server, borrower));
});
afterEach(() => expectSound(server));

test('L06 S37 LV-19 a full repayment shows the amount due today, is in progress at the provider, then settles the loan', async () => {
  await advanceDays(server, 5, borrower);
  const offered = await options(server, borrower);
  expect(offered).toMatchObject({ loanId, full: { amountCents: 505_000, parts: { principalCents: 500_000, interestCents: 5_000 } } });
  const { id, ...first } = await begun(server, borrower);
  expect(first).toMatchObject({ state: 'initiated', kind: 'full', amountCents: 505_000, couponCents: 0 });
  await settle(server, 1);
  expect(await repayment(server, borrower, id)).toMatchObject({ state: 'inProgress', instructions: { channel: 'sandbox' } });
  expect(await options(server, borrower)).toMatchObject({ inProgress: id });
  await settle(server);
  const paid = await repayment(server, borrower, id);
  expect(paid).toMatchObject({ state: 'success', parts: { principalCents: 500_000, interestCents: 5_000, overpaidCents: 0 } });
  expect(paid).not.toHaveProperty('instructions');
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', refusesNew: false, repayment: { id, state: 'success' } });
  expect(await options(server, borrower)).toEqual({});
  expect(await entriesOf(server, id)).toEqual({
    'clearing.collection': 505_000,
    'income.interest': -5_000,
    'receivable.principal': -500_000,
  });
  expect(textsTo(server, borrower)[0]).toMatch(/received PHP 5,050\. .* is paid in full/);
});

test('L05 the first settled loan makes a re-loan borrower, raises the limit, gives the on-time coupon, and allows another loan', async () => {
  const session = async () => (await call(server, borrower, 'GET', '/api/auth/session')).json<{ isReloan: boolean }>();
  expect(await session()).toMatchObject({ isReloan: false });
  await advanceDays(server, 3, borrower);
  await begun(server, borrower);
  await settle(server);
  expect(await session()).toMatchObject({ isReloan: true });
  const offer = (await call(server, borrower, 'GET', '/api/loans/offer')).json();
  expect(offer).toMatchObject({ canBorrow: true, limit: { grantedCents: 1_150_000, outstandingCents: 0 } });
  const lists = (await call(server, borrower, 'GET', '/api/coupons')).json();
  expect(lists).toMatchObject({ platform: [{ type: 'onTime', amountCents: 10_000 }] });
  await activeLoan(server, borrower);
  await advanceDays(server, 3, borrower);
  await begun(server, borrower);
  await settle(server);
  const grants = await server.deps.db.selectFrom('limit_grants').select('kind').where('customer_id', '=', borrower.customerId).execute();
  expect(grants.filter(({ kind }) => kind === 'growth')).toHaveLength(2);
});

test('a loan settled late earns no coupon and raises no limit', async () => {
  await advanceDays(server, 33, borrower);
  const { id } = await begun(server, borrower);
  await settle(server);
  expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', parts: { lateChargeCents: 2_650, penaltyCents: 0 } });
  const lists = (await call(server, borrower, 'GET', '/api/coupons')).json<{ platform: unknown[] }>();
  expect(lists.platform).toEqual([]);
});

describe('a repayment is refused', () => {
  test('when the due amount differs from the one shown', async () => {
    const answer = await begin(server, borrower, { expectedCents: 123 });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'amountChanged', params: { amountCents: 501_000 } }]);
  });

  test('while another is in progress', async () => {
    await begun(server, borrower);
    const answer = await begin(server, borrower);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'repaymentInProgress' }]);
    await settle(server);
  });

  test('when there is nothing to repay', async () => {
    await begun(server, borrower);
    await settle(server);
    const answer = await call(server, borrower, 'POST', '/api/repayments', { loanId, kind: 'full', expectedCents: 501_000 });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'noOpenLoan' }]);
  });

  test('N08 without a session, and for a loan of somebody else, which is logged', async () => {
    const body = { loanId, kind: 'full', expectedCents: 501_000 };
    expect((await server.app.inject({ method: 'POST', url: '/api/repayments', payload: body })).statusCode).toBe(401);
    const other = await newBorrower(server);
    const { id } = await begun(server, borrower);
    for (const answer of [
      await call(server, other, 'POST', '/api/repayments', body),
      await call(server, other, 'GET', `/api/repayments/${id}`),
      await call(server, other, 'GET', `/api/repayments?loanId=${loanId}`),
    ])
      expect(answer.statusCode).toBe(404);
    expect(server.log.filter(({ alarm, subject }) => alarm === 'foreignId' && subject === `customer:${other.customerId}`)).toHaveLength(3);
    await settle(server);
  });

  test('with unknown fields', async () => {
    const body = { loanId, kind: 'full', expectedCents: 501_000, amountCents: 1, state: 'success' };
    expect((await call(server, borrower, 'POST', '/api/repayments', body)).statusCode).toBe(400);
  });
});

test('a request sent twice begins one repayment; its key with another body is refused', async () => {
  const headers = { 'idempotency-key': 'repay-once-and-only' };
  const first = await begin(server, borrower, {}, headers);
  const body = { loanId, kind: 'full', expectedCents: 501_000 };
  const again = await call(server, borrower, 'POST', '/api/repayments', body, headers);
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  const other = await call(server, borrower, 'POST', '/api/repayments', { ...body, kind: 'extension' }, headers);
  expect([other.statusCode, other.json()]).toMatchObject([422, { code: 'idempotencyMismatch' }]);
  await settle(server);
  const rows = await server.deps.db.selectFrom('repayments').select('id').where('loan_id', '=', loanId).execute();
  expect(rows).toHaveLength(1);
});

describe('a coupon', () => {
  test('L06 LV-18 pays a part: it is reserved meanwhile and used on success, and money pays the rest', async () => {
    const couponId = await given(server, borrower, 'addDesktop');
    await advanceDays(server, 14, borrower);
    const { full, extension } = await options(server, borrower);
    expect(full).toMatchObject({ amountCents: 514_000, coupons: [{ id: couponId, usableNow: true }] });
    expect(extension?.coupons).toMatchObject([{ id: couponId, usableNow: false, unusableReason: 'couponFullRepaymentOnly' }]);
    const { id, ...first } = await begun(server, borrower, { couponId });
    expect(first).toMatchObject({ amountCents: 494_000, couponCents: 20_000 });
    expect(await couponState(server, couponId)).toBe('reserved');
    await settle(server);
    expect(await couponState(server, couponId)).toBe('used');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled', paidCents: 514_000 });
    expect(await entriesOf(server, id)).toEqual({
      'clearing.collection': 494_000,
      'expense.voucher': 20_000,
      'income.interest': -14_000,
      'receivable.principal': -500_000,
    });
  });

  test('E14 is refused below its minimum amount', async () => {
    const small = await acceptedBorrower(server);
    await activeLoan(server, small, { amountCents: 100_000 });
    const couponId = await given(server, small, 'addDesktop');
    expect((await options(server, small)).full?.coupons).toMatchObject([{ usableNow: false, unusableReason: 'couponMinimumNotPaid' }]);
    const answer = await begin(server, small, { couponId });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'couponMinimumNotPaid', params: { minAmountCents: 500_000 } }]);
    expect(await couponState(server, couponId)).toBe('available');
  });

  test('E15 of the homescreen works only for full repayment, not for an extension', async () => {
    const couponId = await given(server, borrower, 'addDesktop');
    const answer = await begin(server, borrower, { kind: 'extension', couponId });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'couponFullRepaymentOnly' }]);
  });

  test('of somebody else, of another type, or past its last day is not found', async () => {
    const other = await newBorrower(server);
    const withdrawal = await server.deps.db.selectFrom('coupons').select('id').where('customer_id', '=', borrower.customerId).execute();
    const old = await given(server, borrower, 'onTime');
    await server.deps.db.updateTable('coupons').set({ expires_day: '2026-01-01' }).where('id', '=', old).execute();
    for (const couponId of [withdrawal[0]?.id ?? '', old])
      expect((await begin(server, borrower, { couponId })).json()).toMatchObject({ status: 409, code: 'couponUnavailable' });
    for (const couponId of [await given(server, other, 'onTime'), 'nothing'])
      expect((await begin(server, borrower, { couponId })).json()).toMatchObject({ status: 404, code: 'notFound' });
  });

  test('LV-18 that covers the whole amount settles without the provider, and its rest lapses', async () => {
    const couponId = await given(server, borrower, 'easyReloanActivation');
    await server.deps.db.updateTable('coupons').set({ amount_cents: 600_000 }).where('id', '=', couponId).execute();
    const paid = await begun(server, borrower, { couponId });
    expect(paid).toMatchObject({ state: 'success', amountCents: 0, couponCents: 501_000, settledAt: expect.any(String) as string });
    expect(await couponState(server, couponId)).toBe('used');
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
    expect(server.collection.provider.transfers().filter(({ amountCents }) => amountCents === 0)).toEqual([]);
    await settle(server);
  });
});

describe('a pending repayment', () => {
  const abandon = (who: Journey, id: string) => call(server, who, 'POST', `/api/repayments/${id}/abandonment`, {});

  test('L07 can be cancelled: its coupon is released, and an extension can begin', async () => {
    const couponId = await given(server, borrower, 'onTime', `test:${loanId}`);
    const { id } = await begun(server, borrower, { couponId });
    await settle(server, 1);
    const { repayment: waiting } = await currentLoan(server, borrower);
    expect(waiting).toMatchObject({ amountCents: 491_000, instructions: { channel: 'sandbox', code: expect.any(String) as string } });
    const answers = [await abandon(borrower, id), await abandon(borrower, id)];
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'fail', reason: 'abandoned' }]);
    expect(await couponState(server, couponId)).toBe('available');
    expect(await options(server, borrower)).not.toHaveProperty('inProgress');
    expect(textsTo(server, borrower).filter((text) => /no payment/.test(text))).toEqual([]);
    expect(await begun(server, borrower, { kind: 'extension' })).toMatchObject({ state: 'initiated', kind: 'extension' });
  });

  test('can be cancelled before the provider receives it, and then no money is requested', async () => {
    const { id } = await begun(server, borrower);
    await abandon(borrower, id);
    await settle(server);
    const { reference } = await rowOf(server, id);
    expect(await server.collection.status(reference)).toBeUndefined();
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'fail', reason: 'abandoned' });
  });

  test('still counts when paid after it was cancelled', async () => {
    const { id } = await begun(server, borrower);
    await settle(server, 1);
    await abandon(borrower, id);
    server.collection.provider.settle((await rowOf(server, id)).reference);
    await server.collection.provider.deliver();
    await settle(server);
    expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', outcome: 'settled' });
    expect(await abandon(borrower, id)).toMatchObject({ statusCode: 409 });
  });
});
