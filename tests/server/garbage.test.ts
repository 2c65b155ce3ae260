import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../server/contract/operations.ts';
import { newBorrower, startProduct, type ProductApp } from './support/product.ts';

/** Sends bytes that no honest client sends to a listening server. `THOROUGH=1` sends 30,000 requests. */
const requests = process.env['THOROUGH'] === '1' ? 30_000 : 800;
const sideBySide = 16;

let server: ProductApp;
let port: number;
let session: Record<string, string>;
const dist = mkdtempSync(join(tmpdir(), 'hakbang-dist-'));
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><!--app--></head><body><script id="boot">__BOOT__</script></body></html>',
  );
  writeFileSync(join(dist, 'assets/index-abc.js'), '/* code */'.repeat(1000));
  server = await startProduct({ env: { DIST_DIR: dist, LOG_LEVEL: 'error', STALL_SECONDS: '2', REQUEST_SECONDS: '4' } });
  session = (await newBorrower(server)).headers;
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});

/** Garbage may look like the start of a request, for the rest of which the server waits. */
const waitMs = 150;

/** Sends bytes and reads the complete response. Returns '' if the server closes the connection without one, or waits for more. */
const send = (bytes: Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const giveUp = setTimeout(() => socket.destroy(), waitMs);
    socket.on('data', (chunk) => {
      clearTimeout(giveUp);
      answer += chunk.toString('latin1');
      // If the server keeps the connection open, the response is complete.
      if (!/^connection: close/im.test(answer)) setTimeout(() => socket.destroy(), waitMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const noise = fc.string({ unit: anyByte, maxLength: 60 });
const often = <T>(usual: readonly T[], odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd });

const piece = often(
  [
    '/',
    '//',
    '///',
    '/..',
    '/.',
    '%00',
    '%2e%2e',
    '%2f',
    '%',
    '%zz',
    '%ed%a0%80',
    '%ff',
    '\\',
    '*',
    ';',
    '?',
    '??',
    '#',
    '&',
    '=',
    '@',
    ':',
    'http://',
    'a:b@c',
    '[::1',
    '__proto__',
    'assets',
    'index-abc.js',
    'r',
    'api',
    '-',
    '😀',
    'a'.repeat(300),
  ],
  noise,
);
const place = often(
  [
    '/',
    '/start',
    '/test',
    '/shell.html',
    '/manifest.webmanifest',
    '/assets/index-abc.js',
    '/r/00.json',
    '/dev',
    '/health/ready',
    '/api/docs',
    ...Object.values(operations).map(({ path }) => path),
  ],
  fc.constant(''),
);
const target = fc.oneof(
  fc.tuple(place, fc.array(piece, { maxLength: 3 })).map(([start, pieces]) => start + pieces.join('')),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
);
const method = often(
  ['GET', 'GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'PRI', 'get'],
  noise,
);
const version = often(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''], noise);
const headerName = often(
  [
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Content-Type',
    'Accept-Encoding',
    'Accept-Language',
    'Range',
    'If-Range',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
    'Expect',
    'Upgrade',
    'Connection',
    'Origin',
    'Sec-Fetch-Site',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'Idempotency-Key',
    'Cookie',
    'Accept-Version',
    'X-HTTP-Method-Override',
  ],
  noise,
);
const headerValue = often(
  [
    '',
    '0',
    '5',
    '-1',
    '1e9',
    '99999999999999999999',
    '0x10',
    'chunked',
    'gzip, chunked',
    'identity',
    'br',
    'gzip;q=0',
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=b',
    'text/html; charset=\u00ff',
    'bytes=0-0',
    'bytes=9-1',
    'bytes=-1',
    'bytes=a-b',
    'bytes=0-0,5-',
    '*',
    '"x"',
    '100-continue',
    'something-else',
    'websocket',
    'Upgrade',
    'close',
    'null',
    'https://evil.example',
    'session=%',
    'language=__proto__',
    'x'.repeat(20_000),
    '\u0000',
  ],
  noise,
);
const header = fc.tuple(headerName, headerValue).map(([name, value]) => `${name}: ${value}`);
const body = often(
  ['', '{}', '{"phone":', '[]', 'null', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', `5;${'e'.repeat(20_000)}\r\n`, '--b\r\n\r\n', '--b--\r\n'],
  noise,
);
const lineEnd = often(['\r\n', '\r\n', '\r\n', '\n'], noise);
const withSession = fc.boolean();

const garbage = fc
  .oneof(
    { weight: 8, arbitrary: fc.tuple(method, target, version, fc.array(header, { maxLength: 4 }), lineEnd, body, withSession) },
    { weight: 1, arbitrary: fc.tuple(noise) },
  )
  .map((parts) => {
    if (parts.length === 1) return parts[0];
    const [verb, path, protocol, headers, end, content, isKnown] = parts;
    const known = isKnown ? Object.entries(session).map(([name, value]) => `${name}: ${value}`) : [];
    return [`${verb} ${path} ${protocol}`, 'Host: here', 'Connection: close', ...known, ...headers, '', content].join(end);
  });

/** Responses that do not fit a client's mistake, and the total number of responses. */
async function judge(all: readonly string[]): Promise<{ faults: string[]; answered: number }> {
  const left = [...all];
  const found: string[] = [];
  let answered = 0;
  const worker = async () => {
    for (let bytes = left.pop(); bytes !== undefined; bytes = left.pop()) {
      const answer = await send(Buffer.from(bytes, 'latin1'));
      if (answer !== '') answered++;
      const isSound = answer === '' || (statusOf(answer) < 500 && /^x-content-type-options: nosniff\r$/im.test(answer));
      if (!isSound) found.push(`${JSON.stringify(bytes.slice(0, 300))} → ${answer.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return { faults: found, answered };
}

test('malformed requests cause no 5xx and get the security headers', { timeout: requests * 100 }, async () => {
  const { faults, answered } = await judge(fc.sample(garbage, { numRuns: requests, seed: 20_261_122 }));
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(requests / 2);
  expect(server.log).toEqual([]);
});

test.each([
  '//',
  '///',
  '//%00',
  '/%00',
  '//[',
  '/\\',
  'http://',
  '/..%2f..%2f',
  `/${'a/'.repeat(90)}`,
  '/assets/%00.js',
  '/assets/%2e%2e/index.html',
  '*',
])('GET %s is 4xx', async (path) => {
  const status = statusOf(await send(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`)));
  expect(Math.floor(status / 100)).toBe(4);
});

describe('a request refused by the parser', () => {
  const tooLong = `GET / HTTP/1.1\r\nHost: here\r\nCookie: ${'x'.repeat(70_000)}\r\n\r\n`;
  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'badRequest'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost here\r\n\r\n', 400, 'badRequest'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'badRequest'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'badRequest'],
    ['headers that are too long', tooLong, 431, 'headersTooLarge'],
    ['a method of HTTP/2', 'PRI  *\r\nHost: here\r\nConnection: close\r\n\r\n', 404, 'notFound'],
    ['a tunnel', 'CONNECT here:443 HTTP/1.1\r\nHost: here\r\n\r\n', 404, 'notFound'],
  ])('%s: a problem document with our headers', async (_what, bytes, status, code) => {
    const answer = await send(Buffer.from(bytes));
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^content-type: application\/problem\+json/im);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code, instance: expect.any(String) as string });
  });

  test('gets 408 if it is incomplete', async () => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write('GET / HTTP/1.1\r\nHost: he');
    await new Promise((resolve) => socket.once('close', resolve));
    expect([statusOf(answer), JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))]).toMatchObject([408, { code: 'requestTimeout' }]);
    expect(answer).toMatch(/^x-frame-options: DENY/im);
  });
});
