import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type ProductApp } from './support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  const env = { HAKBANG_MODE: 'production', ALLOW_EMBEDDED: 'true', ALLOW_SANDBOXES: 'true', LOG_LEVEL: 'error' };
  server = await startProduct({ env: { ...env, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') } });
});
afterAll(() => server.close());

const screenAt = async (path: string) =>
  (await server.app.inject(`/api/screens?path=${encodeURIComponent(path)}`)).json<{ screen: string }>().screen;

test('in production the test screen is not found under any of its routes', async () => {
  const names = await Promise.all(['/no-such-page', '/test', '/t', '/test/', '/start'].map(screenAt));
  expect(names).toEqual(['notFound', 'notFound', 'notFound', 'notFound', 'start']);
  expect([(await server.app.inject('/test')).statusCode, (await server.app.inject('/start')).statusCode]).toEqual([404, 200]);
  const boot = (await server.app.inject('/api/boot?path=/test')).json<{ ticket: { screen: string } }>();
  expect(boot.ticket.screen).toBe('notFound');
});

test('in production the API describes the operations for borrowers, and none of staff', async () => {
  expect((await server.app.inject('/api/docs')).statusCode).toBe(404);
  const text = (await server.app.inject('/api/openapi.json')).body;
  expect(Object.keys((JSON.parse(text) as { paths: object }).paths)).toContain('/api/loans/current');
  expect(text).not.toMatch(/staff/i);
});

test('production does not expose how many jobs failed', async () => {
  expect((await server.app.inject('/health/ready')).json()).toEqual({ status: 'ok', problems: [] });
  expect((await server.app.inject('/health')).json()).toEqual({ status: 'ok' });
});
