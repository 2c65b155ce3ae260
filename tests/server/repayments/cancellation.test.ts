import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CancellationRequest } from '../../../server/contract/staff/cancellations.ts';
import type { Alarm } from '../../../server/contract/staff/alarms.ts';
import { addDays } from '../../../server/lending/index.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { manilaDay } from '../../support/manila.ts';
import { startCancellation } from '../../../server/product/repayments/cancellation.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, currentLoan, expectSound, settle, withdrawn } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, type StaffMember } from '../support/staff.ts';
import { begin, begun, couponState, entriesOf, options, repayment, rowOf, textsTo } from './support.ts';

let server: ProductApp;
let borrower: Journey;
let loanId: string;
let couponId: string;

beforeAll(async () => {
  server = await startProduct();
});
beforeEach(async () => {
  borrower = await acceptedBorrower(server);
  const coupon = server.deps.db.selectFrom('coupons').select('id').where('customer_id', '=', borrower.customerId);
  ({ id: couponId } = await coupon.executeTakeFirstOrThrow());
  ({ id: loanId } = await activeLoan(server, borrower, { couponId }));
});
afterEach(() => expectSound(server));
afterAll(() => server.close());

const cancel = (id = loanId) => server.deps.db.transaction().execute((tx) => startCancellation(tx, server.deps, id, 'staff:1'));

test('L14 within 24 hours of receipt the borrower returns the money, the journal reverses the payout, and the coupon is released', async () => {
  expect(await couponState(server, couponId)).toBe('used');
  await advanceDays(server, 0.9, borrower);
  const { receivedCents } = await currentLoan(server, borrower);
  const begunNow = await cancel();
  expect(begunNow).toMatchObject({ kind: 'cancellation', state: 'initiated', amountCents: receivedCents });
  expect(await options(server, borrower)).toMatchObject({ inProgress: begunNow.id });
  expect((await begin(server, borrower)).json()).toMatchObject({ code: 'repaymentInProgress' });
  await settle(server);
  expect(await repayment(server, borrower, begunNow.id)).toMatchObject({ state: 'success' });
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'cancelled', refusesNew: false });
  const booked = await entriesOf(server, begunNow.id);
  const { 'clearing.collection': returned, ...reversed } = booked;
  const { reference } = await server.deps.db
    .selectFrom('disbursements')
    .select('reference')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  const payout = await journalOf(`payout:${reference}`);
  expect(returned).toBe(receivedCents);
  expect(payout['clearing.disbursement']).toBe(-(receivedCents ?? 0));
  for (const [account, cents] of Object.entries(reversed)) expect([account, payout[account]]).toEqual([account, -cents]);
  expect(Object.keys(payout)).toHaveLength(Object.keys(booked).length);
  expect(await couponState(server, couponId)).toBe('available');
  expect(textsTo(server, borrower)[0]).toMatch(/cancelled/);
  const session = (await call(server, borrower, 'GET', '/api/auth/session')).json();
  expect(session).toMatchObject({ isReloan: false });
});

test('L14 is refused after the hours', async () => {
  server.clock.advance(24 * 3600 + 60);
  await expect(cancel()).rejects.toMatchObject({ code: 'cancellationOver' });
});

test('a loan with a payment, without a payout, or under repayment cannot be cancelled', async () => {
  await begun(server, borrower, { kind: 'extension' });
  await expect(cancel()).rejects.toMatchObject({ code: 'repaymentInProgress' });
  await settle(server);
  await expect(cancel()).rejects.toMatchObject({ code: 'loanUsed' });
  const other = await acceptedBorrower(server);
  const { id } = await withdrawn(server, other);
  await expect(cancel(id)).rejects.toMatchObject({ code: 'noOpenLoan' });
  await settle(server);
});

test('without the money in time the loan continues, and the borrower is notified and can repay', async () => {
  server.collection.orders.order('neverSettles');
  const { id } = await cancel();
  await settle(server);
  await advanceDays(server, 1, borrower);
  await settle(server, 900);
  expect(await rowOf(server, id)).toMatchObject({ state: 'fail', reason: 'expired' });
  expect(textsTo(server, borrower)[0]).toMatch(/was not returned in time/);
  expect(await couponState(server, couponId)).toBe('used');
  await begun(server, borrower);
  await settle(server);
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
});

test('money returned after an extension counts towards the loan', async () => {
  server.collection.orders.order('paysLate');
  const { id } = await cancel();
  await settle(server);
  server.clock.set((await rowOf(server, id)).expires_at);
  await advanceDays(server, 0, borrower);
  await begun(server, borrower, { kind: 'extension' });
  await settle(server, 90);
  await server.collection.provider.deliver();
  await settle(server);
  const { paid_cents: paidCents, ...row } = await rowOf(server, id);
  expect(row).toMatchObject({ state: 'success', outcome: 'part', reason: null });
  const extension = (await currentLoan(server, borrower)).extensionPaidCents ?? 0;
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', extensions: 1, paidCents: extension + (paidCents ?? 0) });
});

