import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { payoutHttp } from '../../../server/ports/http/payoutHttp.ts';
import { requestHolds, signedHeaders } from '../../../server/ports/http/signing.ts';
import { payoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { serveSandbox } from '../../../server/ports/sandbox/http/serve.ts';
import { quick, testClock, testKey } from './support.ts';

const transfer = {
  reference: 'd-1',
  amountCents: 100_000,
  currency: 'PHP',
  destination: { method: 'wallet', institution: 'gcash', account: '09171234567', holderName: 'Ana Cruz' },
} as const;
const accepted = { reference: 'd-1', state: 'accepted', providerReference: 'p-1' };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A provider that answers as the test says, and counts its requests. */
async function provider(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { asked, port: payoutHttp({ url: `http://127.0.0.1:${port}/v1/`, ...quick }) };
}

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('a request with an unknown result is not sent again', () => {
  test.each([
    ['a broken connection', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
    ['no JSON', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
    ['a cut answer', (_: IncomingMessage, response: ServerResponse) => void response.end('{"reference":"d-1","sta')],
    ['half an answer', json(200, { reference: 'd-1', state: 'accepted' })],
    ['a state that is none', json(200, { ...accepted, state: 'done' })],
    ['an amount that is no integer', json(200, { ...accepted, state: 'paid', amountCents: 1000.5 })],
    ['an answer about another transfer', json(200, { ...accepted, reference: 'd-2' })],
    ['an answer without end', (_: IncomingMessage, response: ServerResponse) => void response.end('x'.repeat(5_000_000))],
    ['too many requests', json(429, {})],
    ['a redirect', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('%s', async (_name, answer) => {
    const { asked, port } = await provider(answer);
    expect(await port.send(transfer)).toEqual({ state: 'unknown' });
    expect(asked).toEqual(['POST /v1/transfers']);
  });

  test('nobody there', async () => {
    expect(await payoutHttp({ url: 'http://127.0.0.1:9', ...quick }).send(transfer)).toEqual({ state: 'unknown' });
  });
});

describe('questions', () => {
  test('are repeated when the provider is busy', async () => {
    let count = 0;
    const { asked, port } = await provider((request, response) => json(++count < 3 ? 503 : 200, accepted)(request, response));
    expect(await port.status('d-1')).toEqual({ state: 'accepted', providerReference: 'p-1' });
    expect(asked).toHaveLength(3);
  });

  test('a 404 that does not speak of the reference is not "never heard of it"', async () => {
    const { asked, port } = await provider((_request, response) => void response.writeHead(404).end('not found'));
    await expect(port.status('d-1')).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toHaveLength(1);
  });

  test('an unknown reason becomes "other"', async () => {
    const { port } = await provider(json(200, { ...accepted, state: 'failed', reason: 'moonPhase' }));
    expect(await port.status('d-1')).toMatchObject({ state: 'failed', reason: 'other' });
  });

  test('an endless statement is refused', async () => {
    const { asked, port } = await provider(json(200, { lines: [], next: 'again' }));
    await expect(port.statement(new Date(0), new Date())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(asked.length).toBeLessThanOrEqual(1000);
  });

  test('errors name no address, reference or account', async () => {
    const { port } = await provider(json(500, { code: 'internal', detail: '09171234567' }));
    const error = await port.status('d-1').catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('ProviderError: payout: answered 500');
  });
});

describe('signatures of requests', () => {
  const now = new Date('2026-03-10T04:00:00Z');
  const timestampSeconds = now.getTime() / 1000;
  const request = { method: 'POST', path: '/v1/transfers?x=1', body: '{"a":1}', timestampSeconds, nonce: 'n-1' };
  const headers = signedHeaders(testKey, request);

  test('are valid only for the signed request', () => {
    expect(requestHolds(testKey, headers, request, now)).toBe(true);
    for (const change of [{ method: 'GET' }, { path: '/v1/transfers' }, { body: '{"a":2}' }])
      expect(requestHolds(testKey, headers, { ...request, ...change }, now)).toBe(false);
    for (const name of Object.keys(headers)) expect(requestHolds(testKey, { ...headers, [name]: 'other' }, request, now)).toBe(false);
    expect(requestHolds({ ...testKey, secret: 'another secret of the tests' }, headers, request, now)).toBe(false);
  });

  test('are valid for five minutes', () => {
    expect(requestHolds(testKey, headers, request, new Date(now.getTime() + 299_000))).toBe(true);
    expect(requestHolds(testKey, headers, request, new Date(now.getTime() + 301_000))).toBe(false);
    expect(requestHolds(testKey, headers, request, new Date(now.getTime() - 301_000))).toBe(false);
  });

  test('refuse a wrong key or a replay, and nothing is sent', async () => {
    const sandbox = payoutSandbox({ clock: testClock() });
    const served = await serveSandbox({ sandboxes: { payout: sandbox }, key: testKey });
    closing.push(served.close);
    const wrong = payoutHttp({ url: `${served.url}/payout`, ...quick, key: { ...testKey, secret: 'another secret' } });
    await expect(wrong.send(transfer)).rejects.toMatchObject({ name: 'ProviderError', kind: 'refused' });
    const sameNonce = payoutHttp({
      url: `${served.url}/payout`,
      ...quick,
      random: { bytes: (count) => Buffer.alloc(count), below: () => 0 },
    });
    expect(await sameNonce.send(transfer)).toMatchObject({ state: 'accepted' });
    await expect(sameNonce.send({ ...transfer, reference: 'd-2' })).rejects.toMatchObject({ kind: 'refused' });
    expect(sandbox.provider.transfers()).toHaveLength(1);
  });
});
