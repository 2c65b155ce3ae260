import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { addDays } from '../../../server/lending/index.ts';
import type { Alarm } from '../../../server/contract/staff/alarms.ts';
import type { View } from '../../../server/product/application/view.ts';
import { violations } from '../../../server/platform/invariants.ts';
import type { PayoutPort } from '../../../server/ports/payout.ts';
import type { Journey } from '../support/journey.ts';
import {
  acceptedBorrower,
  activeLoan,
  advanceDays,
  call,
  consent,
  currentLoan,
  expectSound,
  ownNumbers,
  prepared,
  settle,
  withdrawn,
} from '../support/lending.ts';
import { freshSupport } from '../support/staff.ts';
import { today } from '../support/advance.ts';
import { sessionFor, startProduct, upload, type ProductApp, freshPhoto } from '../support/product.ts';

let server: ProductApp;
// The clock only moves forward, because the sandbox's time does not go back with it.
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T00:00:00Z'));
});
afterEach(() => server.payout.orders.clear());
afterAll(() => server.close());

const attempts = (loanId: string) =>
  server.deps.db.selectFrom('disbursements').selectAll().where('loan_id', '=', loanId).orderBy('attempt').execute();
const transfersOf = async (loanId: string) => {
  const references = new Set((await attempts(loanId)).map(({ reference }) => reference));
  return server.payout.provider.transfers().filter(({ reference }) => references.has(reference));
};
const application = async (who: Journey): Promise<View> => (await call(server, who, 'GET', '/api/applications/current')).json<View>();
const offerFor = async (who: Journey): Promise<LoanOffer> => (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>();
const lastSms = async (who: Journey): Promise<string> => {
  const { phone } = (await call(server, who, 'GET', '/api/auth/session')).json<{ phone: string }>();
  return server.sms.outbox.find(({ to }) => to.endsWith(phone))?.text ?? '';
};
/** Each of these moves the clock by minutes, and sessions idle out meanwhile. */
const waitFor = async (who: Journey, seconds: number): Promise<void> => {
  await settle(server, seconds);
  who.headers = await sessionFor(server.deps, who.customerId);
};

/** A loan with the welcome coupon whose payout has failed as ordered. */
async function failedPayout(order: 'accountFails' | 'bankDetailsFail' | 'identityPhotoFails' | 'identityDetailsFail') {
  const borrower = await acceptedBorrower(server);
  const [coupon] = (await offerFor(borrower)).coupons;
  server.payout.orders.order(order);
  const loan = await withdrawn(server, borrower, coupon ? { couponId: coupon.id } : {});
  await settle(server);
  await borrower.get();
  return { borrower, loan, couponState: () => couponState(coupon?.id) };
}
const couponState = async (id = '') =>
  (await server.deps.db.selectFrom('coupons').select(['state', 'reserved_by']).where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('a payout with a slow or silent provider', () => {
  test.each(['timesOutBefore', 'timesOutAfter', 'answers500Before', 'answers500After', 'eventsBeforeReply', 'losesEvents'] as const)(
    '%s: asked about by the same reference, moved at most once',
    async (order) => {
      const borrower = await acceptedBorrower(server);
      server.payout.orders.order(order);
      const { id } = await withdrawn(server, borrower);
      await settle(server, 60);
      expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
      expect(await transfersOf(id)).toHaveLength(1);
      expect(await attempts(id)).toMatchObject([{ attempt: 1, state: 'paid' }]);
    },
  );

  test('stays disbursing while the result is unknown, and asks again', async () => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order('timesOutAfter');
    server.payout.orders.order('cannotBeAsked', 3);
    const { id } = await withdrawn(server, borrower);
    await settle(server, 10);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'disbursing', payout: { state: 'sent' } });
    await settle(server, 90);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    expect(await transfersOf(id)).toHaveLength(1);
  });

  test('is late after a day: screen and SMS say so, staff get an alarm, and nothing is sent under another reference', async () => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order('neverSettles');
    const { id } = await withdrawn(server, borrower);
    await settle(server, 5);
    for (let hours = 0; hours < 26; hours += 2) {
      server.clock.advance(2 * 3600);
      await enqueueTicks(server.deps);
      await runDueJobs(server.deps);
    }
    expect(server.log.some(({ alarm }) => alarm === 'payoutLate')).toBe(true);
    await advanceDays(server, 0.5, borrower);
    expect((await currentLoan(server, borrower)).payout).toMatchObject({ state: 'sent', isLate: true });
    const late = server.sms.outbox.filter(
      ({ to, text }) => to.endsWith(borrower.phone) && text.includes('has not arrived in the time we promised'),
    );
    expect(late).toHaveLength(1);
    const person = await freshSupport(server);
    const { alarms } = (await person.call('GET', '/api/staff/alarms')).json<{ alarms: Alarm[] }>();
    expect(alarms.filter(({ subject }) => subject === `loan:${id}`)).toMatchObject([{ kind: 'payoutLate', detail: { state: 'sent' } }]);
    expect(await attempts(id)).toMatchObject([{ attempt: 1, state: 'sent' }]);
    server.payout.provider.settle();
    await settle(server, 1000);
  });

  test('events in any number and order make one journal', async () => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order('duplicatesEvents');
    const { id } = await withdrawn(server, borrower);
    for (let round = 0; round < 5; round++) {
      await server.payout.provider.deliver();
      await settle(server, 5);
    }
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    const journals = await server.deps.db.selectFrom('journals').select('key').where('loan_id', '=', id).execute();
    expect(journals).toHaveLength(1);
  });
});

