import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DecisionTable } from '../../../engine/config/flow.ts';
import type { Disclosure } from '../../../server/contract/disclosure.ts';
import type { LoanFigures } from '../../../server/contract/figures.ts';
import type { Product } from '../../../server/lending/kinds/product.ts';
import { loanFigures } from '../../../server/product/withdrawal/figures.ts';
import { acceptedBorrower, call } from '../support/lending.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterEach(() => server.publish(shippedFiles()));
afterAll(() => server.close());

const asked = () => server.app.inject({ method: 'GET', url: '/api/loans/figures' });
const figures = async (): Promise<LoanFigures> => (await asked()).json<LoanFigures>();
const product = 'flows/lending/products/cashLoan.product.json';

describe('C03 visitors read figures of the product', () => {
  test('without a session; the example costs what the lending core charges', async () => {
    const found = await figures();
    expect(found).toMatchObject({
      maximumCents: 8_000_000,
      firstLimitCents: 2_500_000,
      products: [{ id: 'cashLoan', minCents: 100_000, maxCents: 2_500_000 }],
    });
    const terms = found.products[0]?.terms ?? [];
    expect(terms.map(({ termDays }) => termDays)).toEqual([14, 21, 30]);
    expect(found.example).toEqual(terms[0]);
    const borrower = await acceptedBorrower(server);
    for (const { termDays, amountCents, ...costs } of terms) {
      const query = `productId=cashLoan&amountCents=${amountCents}&termDays=${termDays}`;
      expect((await call(server, borrower, 'GET', `/api/loans/quote?${query}`)).json<Disclosure>()).toMatchObject(costs);
    }
  });

  test('a change of price or of the first limit is in them at once', async () => {
    const before = await figures();
    await server.publish(edited<Product>(shippedFiles(), product, ({ parameters }) => (parameters.serviceFeePpm = 5000)));
    const after = await figures();
    expect(after.example?.receivedCents).toBeGreaterThan(before.example?.receivedCents ?? 0);
    const table = 'flows/decisions/underwriting.decisions.json';
    await server.publish(
      edited<DecisionTable>(shippedFiles(), table, ({ rows }) => {
        for (const { outcome } of rows) if (outcome['limitCents'] === 2_500_000) outcome['limitCents'] = 2_000_000;
      }),
    );
    expect(await figures()).toMatchObject({ firstLimitCents: 2_000_000, products: [{ maxCents: 2_000_000 }] });
  });

  test('what is for returning borrowers only is not in them', async () => {
    await server.publish(
      edited<Product>(shippedFiles(), product, (value) => {
        value.prices = [{ when: 'customer.isReloan', parameters: { dailyRatePpm: 1000 } }];
        Object.assign(value.terms[0] ?? {}, { when: 'customer.settledLoans >= 1' });
      }),
    );
    expect(await figures()).toMatchObject({ products: [{ terms: [{ termDays: 21, totalDueCents: 104_200 }, { termDays: 30 }] }] });
  });

  test('a product that is turned off leaves no example', async () => {
    await server.publish(edited<Product>(shippedFiles(), product, (value) => (value.enabled = false)));
    expect(await figures()).toEqual({ maximumCents: 8_000_000, firstLimitCents: 2_500_000, products: [] });
  });

  test('they are computed once a release and day, however many visitors ask, and browsers keep them for a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, asked));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.headers['cache-control']).toBe('public, max-age=60');
    const computed = loanFigures(server.deps);
    expect(loanFigures(server.deps)).toBe(computed);
    server.clock.advance(24 * 3600);
    expect(loanFigures(server.deps)).not.toBe(computed);
  });
});
