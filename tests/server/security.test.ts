import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support/app.ts';
import { logIn } from './support/login.ts';

let server: TestApp;
beforeAll(async () => void (server = await startTestApp()));
afterAll(() => server.close());

const post = (payload: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/codes',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('headers', () => {
  test.each(['/health', '/api/auth/session', '/api/nothing', '/dev/outbox'])('%s cannot be framed, sniffed or scripted', async (url) => {
    const { headers } = await server.app.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': expect.any(String),
      'permissions-policy': expect.stringContaining('camera=(self)'),
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|http:/);
  });

  test('HSTS is sent over HTTPS', async () => {
    expect((await server.app.inject('/health')).headers).not.toHaveProperty('strict-transport-security');
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://app.example' } });
    expect((await secure.app.inject('/health')).headers['strict-transport-security']).toMatch(/max-age=31536000/);
    await secure.close();
  });
});

describe('another origin', () => {
  const body = '{"phone":"9171234567"}';
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81', host: 'localhost:80' },
  ])('is refused: %j', async (headers) => {
    const answer = await post(body, headers);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
  });

  test.each<Record<string, string>>([{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:80', host: 'localhost:80' }, {}])(
    'our own is served: %j',
    async (headers) => {
      expect((await post(body, headers)).json()).toMatchObject({ code: 'privacyNotAccepted' });
    },
  );

  test('a form body of plain text or fields is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await post(body, { 'content-type': type });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'badRequest']);
    }
  });
});