describe('a process that dies', () => {
  /** The port, except that it dies once at the given moment. */
  function dying(port: PayoutPort, moment: 'before' | 'after'): PayoutPort {
    let alive = true;
    return {
      status: (reference) => port.status(reference),
      statement: (from, to) => port.statement(from, to),
      send: async (transfer) => {
        const receipt = moment === 'after' || !alive ? await port.send(transfer) : undefined;
        if (!alive) return receipt as Awaited<ReturnType<PayoutPort['send']>>;
        alive = false;
        throw new Error('killed');
      },
    };
  }

  test.each(['before', 'after'] as const)('%s the provider made one transfer', async (moment) => {
    const borrower = await acceptedBorrower(server);
    const { payout } = server.deps.ports;
    server.deps.ports.payout = dying(payout, moment);
    const { id } = await withdrawn(server, borrower);
    await runDueJobs(server.deps);
    expect(await attempts(id)).toMatchObject([{ state: 'sending' }]);
    await settle(server, 60);
    server.deps.ports.payout = payout;
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    expect(await transfersOf(id)).toHaveLength(1);
  });

  test('leaves an orphaned payout that the sweep finds', async () => {
    const borrower = await acceptedBorrower(server);
    const { id } = await withdrawn(server, borrower);
    await server.deps.db
      .updateTable('jobs')
      .set({ failed_at: server.clock.now() })
      .where('kind', '=', 'loans.payout')
      .where('done_at', 'is', null)
      .execute();
    await settle(server, 30);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'disbursing' });
    await server.deps.jobs.handlers.get('loans.payoutSweep')?.run(server.deps, {}, { id: 0, attempt: 1 });
    await settle(server, 30);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
    expect(await transfersOf(id)).toHaveLength(1);
    await server.deps.db
      .updateTable('jobs')
      .set({ failed_at: null, done_at: server.clock.now() })
      .where('failed_at', 'is not', null)
      .execute();
  });
});

describe('L12 an account that cannot receive the money', () => {
  test.each([
    ['E08', 'accountFails', 'bankCannotReceive'],
    ['E10', 'bankDetailsFail', 'bankDetailsIncorrect'],
  ] as const)('%s sends the borrower back to the account, with the reason', async (_id, order, reason) => {
    const { borrower, loan, couponState: coupon } = await failedPayout(order);
    expect(await currentLoan(server, borrower)).toMatchObject({
      state: 'bankRefill',
      id: loan.id,
      reason,
      resumeRoute: '/bankInfo',
      refusesNew: true,
      payout: { state: 'failed' },
    });
    const view = await application(borrower);
    expect(view).toMatchObject({ state: 'bankRefill', reason, resumeRoute: '/bankInfo' });
    expect(view.corrections).toContainEqual({ form: 'bank', field: 'account', reason });
    expect(await coupon()).toBe('reserved');
    expect(await lastSms(borrower)).toContain('account');
    expect(await offerFor(borrower)).toMatchObject({ canBorrow: false, refusal: 'openLoan' });
  });

  test('the same loan continues with the new account: no new decision, another reference, the coupon still reserved', async () => {
    const { borrower, loan, couponState: coupon } = await failedPayout('accountFails');
    const decided = await server.deps.db.selectFrom('limit_grants').selectAll().where('customer_id', '=', borrower.customerId).execute();
    await borrower.save('bank', { ...(await borrower.soundAnswers('bank')), ...ownNumbers()['bank'] });
    await borrower.save('review', {});
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted', corrections: [] });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'disbursing', id: loan.id });
    expect(await coupon()).toBe('reserved');
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', id: loan.id, couponCents: 5000 });
    expect(await coupon()).toBe('used');
    const [first, second, ...more] = await attempts(loan.id);
    expect([first?.state, second?.state, more.length]).toEqual(['failed', 'paid', 0]);
    expect(second?.reference).not.toBe(first?.reference);
    expect(second?.account_id).not.toBe(first?.account_id);
    const grants = await server.deps.db.selectFrom('limit_grants').selectAll().where('customer_id', '=', borrower.customerId).execute();
    expect(grants).toEqual(decided);
  });

  test('twenty parallel submissions pay out once', async () => {
    const { borrower, loan } = await failedPayout('accountFails');
    await borrower.save('bank', { ...(await borrower.soundAnswers('bank')), ...ownNumbers()['bank'] });
    await borrower.save('review', {});
    const answers = await Promise.all(Array.from({ length: 20 }, () => borrower.submit()));
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    await settle(server);
    expect(await attempts(loan.id)).toHaveLength(2);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
  });
});

