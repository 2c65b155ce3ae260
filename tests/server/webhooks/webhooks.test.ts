import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { webhookSecrets } from '../../../server/platform/webhooks/keys.ts';
import { webhookSignature } from '../../../server/ports/http/signing.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => void (server = await startTestApp()));
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom('webhook_events').execute();
  await server.deps.db.deleteFrom('jobs').execute();
});

let next = 1;
const eventOf = (change: Record<string, unknown> = {}) => ({
  id: `evt_${next++}`,
  kind: 'settled',
  reference: 'd-1',
  at: '2026-03-10T04:00:00.000Z',
  ...change,
});

const signed = (payload: string, provider: 'payout' | 'collection' = 'payout', at = server.clock.now()) =>
  webhookSignature(webhookSecrets(server.deps.settings, provider)[0], payload, at);

function send(event: unknown, signature?: string, provider = 'payout') {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  return server.app.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', 'x-hakbang-signature': signature ?? signed(payload) },
    payload,
  });
}

const jobs = () => server.deps.db.selectFrom('jobs').select(['kind', 'data']).execute();
const kept = () => server.deps.db.selectFrom('webhook_events').select(['provider', 'event_id', 'reference']).execute();

test('a signed event is stored and passed on once, however often it arrives', async () => {
  const event = eventOf();
  expect((await send(event)).json()).toEqual({ received: true, repeated: false });
  for (let times = 0; times < 3; times++) {
    const again = await send(event);
    expect([again.statusCode, again.json()]).toEqual([200, { received: true, repeated: true }]);
  }
  expect(await kept()).toEqual([{ provider: 'payout', event_id: event.id, reference: 'd-1' }]);
  expect(await jobs()).toEqual([{ kind: 'webhooks.event', data: { provider: 'payout', id: event.id, kind: 'settled', reference: 'd-1' } }]);
});

test('twenty parallel copies of an event have one effect', async () => {
  const event = eventOf();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(answers.filter((answer) => !answer.json<{ repeated: boolean }>().repeated)).toHaveLength(1);
  expect(await jobs()).toHaveLength(1);
});

test('an event about an unknown reference is accepted and does nothing', async () => {
  expect((await send(eventOf({ reference: 'never-seen' }))).statusCode).toBe(200);
  expect(await runDueJobs(server.deps)).toBe(1);
  expect(await server.deps.db.selectFrom('jobs').select('failed_at').where('done_at', 'is', null).execute()).toEqual([]);
});

describe('401, and no effect', () => {
  const body = JSON.stringify(eventOf());
  test.each([
    ['no signature', () => ''],
    ['nonsense', () => 'v1=abc'],
    ['another secret', () => webhookSignature('another secret of somebody else', body, server.clock.now())],
    ['a signature of another body', () => signed(`${body} `)],
    ['the secret of another provider', () => signed(body, 'collection')],
    ['a changed time', () => signed(body).replace(/^t=\d/, 't=2')],
    ['a signature cut short', () => signed(body).slice(0, -2)],
    ['six minutes old', () => signed(body, 'payout', new Date(server.clock.now().getTime() - 360_000))],
    ['six minutes ahead', () => signed(body, 'payout', new Date(server.clock.now().getTime() + 360_000))],
    ['a very long header', () => `${signed(body)},${'v1=0,'.repeat(1000)}`],
  ])('%s', async (_name, signature) => {
    const answer = await send(body, signature());
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
    expect(await kept()).toEqual([]);
    expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'webhookRefused', subject: 'provider:payout' }));
  });

  test('an intercepted event is useless after five minutes', async () => {
    const event = JSON.stringify(eventOf());
    const signature = signed(event);
    server.clock.advance(301);
    expect((await send(event, signature)).statusCode).toBe(401);
  });
});

test('during a rotation of the secret both signatures are valid', async () => {
  const payload = JSON.stringify(eventOf());
  const [time, mine] = signed(payload).split(',');
  expect((await send(payload, `${time},v1=${'0'.repeat(64)},${mine}`)).statusCode).toBe(200);
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  const env = {
    PAYOUT_URL: 'http://127.0.0.1:9/pay',
    PAYOUT_KEY: `k1:${newer}`,
    PAYOUT_WEBHOOK_KEYS: `${newer},${older}`,
  };
  const real = await startTestApp({ env });
  for (const secret of [newer, older]) {
    const event = JSON.stringify(eventOf());
    const headers = { 'content-type': 'application/json', 'x-hakbang-signature': webhookSignature(secret, event, real.clock.now()) };
    expect((await real.app.inject({ method: 'POST', url: '/api/webhooks/payout', headers, payload: event })).statusCode).toBe(200);
  }
  await real.close();
});

describe('400: signed, but not an event', () => {
  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['no id', JSON.stringify({ ...eventOf(), id: '' })],
    ['a reference that cannot be stored', JSON.stringify({ ...eventOf(), reference: 'a\u0000b' })],
    ['a very long reference', JSON.stringify({ ...eventOf(), reference: 'a'.repeat(101) })],
  ])('%s', async (_name, body) => {
    expect((await send(body)).statusCode).toBe(400);
    expect(await kept()).toEqual([]);
  });

  test('a body of another type or a huge one is refused', async () => {
    const url = '/api/webhooks/payout';
    expect((await server.app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' })).statusCode).toBe(
      400,
    );
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(400);
    expect((await send('x'.repeat(20_000))).statusCode).toBe(413);
  });
});

test('unknown providers and GET requests are not found', async () => {
  expect((await send(eventOf(), undefined, 'sms')).statusCode).toBe(404);
  expect((await server.app.inject('/api/webhooks/payout')).statusCode).toBe(404);
});

test('the sandbox in this process uses the same endpoint', async () => {
  const destination = { method: 'wallet', institution: 'gcash', account: '09171234567', holderName: 'Ana Cruz' } as const;
  server.payout.orders.order('duplicatesEvents');
  await server.payout.send({ reference: 'd-7', amountCents: 100_000, currency: 'PHP', destination });
  server.clock.advance(3);
  expect(await server.payout.provider.deliver()).toBe(6);
  expect((await kept()).map(({ provider, reference }) => `${provider} ${reference}`)).toEqual(['payout d-7', 'payout d-7']);
  expect(await jobs()).toHaveLength(2);
});
