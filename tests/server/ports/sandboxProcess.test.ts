import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectionHttp } from '../../../server/ports/http/collectionHttp.ts';
import { payoutHttp } from '../../../server/ports/http/payoutHttp.ts';
import { webhookHolds } from '../../../server/ports/http/signing.ts';
import { root } from '../../support/root.ts';
import { testKey } from './support.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'hakbang-sandbox-'))));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the sandboxes as a separate process. Returns its URL. */
async function startProcess(...args: string[]): Promise<{ url: string; child: ChildProcess }> {
  const settings = ['--key', `${testKey.id}:${testKey.secret}`, '--folder', folder, '--settle-after-seconds', '0.2', ...args];
  const child = spawn(process.execPath, ['server/ports/sandbox/main.ts', ...settings], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}

const longestMs = 20_000;
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + longestMs; !(await holds()) && Date.now() < end;) await wait(50);
}

const destination = { method: 'bank', institution: 'bdo', account: '001234567890', holderName: 'Ana Cruz' } as const;
const transfer = { reference: 'd-1', amountCents: 250_000, currency: 'PHP', destination };

test('a sandbox process takes orders for failures and forgets nothing when killed', async () => {
  const first = await startProcess();
  const tell = (path: string, body: object) => fetch(`${first.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect((await tell('/orders', { provider: 'payout', order: 'answers500After' })).status).toBe(200);
  expect((await tell('/orders', { provider: 'payout', order: 'noSuchOrder' })).status).toBe(422);
  const port = payoutHttp({ url: `${first.url}/payout`, key: testKey });
  expect(await port.send(transfer)).toEqual({ state: 'unknown' });
  const { payout } = (await (await fetch(`${first.url}/transfers`)).json()) as { payout: { reference: string }[] };
  expect(payout.map(({ reference }) => reference)).toEqual(['d-1']);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await port.send(transfer)).toEqual({ state: 'unknown' });

  const again = payoutHttp({ url: `${(await startProcess()).url}/payout`, key: testKey });
  await until(async () => (await again.status('d-1'))?.state === 'paid');
  expect(await again.send(transfer)).toMatchObject({ state: 'paid', amountCents: 250_000 });
  expect(await again.statement(new Date(0), new Date(Date.now() + 60_000))).toHaveLength(1);
});

test('its webhooks are signed and repeated until accepted', async () => {
  const secret = 'a webhook secret of the tests, long enough';
  const taken: { path: string; kind: string }[] = [];
  let refusals = 1;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks);
        const holds = webhookHolds([secret], request.headers['x-hakbang-signature'], body, new Date()) === 'holds' && refusals-- <= 0;
        if (holds) taken.push({ path: request.url ?? '', kind: (JSON.parse(body.toString()) as { kind: string }).kind });
        response.writeHead(holds ? 200 : 503).end();
      });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const webhooks = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks`;
  const { url } = await startProcess('--webhooks', webhooks, '--webhook-secret', secret);
  const port = collectionHttp({ url: `${url}/collection`, key: testKey });
  await port.request({
    reference: 'r-1',
    amountCents: 100_000,
    currency: 'PHP',
    description: 'H-1',
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await until(() => taken.length === 2);
  expect(taken.map(({ path }) => path)).toEqual(['/api/webhooks/collection', '/api/webhooks/collection']);
  expect(new Set(taken.map(({ kind }) => kind))).toEqual(new Set(['accepted', 'settled']));
  server.closeAllConnections();
  server.close();
});
