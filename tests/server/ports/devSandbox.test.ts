import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => void (server = await startTestApp()));
afterAll(() => server.close());

const destination = { method: 'bank', institution: 'bdo', account: '001234567890', holderName: 'Ana <b>Cruz' } as const;
const send = (reference: string) => server.payout.send({ reference, amountCents: 480_000, currency: 'PHP', destination });
const post = (path: string, payload: object) => server.app.inject({ method: 'POST', url: `/dev/sandbox/${path}`, payload });
const page = async () => (await server.app.inject('/dev/sandbox')).payload;

test('a failure ordered by name applies to the next transfer', async () => {
  expect((await post('payout/order', { order: 'accountFails', times: 1 })).json()).toEqual({
    ordered: [{ answer: 'accountFails', times: 1 }],
  });
  expect(await page()).toContain('Ordered: accountFails × 1');
  await send('d-1');
  server.clock.advance(3);
  expect(await server.payout.status('d-1')).toMatchObject({ state: 'failed', reason: 'account' });
});

test('pending transfers can be settled at once, with their events', async () => {
  await send('d-2');
  expect(await page()).toContain('value="d-2"');
  expect((await post('payout/settle', { reference: 'd-2' })).json()).toMatchObject({ delivered: expect.any(Number) });
  expect(await server.payout.status('d-2')).toMatchObject({ state: 'paid' });
  expect(await page()).not.toContain('value="d-2"');
});

test('the page lists transfers without recipients', async () => {
  const text = await page();
  expect(text).toContain('₱4,800.00');
  expect(text).toContain('bank bdo •••• 7890');
  expect(text).not.toMatch(/001234567890|Cruz/);
  const listed = (await server.app.inject('/dev/sandbox.json')).json<{ payout: { transfers: unknown[] } }>();
  expect(listed.payout.transfers).toHaveLength(2);
});

test('a form post returns to the page; invalid or too many orders are refused', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = await server.app.inject({
    method: 'POST',
    url: '/dev/sandbox/collection/order',
    headers,
    payload: 'order=paysLess&times=2',
  });
  expect([form.statusCode, form.headers.location]).toEqual([303, '/dev/sandbox']);
  expect(server.collection.orders.pending).toEqual([{ answer: 'paysLess', times: 2 }]);
  expect((await post('collection/clear', {})).json()).toEqual({ ordered: [] });
  for (const body of [
    { order: 'accountFails' },
    { order: '__proto__' },
    { order: 'paysLess', times: 0 },
    { order: 'paysLess', times: 1e9 },
  ])
    expect((await post('collection/order', body)).statusCode).toBe(400);
});

test('production does not have the page', async () => {
  const url = 'https://app.example';
  const env = {
    HAKBANG_MODE: 'production',
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    ALLOW_EMBEDDED: 'true',
    ALLOW_SANDBOXES: 'true',
    PUBLIC_URL: url,
  };
  const real = await startTestApp({ env });
  for (const path of ['/dev/sandbox', '/dev/sandbox.json']) expect(real.app.hasRoute({ method: 'GET', url: path })).toBe(false);
  expect((await real.app.inject({ method: 'POST', url: '/dev/sandbox/payout/order', payload: { order: 'accountFails' } })).statusCode).toBe(
    404,
  );
  await real.close();
});
