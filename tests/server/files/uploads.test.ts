import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveUpload } from '../../../server/platform/files/quota.ts';
import type { LoggedIn } from '../support/login.ts';
import { multipart, newBorrower, photo, startProduct, upload, type ProductApp } from '../support/product.ts';

let server: ProductApp;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startProduct({ env: { MAX_UPLOADS_PER_CUSTOMER: '10', MAX_UPLOADS_MB: '50' } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

const slotsOf = async ({ customerId }: LoggedIn) => {
  const row = await server.deps.db.selectFrom('upload_quotas').select('slots').where('customer_id', '=', customerId).executeTakeFirst();
  return Object.keys(row?.slots ?? {}).length;
};
const storedOf = async ({ customerId }: LoggedIn) =>
  (await server.deps.db.selectFrom('files').select('id').where('customer_id', '=', customerId).execute()).length;

/** Sends the start of an upload of this size, and waits until it is counted. */
async function beginUpload(who: LoggedIn, sizeBytes: number): Promise<Socket> {
  const counted = (await slotsOf(who)) + 1;
  const headers = {
    host: 'localhost',
    ...who.headers,
    ...multipart('selfie', Buffer.alloc(0)).headers,
    'content-length': String(sizeBytes),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write(['POST /api/files HTTP/1.1', ...lines, '', '--hakbang'].join('\r\n'));
  await untilCounted(who, counted);
  return socket;
}

async function untilCounted(who: LoggedIn, count: number): Promise<void> {
  while ((await slotsOf(who)) !== count) await wait(10);
}

const leave = async (socket: Socket) => {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
};

test('of 150 parallel uploads by a borrower exactly 60 are stored', async () => {
  const who = await newBorrower(server);
  const bytes = await photo();
  /** Retries while the response has Retry-After. */
  const insist = async (): Promise<number> => {
    const { statusCode, headers } = await upload(server, who, 'selfie', bytes);
    if (statusCode !== 429 || Number(headers['retry-after']) > 3) return statusCode;
    await wait(250);
    return insist();
  };
  const answers = await Promise.all(Array.from({ length: 150 }, insist));
  expect(answers.filter((status) => status === 200)).toHaveLength(60);
  expect(answers.filter((status) => status === 429)).toHaveLength(90);
  expect([await storedOf(who), await slotsOf(who)]).toEqual([60, 60]);
});

test('of 150 parallel reservations exactly 60 succeed', async () => {
  const { customerId } = await newBorrower(server);
  const asked = await Promise.allSettled(Array.from({ length: 150 }, () => reserveUpload(server.deps, customerId)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
});

test('a borrower may upload a few photos in parallel; more are refused before they are read', async () => {
  const [who, other] = [await newBorrower(server), await newBorrower(server)];
  const begun: Socket[] = [];
  while (begun.length < 10) begun.push(await beginUpload(who, 20_000));
  const refused = await upload(server, who, 'selfie');
  expect([refused.json(), refused.headers['retry-after']]).toMatchObject([{ status: 429, code: 'tooFrequent' }, '3']);
  expect((await upload(server, other, 'selfie')).statusCode).toBe(200);
  for (const socket of begun) await leave(socket);
  await untilCounted(who, 0);
  expect((await upload(server, who, 'selfie')).statusCode).toBe(200);
});

test('the total size of all uploads is limited', async () => {
  const [who, other] = [await newBorrower(server), await newBorrower(server)];
  const begun: Socket[] = [];
  while (begun.length < 5) begun.push(await beginUpload(who, 10 * 1024 * 1024));
  const refused = await upload(server, other, 'selfie');
  expect([refused.json(), refused.headers['retry-after']]).toMatchObject([{ status: 429, code: 'tooFrequent' }, '3']);
  for (const socket of begun) await leave(socket);
  await untilCounted(who, 0);
  expect((await upload(server, other, 'selfie')).statusCode).toBe(200);
});

test('releases unused reservations: no photo, a lost client, a lost node', async () => {
  const who = await newBorrower(server);
  await upload(server, who, 'selfie', Buffer.from('no photo'));
  await untilCounted(who, 0);
  await leave(await beginUpload(who, 20_000));
  await untilCounted(who, 0);
  // A killed node releases nothing, so the reservations expire.
  for (let n = 0; n < 60; n++) await reserveUpload(server.deps, who.customerId);
  expect((await upload(server, who, 'selfie')).statusCode).toBe(429);
  server.clock.advance(301);
  expect((await upload(server, who, 'selfie')).statusCode).toBe(200);
  expect(await slotsOf(who)).toBe(1);
});

/** Sends a form as a browser does, over a real connection. */
async function send(who: LoggedIn, bytes: Uint8Array, more: Record<string, string> = {}) {
  const body = new FormData();
  body.append('purpose', 'selfie');
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  for (const [name, value] of Object.entries(more)) body.append(name, value);
  const { headers } = who;
  const answer = await fetch(`http://127.0.0.1:${port}/api/files`, { method: 'POST', headers, body });
  return (await answer.json()) as object;
}

test.each([10.001, 11])('V02 a photo of %f MB is too large, over a connection as well', async (megabytes) => {
  const bytes = Buffer.concat([await photo(), Buffer.alloc(megabytes * 1024 * 1024)]);
  expect(await send(await newBorrower(server), bytes)).toMatchObject({ status: 413, code: 'payloadTooLarge' });
});

test.each([
  ['a state', { status: 'y' }, '/status'],
  ['an owner', { customerId: '1' }, '/customerId'],
  ['two megabytes', { x: 'y'.repeat(2_000_000) }, '/x'],
])('V16 an upload with a part that nobody asked for is refused: %s', async (_what, more, path) => {
  const who = await newBorrower(server);
  expect(await send(who, await photo(), more)).toMatchObject({ status: 400, problems: [{ code: 'additionalProperties', path }] });
  expect(await storedOf(who)).toBe(0);
});