describe('malicious bodies', () => {
  const deep = (depth: number) => `{"phone":"9171234567","promotion":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
  test.each([
    ['a polluted prototype', '{"phone":"9171234567","__proto__":{"admin":true}}'],
    ['a polluted prototype, written otherwise', '{"phone":"9171234567","\\u005f_proto__":{"admin":true}}'],
    ['a polluted constructor', '{"phone":"9171234567","constructor":{"prototype":{"admin":true}}}'],
    ['deep nesting', deep(1000)],
    ['very deep nesting', deep(100_000)],
    ['no JSON', '{"phone":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a NUL', '{"phone":"917\\u0000"}'],
    ['half a surrogate pair', '{"phone":"\\ud800"}'],
    ['a NUL in a name', '{"phone":"9171234567","promotion":{"a\\u0000":"x"}}'],
    ['extra properties', '{"phone":"9171234567","customerId":"x","status":"accepted"}'],
    ['wrong types', '{"phone":9171234567}'],
    ['a long string', JSON.stringify({ phone: '9'.repeat(100_000) })],
  ])('%s is refused with 400', async (_name, payload) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'badRequest']);
  });

  test('an unknown property is refused with its pointer', async () => {
    const answer = await post('{"phone":"9171234567","status":"accepted"}');
    expect(answer.json()).toMatchObject({ problems: [{ code: 'additionalProperties', path: '/status' }] });
  });

  test('a megabyte is too much', async () => {
    const answer = await post(JSON.stringify({ phone: 'x'.repeat(1_000_000) }));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'payloadTooLarge']);
  });

  test('odd paths cause no 5xx', async () => {
    for (const url of [
      '/api/documents/%00',
      '/api/documents/%ff',
      '/api/documents/..%2f..%2fetc',
      `/api/documents/${'a'.repeat(5000)}`,
      '/api/files/%ed%a0%80',
    ]) {
      const { statusCode } = await server.app.inject(url);
      expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
    }
  });
});

test('N08 every operation without noCheck requires a session before it checks the input', async () => {
  const { operations } = await import('../../server/contract/operations.ts');
  for (const { id, method, path, ...operation } of Object.values(operations)) {
    if ('noCheck' in operation) continue;
    const url = path.replace(/:\w+/g, 'x');
    const answer = await server.app.inject({ method, url, ...(method === 'POST' || method === 'PUT' ? { payload: { nonsense: 1 } } : {}) });
    expect([id, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([id, 401, 'unauthenticated']);
  }
});

test('the log holds no personal data, and a client cannot write lines into it', async () => {
  const { headers } = await logIn(server, '9171234567');
  await server.app.inject({
    url: '/api/auth/session?phone=9171234567',
    headers: { ...headers, 'user-agent': 'x"}\n{"level":60,"msg":"forged"}' },
  });
  server.deps.log.error({ err: new Error('Key (phone)=(+639171234567) already exists'), token: 'secret-token' }, 'a bug');
  const text = JSON.stringify(server.log);
  expect(server.log.length).toBeGreaterThan(3);
  expect(text).not.toContain('9171234567');
  expect(text).not.toContain(headers['x-hakbang-token']);
  expect(text).not.toContain('secret-token');
  expect(text).not.toContain('forged');
  expect(server.log.findLast(({ route }) => route === '/api/auth/session')).toMatchObject({
    method: 'GET',
    status: 400,
    customer: expect.any(String),
    reqId: expect.any(String),
  });
});

test('a bug exposes nothing to the client and everything in the log', async () => {
  const broken = await startTestApp();
  broken.deps.ports.sms.send = () => Promise.reject(new Error('never shown'));
  Object.assign(broken.deps.releases, {
    active: () => {
      throw new Error('secret detail 9171234567');
    },
  });
  const answer = await broken.app.inject({
    method: 'POST',
    url: '/api/auth/codes',
    payload: { phone: '9171234567', privacyAccepted: true },
  });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    type: '/api/docs#error-internal',
    title: 'internal',
    status: 500,
    code: 'internal',
    instance: expect.any(String),
  });
  expect(broken.log).toContainEqual(
    expect.objectContaining({ err: expect.objectContaining({ message: 'secret detail •••' }), reqId: answer.headers['x-request-id'] }),
  );
  await broken.close();
});

test('a database that is gone is 503 with Retry-After', async () => {
  const broken = await startTestApp({ env: {} });
  const { db } = broken.deps;
  broken.deps.db = new Proxy(db, {
    get: (target, name) =>
      name === 'selectFrom' || name === 'insertInto'
        ? () => {
            throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
          }
        : Reflect.get(target, name),
  });
  const answer = await broken.app.inject({
    method: 'POST',
    url: '/api/auth/codes',
    payload: { phone: '9171234567', privacyAccepted: true },
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  broken.deps.db = db;
  await broken.close();
});

describe('/dev', () => {
  test('shows sent messages, escaped, and can simulate failures', async () => {
    await server.deps.ports.sms.send({ to: '+639170000001', text: '<img onerror=alert(1)>' });
    const page = await server.app.inject('/dev/outbox');
    expect(page.body).toContain('&lt;img onerror=alert(1)&gt;');
    expect(page.body).not.toContain('<img');
    expect((await server.app.inject('/dev/outbox.json')).json<{ to: string }[]>()[0]?.to).toBe('+639170000001');
    await server.app.inject({
      method: 'POST',
      url: '/dev/outbox/fail',
      payload: 'count=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await expect(server.deps.ports.sms.send({ to: '+639170000001', text: 'x' })).rejects.toThrow('simulated failure');
  });

  test('does not exist in production', async () => {
    const env = {
      HAKBANG_MODE: 'production',
      ALLOW_EMBEDDED: 'true',
      ALLOW_SANDBOXES: 'true',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const production = await startTestApp({ env });
    for (const url of ['/dev', '/dev/outbox', '/dev/outbox.json', '/dev/events']) {
      const answer = await production.app.inject(url);
      expect([url, answer.statusCode >= 404, answer.body.includes('Sent SMS')]).toEqual([url, true, false]);
    }
    await production.close();
  });
});

test('the API has an OpenAPI 3.1 description of every operation, and a page', async () => {
  const { operations } = await import('../../server/contract/operations.ts');
  const { staffOperations } = await import('../../server/contract/staff/operations.ts');
  const all = [...Object.keys(operations), ...Object.keys(staffOperations)];
  const document = (await server.app.inject('/api/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(all.toSorted());
  expect(document.paths['/api/staff/session']?.['get']).toMatchObject({ security: [{ staff: [] }] });
  expect(document.paths['/api/flows/{flow}/steps/{step}']?.['put']).toMatchObject({
    parameters: [
      { name: 'flow', in: 'path', required: true },
      { name: 'step', in: 'path', required: true },
    ],
    security: [{ session: [], token: [] }],
  });
  const page = await server.app.inject('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  for (const id of all) expect(page.body).toContain(`id="${id}"`);
  expect(page.body).not.toContain('<script');
});
