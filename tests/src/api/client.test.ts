import { describe, expect, test, vi } from 'vitest';
import { createClient, type ClientOptions, loadedOnce } from '../../../src/api/client.ts';
import { requests } from '../../../src/borrower/requests.ts';
import { RequestKeys } from '../../../src/api/requestKeys.ts';

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function clientOf(fetch: (url: string, init: RequestInit) => Promise<Response>, more: Partial<ClientOptions> = {}) {
  const send = vi.fn<typeof fetch>(fetch);
  const client = createClient({
    requests: async () => requests,
    release: () => 'r1',
    token: () => 't1',
    fetch: send as unknown as typeof globalThis.fetch,
    retryDelaysMs: [1, 1],
    ...more,
  });
  const headers = (call: number) => (send.mock.calls[call]?.[1].headers ?? {}) as Record<string, string>;
  return { client, send, headers };
}

describe('a request is built from the contract', () => {
  test('path parameters come from the input, the rest is the body of a PUT', () => {
    expect(requests.prepareRequest('flows.saveStep', { flow: 'onboarding', step: 'a/b', release: 'r', answers: {} })).toEqual({
      method: 'PUT',
      path: '/api/flows/onboarding/steps/a%2Fb',
      body: '{"release":"r","answers":{}}',
    });
  });

  test('absent values are left out of the query', () => {
    expect(requests.prepareRequest('release.screen', { path: '/workInfo', language: undefined })).toEqual({
      method: 'GET',
      path: '/api/screens?path=%2FworkInfo',
    });
  });

  test('an unknown operation throws', () => {
    expect(() => requests.prepareRequest('toString')).toThrow('No operation');
  });
});

test.each([
  ['https://api.example.ph', 'include'],
  ['/mirror', 'same-origin'],
  ['', 'same-origin'],
])('G12 a call to %s sends cookies as %s', async (base, credentials) => {
  const { client, send } = clientOf(async () => answer(200, {}), { base });
  await client.callByName('auth.session');
  expect(send.mock.calls[0]?.[0]).toBe(`${base}/api/auth/session`);
  expect(send.mock.calls[0]?.[1].credentials).toBe(credentials);
});

test('the table of operations is imported once for all calls, and again after a failure', async () => {
  const load = vi.fn<() => Promise<{ requests: typeof requests }>>().mockRejectedValueOnce(new TypeError()).mockResolvedValue({ requests });
  const loaded = loadedOnce(load);
  await expect(loaded()).rejects.toMatchObject({ code: 'networkAbnormal' });
  expect(await loaded()).toBe(requests);
  await loaded();
  expect(load).toHaveBeenCalledTimes(2);
});

describe('a call', () => {
  test('sends token, release, revision and key', async () => {
    const { client, headers } = clientOf(async () => answer(200, {}));
    await client.call('flows.saveStep', { flow: 'f', step: 's', release: 'r', answers: {} }, { revision: 3, idempotencyKey: 'key-0001' });
    expect(headers(0)).toMatchObject({ 'x-hakbang-token': 't1', 'x-release': 'r1', 'if-match': '"3"', 'idempotency-key': 'key-0001' });
  });

  test('is retried with the same key after a network failure', async () => {
    let failures = 2;
    const { client, send, headers } = clientOf(async () => {
      if (failures-- > 0) throw new TypeError('Failed to fetch');
      return answer(200, { language: 'hi' });
    });
    expect(await client.call('customer.setLanguage', { language: 'hi' })).toEqual({ language: 'hi' });
    expect(send).toHaveBeenCalledTimes(3);
    expect(headers(2)['idempotency-key']).toBe(headers(0)['idempotency-key']);
  });

  test('E01 that never reaches the server is networkAbnormal', async () => {
    const reached = vi.fn<(reached: boolean) => void>();
    const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')), { onReached: reached });
    await expect(client.call('auth.session', {})).rejects.toMatchObject({ code: 'networkAbnormal', status: 0 });
    expect(reached).toHaveBeenLastCalledWith(false);
  });

  test('that is not repeatable by contract is not retried', async () => {
    const { client, send } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(client.call('files.upload', { purpose: 'selfie' })).rejects.toMatchObject({ code: 'networkAbnormal' });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('E01 keeps its key after all attempts failed, also after a reload, until it is answered', async () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
    };
    let isDown = true;
    const send = async () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : answer(200, {}));
    const input = { loanId: 'l', kind: 'full', expectedCents: 5 } as const;
    const before = clientOf(send, { keys: new RequestKeys(storage) });
    await expect(before.client.call('repayments.create', input)).rejects.toMatchObject({ code: 'networkAbnormal' });
    const key = before.headers(0)['idempotency-key'];
    isDown = false;
    const after = clientOf(send, { keys: new RequestKeys(storage) });
    await after.client.call('repayments.create', { ...input, expectedCents: 6 });
    await after.client.call('repayments.create', input);
    await after.client.call('repayments.create', input);
    const keys = [0, 1, 2].map((call) => after.headers(call)['idempotency-key']);
    expect(keys.map((each) => each === key)).toEqual([false, true, false]);
  });

  test('gets a new key after a refusal', async () => {
    const { client, headers } = clientOf(async () => answer(409, { code: 'amountChanged' }));
    const pay = () => client.call('repayments.create', { loanId: 'l', kind: 'full', expectedCents: 5 }).catch(() => undefined);
    await pay();
    await pay();
    expect(headers(1)['idempotency-key']).not.toBe(headers(0)['idempotency-key']);
  });

  test('leaves no trace of a typed code on the device', async () => {
    const storage = { getItem: () => null, setItem: vi.fn<(name: string, text: string) => void>() };
    const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')), { keys: new RequestKeys(storage) });
    await client.call('auth.verifyCode', { challengeId: 'c', code: '1234' }).catch(() => undefined);
    expect(storage.setItem).not.toHaveBeenCalled();
  });

  test('that is refused rejects with the code, the problems and the values for the text', async () => {
    const document = { code: 'invalidAnswers', status: 422, problems: [{ code: 'pattern', path: '/phone' }], params: { left: 2 } };
    const { client, send } = clientOf(async () => answer(422, document));
    await expect(client.call('auth.session', {})).rejects.toMatchObject(document);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('without a problem document is reported by its status', async () => {
    const { client } = clientOf(async () => new Response('<html>', { status: 502 }));
    await expect(client.call('auth.session', {})).rejects.toMatchObject({ code: 'unavailable', status: 502 });
  });
});
