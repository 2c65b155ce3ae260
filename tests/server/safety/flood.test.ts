import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../support/testDatabase.ts';
import type { LoggedIn } from '../support/login.ts';
import { multipart, newBorrower, photo, startProduct } from '../support/product.ts';
import { startNode, type Node } from './support/node.ts';
import { openStorage } from './support/storage.ts';

/** A real node under clients that try to overload it. Each test continues with the state that the previous ones left. */
const megabyte = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-flood-'));
const cleanUp: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
const sockets: Socket[] = [];
let node: Node;
let borrowers: LoggedIn[];

beforeAll(async () => {
  const storage = await openStorage(dataDir);
  cleanUp.push(() => storage.close());
  const product = await startProduct({ connection: storage.connection });
  product.clock.set(new Date());
  borrowers = await Promise.all(Array.from({ length: 15 }, () => newBorrower(product)));
  await product.app.close();
  await storage.handOver();
  node = await startNode({ ...storage.env, DATA_DIR: dataDir, DRAIN_SECONDS: '1', REQUEST_SECONDS: '120' });
  cleanUp.push(() => node.kill());
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const end of cleanUp.toReversed()) await end();
});

/** A client that sends these bytes and never reads. */
function deaf(bytes: string | Uint8Array): Socket {
  const socket = connect(Number(new URL(node.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(bytes);
  sockets.push(socket);
  return socket;
}

/** The peak memory of the process. */
const peakBytes = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8'))?.[1]) * 1024;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
const isServed = async (path: string) => (await fetch(`${node.origin}${path}`)).status;

test('300 connections that send 100 requests each and never read: memory stays, others are served', { timeout: 120_000 }, async () => {
  const before = peakBytes();
  for (let n = 0; n < 300; n++) deaf(get('/api/openapi.json').repeat(n % 2 === 0 ? 100 : 10));
  for (let n = 0; n < 20; n++) {
    expect([await isServed('/health'), await isServed('/api/openapi.json')]).toEqual([200, 200]);
    await wait(50);
  }
  expect(peakBytes() - before).toBeLessThan(200 * megabyte);
});

function uploadOf(who: LoggedIn, bytes: Uint8Array) {
  const { payload, headers } = multipart('selfie', bytes);
  return { method: 'POST', headers: { ...who.headers, ...headers }, body: new Uint8Array(payload) };
}

test('60 parallel uploads of 9.9 MB: memory is bounded, what does not fit is refused with 429', { timeout: 120_000 }, async () => {
  const before = peakBytes();
  const large = Buffer.concat([await photo(), Buffer.alloc(9.9 * megabyte)]);
  const sending = Array.from({ length: 60 }, async (_, n) => {
    const answer = await fetch(`${node.origin}/api/files`, uploadOf(borrowers[n % borrowers.length] as LoggedIn, large));
    return [answer.status, ((await answer.json()) as { code?: string }).code, answer.headers.get('retry-after')].join(' ');
  });
  const answers = new Set(await Promise.all(sending));
  expect(answers).toContain('429 tooFrequent 3');
  expect([...answers].filter((answer) => !/^(200|422|429) /.test(answer))).toEqual([]);
  expect(peakBytes() - before).toBeLessThan(400 * megabyte);
});

test(
  'SIGTERM: not ready, requests under way are answered, idle and half-sent connections are not waited for, exit 0',
  { timeout: 60_000 },
  async () => {
    deaf('');
    deaf('GET / HTTP/1.1\r\nHo');
    deaf(get('/health'));
    const picture = await photo();
    const uploads = borrowers.slice(0, 12).map(async (who) => (await fetch(`${node.origin}/api/files`, uploadOf(who, picture))).status);
    await wait(30);
    const stopped = node.stop();
    expect(await Promise.all(uploads)).toEqual(uploads.map(() => 200));
    expect(await stopped).toBe(0);
    // The embedded database closes last, after everything that writes to it.
    const db = join(dataDir, 'db');
    const locks = onPostgres ? [] : readdirSync(db).filter((name) => name.startsWith('lock.'));
    expect(locks.map((name) => readFileSync(join(db, name), 'utf8'))).toEqual(onPostgres ? [] : ['released']);
  },
);