test('a larger amount than received cancels the loan and the rest is owed back; a smaller one counts towards the loan', async () => {
  server.collection.orders.order('paysMore');
  const { id } = await cancel();
  await settle(server);
  expect(await repayment(server, borrower, id)).toMatchObject({ state: 'success', outcome: 'cancelled', parts: { overpaidCents: 5_000 } });
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'cancelled', owedCents: 5_000 });
  const other = await acceptedBorrower(server);
  const loan = await activeLoan(server, other);
  server.collection.orders.order('paysLess');
  const less = await cancel(loan.id);
  await settle(server);
  const { paidCents } = await repayment(server, other, less.id);
  expect(await currentLoan(server, other)).toMatchObject({ state: 'active', paidCents });
  expect(textsTo(server, other)[0]).toMatch(/could not cancel the loan, so the loan continues/);
});

describe('L14 a cancellation request', () => {
  const file = (who = borrower, id = loanId) => call(server, who, 'POST', `/api/loans/${id}/cancellation-request`, {});
  const requests = async (person: StaffMember) =>
    (await person.call('GET', '/api/staff/cancellation-requests')).json<{ requests: CancellationRequest[] }>().requests;

  test('counts from when it was filed: customer service completes it after the hours, and the SMS says how much to return, by when and how', async () => {
    await advanceDays(server, 23 / 24, borrower);
    const filedAt = server.clock.now().toISOString();
    expect((await currentLoan(server, borrower)).cancellation).toMatchObject({ until: expect.any(String) as string });
    expect((await file()).json()).toMatchObject({ state: 'active', cancellation: { state: 'open', requestedAt: filedAt } });
    expect((await file()).json()).toMatchObject({ cancellation: { state: 'open', requestedAt: filedAt } });
    await settle(server);
    expect(textsTo(server, borrower)[0]).toMatch(/we have your request of .* to cancel loan/);
    await advanceDays(server, 5 / 24, borrower);
    const person = await freshSupport(server);
    expect(await requests(person)).toContainEqual(expect.objectContaining({ loanId, requestedAt: filedAt }));
    server.collection.orders.order('neverSettles');
    const { amountCents, repaymentId } = (
      await person.call('POST', `/api/staff/loans/${loanId}/cancellation`, { reason: 'asked in the app' })
    ).json<{ amountCents: number; repaymentId: string }>();
    expect((await requests(person)).map((each) => each.loanId)).not.toContain(loanId);
    await settle(server, 60);
    const { instructions } = await repayment(server, borrower, repaymentId);
    const [text = ''] = textsTo(server, borrower);
    expect(text).toMatch(/send back PHP .* by .* with the reference/);
    expect(text).toContain(instructions?.code);
    expect(await currentLoan(server, borrower)).toMatchObject({
      state: 'active',
      cancellation: { state: 'completed' },
      repayment: { kind: 'cancellation', state: 'inProgress', amountCents, expiresAt: instructions?.expiresAt },
    });
  });

  test('is refused after the hours or a payment; when declined, the loan continues and the borrower is notified', async () => {
    const late = await acceptedBorrower(server);
    const other = await activeLoan(server, late);
    await file();
    const person = await freshSupport(server);
    const request = (await requests(person)).find((each) => each.loanId === loanId);
    expect(
      (await person.call('POST', `/api/staff/cancellation-requests/${request?.id}/refusal`, { reason: 'withdrawn by phone' })).statusCode,
    ).toBe(200);
    expect(
      (await person.call('POST', `/api/staff/cancellation-requests/${request?.id}/refusal`, { reason: 'twice' })).json(),
    ).toMatchObject({ code: 'requestClosed' });
    await settle(server);
    expect(textsTo(server, borrower)[0]).toMatch(/could not grant your request to cancel .* so the loan continues/);
    expect((await currentLoan(server, borrower)).cancellation).toMatchObject({ state: 'declined' });
    await begun(server, borrower, { kind: 'extension' });
    await settle(server);
    expect((await file()).json()).toMatchObject({ code: 'cancellationOver' });
    await advanceDays(server, 1.01, late);
    expect((await file(late, other.id)).json()).toMatchObject({ code: 'cancellationOver' });
    expect((await currentLoan(server, late)).cancellation).toBeUndefined();
  });
});