describe('L12 a rejected identity', () => {
  test.each([
    ['E09', 'identityPhotoFails', 'photoUnclear'],
    ['E11', 'identityDetailsFail', 'identityProblem'],
  ] as const)('%s closes the loan, gives the coupon back and sends the borrower back', async (_id, order, reason) => {
    const { borrower, couponState: coupon } = await failedPayout(order);
    expect(await currentLoan(server, borrower)).toMatchObject({
      state: 'identityRefill',
      reason,
      resumeRoute: '/identityInfo',
      refusesNew: false,
    });
    expect(await application(borrower)).toMatchObject({ state: 'identityRefill', reason });
    expect(await coupon()).toBe('available');
    expect(await offerFor(borrower)).toMatchObject({ canBorrow: false, refusal: 'refill' });
  });

  test('is decided again, and then the borrower may withdraw again', async () => {
    const { borrower, loan } = await failedPayout('identityPhotoFails');
    const idPhoto = (await upload(server, borrower, 'idPhoto', await freshPhoto())).json<{ fileId: string }>().fileId;
    await borrower.save('identity', { idPhoto });
    await borrower.save('review', {});
    expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'none' });
    const second = await activeLoan(server, borrower);
    expect(second.id).not.toBe(loan.id);
    expect(await offerFor(borrower)).toMatchObject({ limit: { grantedCents: 1_000_000 } });
  });
});

describe('a payout that fails for another reason', () => {
  test('is retried under another reference', async () => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order('otherFails', 2);
    const { id } = await withdrawn(server, borrower);
    await waitFor(borrower, 300);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', id });
    expect((await attempts(id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'paid']);
    expect(new Set((await attempts(id)).map(({ reference }) => reference)).size).toBe(3);
  });

  test('fails after three attempts: nothing is owed, the borrower is notified and may withdraw again', async () => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order('otherFails', 3);
    const { id } = await withdrawn(server, borrower);
    await waitFor(borrower, 300);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'failed', id, reason: 'payoutFailed', refusesNew: false });
    expect(await lastSms(borrower)).toContain('You owe nothing');
    expect(await offerFor(borrower)).toMatchObject({ canBorrow: true, coupons: [{ usableNow: true }] });
    expect(await activeLoan(server, borrower)).toMatchObject({ state: 'active' });
  });
});

describe('a wrong amount', () => {
  test.each(['paysLess', 'paysMore'] as const)('%s is held in suspense, and the loan waits for staff', async (order) => {
    const borrower = await acceptedBorrower(server);
    server.payout.orders.order(order);
    const { id } = await withdrawn(server, borrower);
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'disbursing', payout: { state: 'sent' } });
    const [attempt] = await attempts(id);
    expect(attempt).toMatchObject({ state: 'mismatch', amount_cents: 492_100, paid_cents: order === 'paysLess' ? 246_050 : 497_100 });
    expect(server.log.some(({ alarm, disbursement }) => alarm === 'payoutMismatch' && disbursement === attempt?.id)).toBe(true);
    await expectSound(server);
  });
});

describe('the day of the loan', () => {
  test.each([
    ['a millisecond before midnight', -1, 0],
    ['at midnight', 0, 1],
  ])('LV-08 paid %s in Manila it begins on the day that it is there, and is due 14 days later', async (_name, ms, days) => {
    const before = today(server);
    const paidAt = new Date(`${addDays(before, 1)}T00:00:00+08:00`).getTime() + ms;
    server.clock.set(new Date(paidAt - 3000));
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower, { termDays: 14 });
    expect((await consent(server, borrower, draft)).statusCode).toBe(200);
    await runDueJobs(server.deps);
    server.clock.advance(3);
    await settle(server);
    const loanDate = addDays(before, days);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active', loanDate, dueDate: addDays(loanDate, 14) });
  });
});

test('all invariants still hold afterwards', async () => {
  await settle(server, 1000);
  expect(await violations(server.deps)).toEqual([]);
});
