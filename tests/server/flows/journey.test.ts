import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { logIn } from '../support/login.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

describe('the onboarding flow over the API', () => {
  test('leads from the first step to a decision', async () => {
    const borrower = await journey(server, await logIn(server, '9171230001'));
    expect(borrower.snapshot.position).toMatchObject({ number: 1, step: { id: 'identity', status: 'missing' } });
    await borrower.walkTo('review');
    expect(borrower.snapshot.position).toMatchObject({ complete: false, step: { id: 'review' } });
    await borrower.save('review', {});
    expect(borrower.snapshot.position.complete).toBe(true);
    const answer = await borrower.submit();
    expect(answer.json()).toMatchObject({ state: 'accepted', corrections: [] });
  });
});
