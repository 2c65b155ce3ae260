import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedBorrower, consent, prepared } from '../support/lending.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { statementsOf } from '../support/statements.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());

test('L03 a withdrawal reads each row once: at most 23 statements, including begin and commit', async () => {
  const [first, second] = [await acceptedBorrower(server), await acceptedBorrower(server)];
  // The first withdrawal also reads the release's parts, which are then cached.
  expect((await consent(server, first, await prepared(server, first))).statusCode).toBe(200);
  const draft = await prepared(server, second);
  const statements = await statementsOf(server.deps.db, async () => {
    expect((await consent(server, second, draft, { 'idempotency-key': 'withdraw-once' })).statusCode).toBe(200);
  });
  expect(statements.slice(23)).toEqual([]);
});
