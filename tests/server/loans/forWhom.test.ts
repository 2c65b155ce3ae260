import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Disclosure } from '../../../server/contract/disclosure.ts';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import type { Product } from '../../../server/lending/kinds/product.ts';
import { grantLimit } from '../../../server/product/limits/limits.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, consent, currentLoan, prepared, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterEach(() => server.publish(shippedFiles()));
afterAll(() => server.close());

const publish = (change: (product: Product) => void) =>
  server.publish(edited<Product>(shippedFiles(), 'flows/lending/products/cashLoan.product.json', change));
const offerFor = async (who: LoggedIn): Promise<LoanOffer> => (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>();
const quote = (who: LoggedIn, termDays = 30) =>
  call(server, who, 'GET', `/api/loans/quote?productId=cashLoan&amountCents=500000&termDays=${termDays}`);
const disclose = (who: LoggedIn, termDays: number) =>
  call(server, who, 'POST', '/api/loans', { productId: 'cashLoan', amountCents: 500_000, termDays });

/** A borrower who has repaid one loan in full. */
async function returning(): Promise<Journey> {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower, { amountCents: 100_000, termDays: 14 });
  await advanceDays(server, 4, borrower);
  const options = (await call(server, borrower, 'GET', '/api/repayments/options')).json<{
    loanId: string;
    full: { amountCents: number };
  }>();
  const { loanId, full } = options;
  await call(server, borrower, 'POST', '/api/repayments', { loanId, kind: 'full', expectedCents: full.amountCents });
  await settle(server);
  expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  return borrower;
}

/** Raises the limit by a peso. */
const raised = (who: Journey) =>
  server.deps.db.transaction().execute((tx) =>
    grantLimit(tx, server.deps, {
      customerId: who.customerId,
      kind: 'growth',
      key: `test:${who.customerId}`,
      amountCents: 100,
      reason: 'settledOnTime',
      actor: 'test',
    }),
  );

describe('K01 a condition says for whom', () => {
  test('a product is', async () => {
    await publish((product) => (product.when = "customer.province == 'Cebu' && customer.limitCents == 1000000"));
    const cebu = await acceptedBorrower(server);
    expect((await offerFor(cebu)).products).toHaveLength(1);
    await publish((product) => (product.when = "customer.province != 'Cebu'"));
    expect(await offerFor(cebu)).toMatchObject({ canBorrow: false, refusal: 'nothingAvailable', products: [] });
    for (const answer of [await quote(cebu), await disclose(cebu, 30)]) expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  });

  test('a term is: for others neither offer, quote nor disclosure has it', async () => {
    await publish(({ terms }) => Object.assign(terms[2] ?? {}, { when: 'customer.settledLoans >= 1' }));
    const second = await returning();
    const first = await acceptedBorrower(server);
    const termsOf = async (who: LoggedIn) => (await offerFor(who)).products[0]?.terms.map(({ termDays }) => termDays);
    expect([await termsOf(first), await termsOf(second)]).toEqual([
      [14, 21],
      [14, 21, 30],
    ]);
    for (const answer of [await quote(first), await disclose(first, 30)])
      expect(answer.json()).toMatchObject({ code: 'badRequest', problems: [{ path: '/termDays' }] });
    expect((await quote(second)).json()).toMatchObject({ termDays: 30 });
  });

  test('a price is: offer, quote and disclosure agree, and the term’s own rate stays', async () => {
    await publish((product) => (product.prices = [{ when: 'customer.settledLoans >= 1', parameters: { dailyRatePpm: 1500 } }]));
    const second = await returning();
    const first = await acceptedBorrower(server);
    for (const [who, dailyRatePpm] of [
      [first, 2000],
      [second, 1500],
    ] as const) {
      const [, , offered] = (await offerFor(who)).products[0]?.terms ?? [];
      const quoted = (await quote(who)).json<Disclosure>();
      const { disclosure } = await prepared(server, who);
      expect([offered?.dailyRatePpm, quoted.dailyRatePpm, disclosure.dailyRatePpm]).toEqual([dailyRatePpm, dailyRatePpm, dailyRatePpm]);
      expect((await quote(who, 14)).json()).toMatchObject({ dailyRatePpm: 1400 });
    }
  });

  test('a loan that was made keeps its terms', async () => {
    await publish((product) => (product.prices = [{ when: '!customer.isReloan', parameters: { dailyRatePpm: 1500 } }]));
    const borrower = await acceptedBorrower(server);
    const { id } = await activeLoan(server, borrower);
    await publish((product) => (product.when = 'customer.settledLoans > 5'));
    expect(await currentLoan(server, borrower)).toMatchObject({ id, dailyRatePpm: 1500, interestCents: 22_500 });
  });

  test('a disclosed loan is refused at signing when its terms are not hers any more', async () => {
    await publish((product) => (product.prices = [{ when: 'customer.limitCents <= 1000000', parameters: { dailyRatePpm: 1500 } }]));
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    await raised(borrower);
    expect((await consent(server, borrower, draft)).json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
    const again = await prepared(server, borrower);
    expect(again.disclosure).toMatchObject({ dailyRatePpm: 2000 });
    expect((await consent(server, borrower, again)).json()).toMatchObject({ state: 'disbursing', dailyRatePpm: 2000 });
  });

  test('a condition that breaks offers nothing', async () => {
    await publish((product) => (product.when = '1 / customer.settledLoans > 0'));
    expect(await offerFor(await acceptedBorrower(server))).toMatchObject({ canBorrow: false, products: [] });
  });
});
