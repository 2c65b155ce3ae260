import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRows } from '../support/auditRows.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

async function withIdentity(): Promise<Journey> {
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('personalMore');
  return borrower;
}
const reveal = ({ headers }: Journey, field = 'idNumber', form = 'identity') =>
  server.app.inject({ method: 'POST', url: '/api/flows/onboarding/reveals', payload: { form, field }, headers });
const audited = ({ customerId }: Journey) =>
  auditRows(server.deps.db).select(['action', 'detail']).where('subject', '=', `customer:${customerId}`).execute();

describe('a secret answer', () => {
  test('is shown to its owner for a minute, which is audited without the answer', async () => {
    const borrower = await withIdentity();
    expect((await reveal(borrower)).json()).toEqual({ value: 'CRN011123456789', seconds: 60 });
    const rows = (await audited(borrower)).filter(({ action }) => action === 'answer.revealedToOwner');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.detail).toContain('idNumber');
    expect(JSON.stringify(rows)).not.toContain('CRN011123456789');
  });

  test('is the only kind that can be revealed, and only to its owner', async () => {
    const borrower = await withIdentity();
    const answers = await Promise.all([
      reveal(borrower, 'firstName'),
      reveal(borrower, 'birthDate', 'personalBasic'),
      reveal(borrower, 'aadhaar'),
      reveal(borrower, 'toString', '__proto__'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const other = await journey(server, await newBorrower(server));
    expect((await reveal(other)).statusCode).toBe(404);
  });

  test('is shown ten times an hour, even with parallel requests', async () => {
    const borrower = await withIdentity();
    const codes = (await Promise.all(Array.from({ length: 25 }, () => reveal(borrower)))).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(15);
  });

  test('asks for a fresh login', async () => {
    const borrower = await withIdentity();
    for (const seconds of [20 * 60, 20 * 60]) {
      server.clock.advance(seconds);
      await borrower.get();
    }
    expect((await reveal(borrower)).json()).toMatchObject({ status: 403, code: 'freshCodeRequired' });
    expect((await audited(borrower)).map(({ action }) => action)).not.toContain('answer.revealedToOwner');
  });
});
