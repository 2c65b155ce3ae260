import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Disclosure } from '../../../server/contract/disclosure.ts';
import type { Loan } from '../../../server/contract/loans.ts';
import type { LoanDraft, LoanOffer } from '../../../server/contract/offers.ts';
import { setWithdrawalsPaused } from '../../../server/product/withdrawal/pause.ts';
import { applyLoanEvent, readLoan } from '../../../server/product/loans/transitions.ts';
import { auditRows } from '../support/auditRows.ts';
import type { LoggedIn } from '../support/login.ts';
import {
  acceptedBorrower,
  activeLoan,
  advanceDays,
  call,
  consent,
  currentLoan,
  expectSound,
  prepared,
  settle,
  signature,
  usualChoice,
  withdrawn,
} from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
// Days are literals below. Tests that let days pass are in manilaDay.test.ts.
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterAll(async () => {
  await settle(server);
  await expectSound(server);
  await server.close();
});

const offerFor = async (who: LoggedIn): Promise<LoanOffer> => (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>();
const draftOf = async (who: LoggedIn): Promise<LoanDraft> => (await call(server, who, 'GET', '/api/loans/draft')).json<LoanDraft>();
const chooseCoupon = (who: LoggedIn, loanId: string, couponId?: string) =>
  call(server, who, 'PUT', `/api/loans/${loanId}/coupon`, couponId === undefined ? {} : { couponId });
const quote = (who: LoggedIn, query: string) => call(server, who, 'GET', `/api/loans/quote?${query}`);
const loansIn = (customerId: string, state: string) =>
  server.deps.db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('state', '=', state).execute();

describe('the offer', () => {
  test('L02 after acceptance has the granted limit within each product', async () => {
    const offer = await offerFor(await acceptedBorrower(server));
    expect(offer).toMatchObject({
      canBorrow: true,
      limit: { grantedCents: 1_000_000, boostCents: 0, outstandingCents: 0, availableCents: 1_000_000 },
      signature: 'none',
      account: { method: 'bank' },
      coupons: [{ type: 'welcome', usableNow: true }],
    });
    expect(offer.products).toMatchObject([{ id: 'cashLoan', minCents: 100_000, maxCents: 1_000_000, stepCents: 50_000 }]);
    expect(offer.products[0]?.terms[0]).toMatchObject({ termDays: 14, dueDate: '2026-06-15', instalments: 1 });
  });

  test('is empty before acceptance, with the reason', async () => {
    const visitor = await newBorrower(server);
    expect(await offerFor(visitor)).toMatchObject({ canBorrow: false, refusal: 'notAccepted', products: [] });
    const answer = await call(server, visitor, 'POST', '/api/loans', usualChoice);
    expect(answer.json()).toMatchObject({ status: 409, code: 'notAccepted' });
  });

  test('C02 a quote stores nothing and lists all costs, including GST', async () => {
    const borrower = await acceptedBorrower(server);
    const answer = await quote(borrower, 'productId=cashLoan&amountCents=500000&termDays=30');
    expect(answer.json<Disclosure>()).toMatchObject({
      principalCents: 500_000,
      serviceFeeCents: 5000,
      creditScoreFeeCents: 2000,
      gstCents: 900,
      interestCents: 30_000,
      deductionCents: 7900,
      receivedCents: 492_100,
      totalDueCents: 530_000,
      financeChargeCents: 37_900,
      dueDate: '2026-07-01',
    });
    expect(await draftOf(borrower)).not.toHaveProperty('loanId');
  });

  test.each([
    ['another product', 'productId=other&amountCents=500000&termDays=30', 'badRequest', '/productId'],
    ['an amount between the steps', 'productId=cashLoan&amountCents=500001&termDays=30', 'badRequest', '/amountCents'],
    ['a term that is not offered', 'productId=cashLoan&amountCents=500000&termDays=29', 'badRequest', '/termDays'],
    ['more than is available', 'productId=cashLoan&amountCents=1050000&termDays=30', 'overLimit', undefined],
  ])('refuses %s', async (_what, query, code, path) => {
    const answer = await quote(await acceptedBorrower(server), query);
    expect(answer.json()).toMatchObject({ code, ...(path ? { problems: [{ path }] } : {}) });
  });
});

describe('a disclosed loan', () => {
  test('stays current until the borrower agrees; another one replaces it', async () => {
    const borrower = await acceptedBorrower(server);
    const first = await prepared(server, borrower);
    const second = await prepared(server, borrower, { amountCents: 300_000 });
    expect(await draftOf(borrower)).toMatchObject({ loanId: second.loanId, nonce: second.nonce, disclosureHash: second.disclosureHash });
    const answer = await consent(server, borrower, first);
    expect(answer.json()).toMatchObject({ code: 'notFound' });
    expect((await loansIn(borrower.customerId, 'superseded')).map(({ id }) => id)).toEqual([first.loanId]);
  });

  test('of ten parallel disclosures one remains', async () => {
    const borrower = await acceptedBorrower(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(server, borrower, 'POST', '/api/loans', usualChoice)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await loansIn(borrower.customerId, 'disclosed')).toHaveLength(1);
  });

  test('is disclosed again when its coupon changes, with another hash, another nonce and more money', async () => {
    const borrower = await acceptedBorrower(server);
    const [coupon] = (await offerFor(borrower)).coupons;
    const plain = await prepared(server, borrower);
    const cheaper = (await chooseCoupon(borrower, plain.loanId, coupon?.id)).json<typeof plain>();
    expect(cheaper).toMatchObject({
      loanId: plain.loanId,
      couponId: coupon?.id,
      disclosure: { couponCents: 5000, receivedCents: 497_100 },
    });
    expect(cheaper.disclosureHash).not.toBe(plain.disclosureHash);
    expect((await consent(server, borrower, plain)).json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
    const back = (await chooseCoupon(borrower, plain.loanId)).json<typeof plain>();
    expect(back.disclosure).toEqual(plain.disclosure);
    expect(back).not.toHaveProperty('couponId');
    expect(back.nonce).not.toBe(plain.nonce);
  });

  test("does not find a coupon that is somebody else's", async () => {
    const [coupon] = (await offerFor(await acceptedBorrower(server))).coupons;
    const borrower = await acceptedBorrower(server);
    const answer = await call(server, borrower, 'POST', '/api/loans', { ...usualChoice, couponId: coupon?.id });
    expect(answer.json()).toMatchObject({ status: 404, code: 'notFound' });
  });
});

describe('L03 withdrawal', () => {
  test('is disbursing at once, and pending repayment after the provider paid', async () => {
    const borrower = await acceptedBorrower(server);
    const loan = await withdrawn(server, borrower);
    expect(loan).toMatchObject({
      state: 'disbursing',
      refusesNew: true,
      payout: { state: 'waiting', expectedBy: new Date(server.clock.now().getTime() + 24 * 3600 * 1000).toISOString() },
    });
    await settle(server);
    const active = await currentLoan(server, borrower);
    expect(active).toMatchObject({ state: 'active', id: loan.id, payout: { state: 'paid' } });
    const sms = server.sms.outbox.find(({ text }) => text.includes(loan.orderNumber ?? '?'));
    expect(sms?.text).toMatch(/4,921.*5,300.*July 1, 2026/);
  });

  test('F12 shows the whole order', async () => {
    const borrower = await acceptedBorrower(server);
    const loan = await activeLoan(server, borrower, { termDays: 14 });
    expect(loan).toEqual({
      state: 'active',
      id: loan.id,
      orderNumber: expect.stringMatching(/^HK-[0-9A-Z]{5}-[0-9A-Z]{5}$/),
      productId: 'cashLoan',
      principalCents: 500_000,
      termDays: 14,
      dailyRatePpm: 1400,
      interestCents: 9800,
      serviceFeeCents: 5000,
      creditScoreFeeCents: 2000,
      gstCents: 900,
      couponCents: 0,
      deductionCents: 7900,
      receivedCents: 492_100,
      appliedAt: expect.any(String),
      loanDate: '2026-06-01',
      firstDueDate: '2026-06-15',
      dueDate: '2026-06-15',
      label: 'expiresIn',
      daysLeft: 14,
      outstandingPrincipalCents: 500_000,
      interestDueCents: 700,
      lateChargeCents: 0,
      penaltyCents: 0,
      payoffCents: 500_700,
      dueCents: 509_800,
      // The first day always costs interest.
      payoffTomorrowCents: 500_700,
      paidCents: 0,
      extensions: 0,
      extensionPaidCents: 0,
      ran: [],
      schedule: [{ number: 1, dueDate: '2026-06-15', principalCents: 500_000, interestCents: 9800, totalCents: 509_800, balanceCents: 0 }],
      account: { method: 'bank', institution: expect.any(String), masked: expect.stringMatching(/^•••• \d{4}$/) },
      payout: { state: 'paid', startedAt: expect.any(String), expectedBy: expect.any(String), paidAt: expect.any(String), isLate: false },
      cancellation: { until: expect.any(String) },
      owedCents: 0,
      refusesNew: true,
    });
  });

  test('L05 another one is blocked until the loan is settled', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower);
    expect(await offerFor(borrower)).toMatchObject({
      canBorrow: false,
      refusal: 'openLoan',
      limit: { outstandingCents: 500_000, availableCents: 500_000 },
    });
    const answer = await call(server, borrower, 'POST', '/api/loans', { ...usualChoice, amountCents: 100_000 });
    expect(answer.json()).toMatchObject({ status: 409, code: 'openLoan' });
  });

  test('L05 exactly one of 50 parallel withdrawals wins', async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    const answers = await Promise.all(Array.from({ length: 50 }, () => consent(server, borrower, draft)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json<{ code: string }>().code))).toEqual(
      new Set(['openLoan']),
    );
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'active' });
  });

  test('L05 beyond all checks the index prevents a second open loan', async () => {
    const borrower = await acceptedBorrower(server);
    const { loanId } = await prepared(server, borrower);
    const { deps } = server;
    const both = deps.db.transaction().execute(async (tx) => {
      const loan = await readLoan(tx, loanId);
      const json = { terms: JSON.stringify(loan.terms), disclosure: JSON.stringify(loan.disclosure) };
      const open = { id: 'second', order_number: 'second', nonce: 'second', state: 'disbursing', open: true };
      await tx
        .insertInto('loans')
        .values({ ...loan, ...json, ...open })
        .execute();
      await applyLoanEvent(tx, deps, loan, { name: 'signed' }, 'borrower');
    });
    await expect(both).rejects.toMatchObject({ code: 'openLoan' });
  });

  test('the same key gets the same answer; it is refused with another body and independent for another borrower', async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    const key = { 'idempotency-key': 'withdraw-0123456789' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => consent(server, borrower, draft, key)));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect(answers[0]?.statusCode).toBe(200);
    expect((await consent(server, borrower, { ...draft, nonce: 'other' }, key)).json()).toMatchObject({ code: 'idempotencyMismatch' });
    const other = await acceptedBorrower(server);
    expect((await consent(server, other, await prepared(server, other), key)).statusCode).toBe(200);
  });

  test('a consent works only for its own loan and only once', async () => {
    const [one, other] = [await acceptedBorrower(server), await acceptedBorrower(server)];
    const [mine, theirs] = [await prepared(server, one), await prepared(server, other)];
    const replayed = await consent(server, other, { ...mine, loanId: theirs.loanId });
    expect(replayed.json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
    const mixed = await consent(server, one, { ...mine, nonce: theirs.nonce });
    expect(mixed.json()).toMatchObject({ code: 'disclosureChanged' });
    expect((await consent(server, one, mine)).statusCode).toBe(200);
    expect((await consent(server, one, mine)).json()).toMatchObject({ status: 409, code: 'openLoan' });
  });

  test('L08 needs a signature unless one is stored', async () => {
    const borrower = await acceptedBorrower(server);
    const { loanId, disclosureHash, nonce } = await prepared(server, borrower);
    const url = `/api/loans/${loanId}/withdrawal`;
    const unsigned = await call(server, borrower, 'POST', url, { disclosureHash, nonce });
    expect(unsigned.json()).toMatchObject({ status: 409, code: 'signatureRequired' });
    expect((await call(server, borrower, 'POST', url, { disclosureHash, nonce, signature })).statusCode).toBe(200);
    expect(await offerFor(borrower)).toMatchObject({ signature: 'valid' });
  });

  test('asks for a code again when the login is no longer fresh', async () => {
    const borrower = await acceptedBorrower(server);
    for (const seconds of [20 * 60, 20 * 60]) {
      server.clock.advance(seconds);
      await offerFor(borrower);
    }
    const answer = await consent(server, borrower, await prepared(server, borrower));
    expect(answer.json()).toMatchObject({ status: 403, code: 'freshCodeRequired' });
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'none' });
  });

  test('"stop new withdrawals" stops them on the spot, and lets them go on', async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    await setWithdrawalsPaused(server.deps, 'staff:1', true);
    expect(await offerFor(borrower)).toMatchObject({ canBorrow: false, refusal: 'paused' });
    expect((await consent(server, borrower, draft)).json()).toMatchObject({ status: 503, code: 'withdrawalsPaused' });
    await setWithdrawalsPaused(server.deps, 'staff:1', false);
    expect((await consent(server, borrower, draft)).statusCode).toBe(200);
  });

  test('refuses unknown fields', async () => {
    const borrower = await acceptedBorrower(server);
    const answer = await call(server, borrower, 'POST', '/api/loans', { ...usualChoice, customerId: 'x', state: 'active' });
    expect(answer.statusCode).toBe(400);
    expect(await draftOf(borrower)).not.toHaveProperty('loanId');
  });

  test('is audited in the chain', async () => {
    const borrower = await acceptedBorrower(server);
    const loan = await withdrawn(server, borrower);
    const row = await auditRows(server.deps.db).selectAll().where('subject', '=', `loan:${loan.id}`).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor: `customer:${borrower.customerId}`, action: 'loan.withdrawn' });
  });
});

