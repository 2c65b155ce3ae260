import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Connections } from '../../../server/platform/http/connections.ts';
import { createListener } from '../../../server/platform/http/listener.ts';
import type { Limits } from '../../../server/platform/limitSettings.ts';
import { readSettings } from '../../../server/platform/settings.ts';

const megabyte = 1024 * 1024;
const usual = readSettings({ HAKBANG_MODE: 'test' }).limits;
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

interface Listening {
  server: Server;
  connections: Connections;
  port: number;
}

async function listen(limits: Partial<Limits>, serve: RequestListener): Promise<Listening> {
  const all = { ...usual, ...limits };
  const connections = new Connections(all);
  const server = createListener(serve, { connections, limits: all, refuseTunnel: (socket) => socket.destroy() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(
    () => server.close(),
    () => connections.close(),
  );
  return { server, connections, port: (server.address() as AddressInfo).port };
}

interface Client {
  socket: Socket;
  received: () => string;
  closed: Promise<unknown>;
}

/** A client that sends the given bytes and reads everything. */
function client(port: number, sent = ''): Client {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  const closed = once(socket, 'close');
  socket.write(sent);
  cleanUp.push(() => socket.destroy());
  return { socket, received: () => received, closed };
}

/** A client that sends a request and never reads. */
function deaf(port: number, sent: string): Socket {
  const { socket } = client(port, sent);
  socket.pause();
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
const countOf = (server: Server) =>
  new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(10);
}

test('pipelined requests are served one after the other and answered in order', async () => {
  let [atOnce, most] = [0, 0];
  const { port } = await listen({}, async ({ url }, response) => {
    most = Math.max(most, ++atOnce);
    // A later request would finish first.
    await wait(url === '/1' ? 30 : 1);
    atOnce--;
    response.end(`[${url}]`);
  });
  const { received } = client(port, [1, 2, 3, 4].map((n) => get(`/${n}`)).join(''));
  await until(() => received().includes('[/4]'));
  expect(received().match(/\[\/\d\]/g)).toEqual(['[/1]', '[/2]', '[/3]', '[/4]']);
  expect(most).toBe(1);
});

test('more pipelined requests than allowed close the connection before they are served', async () => {
  let served = 0;
  const { port } = await listen({ maxPipelined: 3 }, (_request, response) => {
    served++;
    void wait(20).then(() => response.end('done'));
  });
  const { closed } = client(port, get('/').repeat(100));
  await closed;
  expect(served).toBe(1);
  const { received } = client(port, get('/').repeat(4));
  await until(() => received().split('done').length === 5);
  expect(served).toBe(5);
});

test('the total size of unread answers is limited, and other clients are still served', async () => {
  const large = Buffer.alloc(16 * megabyte, 'x');
  const { server, port } = await listen({ maxWaitingBytes: 40 * megabyte }, (_request, response) => void response.end(large));
  for (let n = 0; n < 30; n++) deaf(port, get('/'));
  await until(async () => (await countOf(server)) > 0);
  const { received } = client(port, get('/'));
  await until(() => received().length > large.length);
  // Three responses exceed the limit, less what the kernel buffers.
  await until(async () => (await countOf(server)) <= 5);
  expect(received().endsWith('xxx')).toBe(true);
});

test('a client that does not read an answer in time is cut off', async () => {
  const { server, port } = await listen({ responseTimeoutMs: 50 }, (_request, response) => void response.end(Buffer.alloc(16 * megabyte)));
  deaf(port, get('/'));
  await until(async () => (await countOf(server)) === 1);
  await expect.poll(() => countOf(server), { timeout: 10_000 }).toBe(0);
});

test('a client that stops in the middle of a request is cut off', async () => {
  const { port } = await listen({ stallTimeoutMs: 100 }, (request, response) => {
    request.resume().once('end', () => response.end('done'));
  });
  const stalled = client(port, 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf');
  await stalled.closed;
  expect(stalled.received()).not.toContain('done');
});

test('beyond the maximum, a new connection replaces the one that has stalled longest', async () => {
  const { server, port } = await listen({ maxConnections: 3 }, async ({ url }, response) => {
    if (url === '/slow') await wait(200);
    response.end('done');
  });
  const busy = client(port, get('/slow'));
  const silent = client(port);
  await until(async () => (await countOf(server)) === 2);
  const halfSent = client(port, 'GET / HT');
  await until(async () => (await countOf(server)) === 3);
  const newcomer = client(port, get('/'));
  await silent.closed;
  await until(() => newcomer.received().includes('done') && busy.received().includes('done'));
  expect(halfSent.socket.closed).toBe(false);
});

test('the total size of unfinished bodies is limited', async () => {
  const { server, port } = await listen({ maxWaitingBytes: 8 * megabyte }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => response.end('done'));
  });
  const part = 'x'.repeat(megabyte);
  // The total exceeds the limit so briefly that a busy machine may never see it, so count the connections instead.
  let came = 0;
  server.on('connection', () => came++);
  for (let n = 0; n < 20; n++) client(port, `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${2 * megabyte}\r\n\r\n${part}`);
  await until(() => came === 20);
  await until(async () => (await countOf(server)) <= 8);
  const honest = client(port, `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody`);
  await until(() => honest.received().includes('done'));
  expect(await countOf(server)).toBeLessThanOrEqual(9);
});

test('stopping answers requests in progress with Connection: close and does not wait for idle, silent and half-sent connections', async () => {
  const { server, connections, port } = await listen({}, async ({ url }, response) => {
    if (url !== '/fast') await wait(300);
    response.end(`[${url}]`);
  });
  const idle = client(port, get('/fast'));
  const silent = client(port);
  const halfSent = client(port, 'GET / HTTP/1.1\r\nHo');
  const busy = client(port, get('/first') + get('/second'));
  await until(async () => idle.received().includes('/fast') && (await countOf(server)) === 4);
  const stopped = once(server, 'close');
  connections.stop();
  server.close();
  await Promise.all([idle.closed, silent.closed, halfSent.closed, busy.closed, stopped]);
  expect(idle.received()).not.toContain('Connection: close');
  expect(busy.received().match(/Connection: \S+|\[\S+\]/g)).toEqual([
    'Connection: keep-alive',
    '[/first]',
    'Connection: close',
    '[/second]',
  ]);
});

test('stopping lets an arriving request finish and cuts off clients that read nothing', async () => {
  const { server, connections, port } = await listen({ stopMs: 1500 }, (request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(16 * megabyte));
    else request.resume().once('end', () => response.end('[stored]'));
  });
  const uploading = client(port, 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 12\r\n\r\n');
  deaf(port, get('/large'));
  await until(async () => (await countOf(server)) === 2);
  const stopped = once(server, 'close');
  connections.stop();
  server.close();
  for (const piece of ['half', ' and', ' all']) {
    uploading.socket.write(piece);
    await wait(300);
  }
  await uploading.closed;
  expect(uploading.received()).toContain('[stored]');
  await stopped;
});