/** Moves the clock to a loan's due date and some days beyond, with each day's jobs. */
async function waitBeyondDue(days: number): Promise<void> {
  const { termDays = 0 } = await currentLoan(server, borrower);
  for (let day = 0; day < termDays + days; day += 1) {
    await advanceDays(server, 1, borrower);
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
  }
}
const alarmsOf = async (person: StaffMember) =>
  (await person.call('GET', '/api/staff/alarms')).json<{ alarms: Alarm[] }>().alarms.filter(({ subject }) => subject === `loan:${loanId}`);
const dueIn = async (days: number) => addDays(manilaDay(server.clock.now()), days);

describe('L14 while a cancellation request waits', () => {
  const file = () => call(server, borrower, 'POST', `/api/loans/${loanId}/cancellation-request`, {});
  const decline = async (person: StaffMember) => {
    const { requests } = (await person.call('GET', '/api/staff/cancellation-requests')).json<{ requests: CancellationRequest[] }>();
    const id = requests.find((each) => each.loanId === loanId)?.id;
    return person.call('POST', `/api/staff/cancellation-requests/${id}/refusal`, { reason: 'withdrawn by phone' });
  };

  test('no reminder is sent, nothing is overdue and no extension is offered; staff get an alarm once the answer is late', async () => {
    await file();
    await settle(server);
    expect((await currentLoan(server, borrower)).cancellation).toMatchObject({ isLate: false, answerBy: expect.any(String) as string });
    const textCount = textsTo(server, borrower).length;
    await waitBeyondDue(10);
    expect(textsTo(server, borrower)).toHaveLength(textCount);
    const loan = await currentLoan(server, borrower);
    expect(loan).toMatchObject({ label: 'expiresIn', lateChargeCents: 0, penaltyCents: 0, cancellation: { state: 'open', isLate: true } });
    expect(await options(server, borrower)).toMatchObject({
      cancellationWaits: true,
      extension: { allowed: false, refusal: 'cancellationWaits' },
    });
    expect((await begin(server, borrower, { kind: 'extension' })).json()).toMatchObject({ code: 'cancellationWaits' });
    expect(await alarmsOf(await freshSupport(server))).toContainEqual(expect.objectContaining({ kind: 'cancellationWaits' }));
  });

  test('completed late, only the received amount is returned', async () => {
    const { receivedCents } = await currentLoan(server, borrower);
    await file();
    await waitBeyondDue(10);
    const { amountCents } = await cancel();
    expect(amountCents).toBe(receivedCents);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'cancelled', owedCents: 0 });
  });

  test('declined late, interest counts, late charges do not, and what fell due is due three days later', async () => {
    await file();
    await waitBeyondDue(10);
    const { interestCents } = await currentLoan(server, borrower);
    expect((await decline(await freshSupport(server))).statusCode).toBe(200);
    await settle(server);
    const day = await dueIn(3);
    const atOnce = await currentLoan(server, borrower);
    expect(atOnce).toMatchObject({
      label: 'expiresIn',
      dueDate: day,
      interestDueCents: interestCents,
      lateChargeCents: 0,
      penaltyCents: 0,
    });
    expect(atOnce.scheduleNow).toMatchObject([{ dueDate: day, interestCents }]);
    expect(textsTo(server, borrower)[0]).toMatch(/so the loan continues. It is due on .*; nothing was added for being late/);
    await advanceDays(server, 5, borrower);
    const late = await currentLoan(server, borrower);
    expect(late).toMatchObject({ label: 'overdue', overdueDays: 2, interestDueCents: interestCents });
    expect((late.lateChargeCents ?? 0) + (late.penaltyCents ?? 0)).toBeGreaterThan(0);
    await begun(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('declined in time, the due date stays', async () => {
    const { dueDate } = await currentLoan(server, borrower);
    await file();
    await decline(await freshSupport(server));
    expect(await currentLoan(server, borrower)).toMatchObject({ dueDate });
    expect((await currentLoan(server, borrower)).scheduleNow).toBeUndefined();
  });

  test('the time to return the money costs nothing', async () => {
    await file();
    await waitBeyondDue(5);
    server.collection.orders.order('neverSettles');
    await cancel();
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ lateChargeCents: 0, penaltyCents: 0 });
    await advanceDays(server, 1, borrower);
    await settle(server, 900);
    expect(textsTo(server, borrower)[0]).toMatch(/was not returned in time/);
    expect(await currentLoan(server, borrower)).toMatchObject({ dueDate: await dueIn(3), lateChargeCents: 0, penaltyCents: 0 });
  });
});

async function journalOf(key: string): Promise<Record<string, number>> {
  const rows = await server.deps.db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['account', 'cents'])
    .where('journals.key', '=', key)
    .execute();
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