describe('loans of others', () => {
  test('are not found, and the attempt is logged', async () => {
    const [one, other] = [await acceptedBorrower(server), await acceptedBorrower(server)];
    const { id } = await withdrawn(server, one);
    for (const answer of [
      await call(server, other, 'GET', `/api/loans/${id}`),
      await chooseCoupon(other, id),
      await consent(server, other, { loanId: id, disclosureHash: 'x', nonce: 'x' }),
    ])
      expect(answer.json()).toMatchObject({ status: 404, code: 'notFound' });
    expect((await call(server, other, 'GET', `/api/loans/${id}`)).json()).toMatchObject({ code: 'notFound' });
    expect(server.log.some(({ alarm, loan }) => alarm === 'foreignId' && loan === id)).toBe(true);
    expect((await call(server, one, 'GET', `/api/loans/${id}`)).json<Loan>()).toMatchObject({ id });
  });
});

describe('the list', () => {
  test('has open and closed loans, but not disclosures', async () => {
    const borrower = await acceptedBorrower(server);
    await prepared(server, borrower);
    const list = async () => (await call(server, borrower, 'GET', '/api/loans')).json<{ open: Loan[]; closed: Loan[] }>();
    expect(await list()).toEqual({ open: [], closed: [] });
    const loan = await activeLoan(server, borrower);
    await advanceDays(server, 1, borrower);
    expect(await list()).toMatchObject({ open: [{ id: loan.id }], closed: [] });
  });
});
