import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoggedIn } from '../support/login.ts';
import { multipart, newBorrower, photo, startProduct } from '../support/product.ts';
import { Balancer } from './support/balancer.ts';
import { startNode, type Node } from './support/node.ts';
import { openStorage } from './support/storage.ts';

/** Two nodes on one PostgreSQL behind a proxy. vitest.config.ts skips this without PostgreSQL. */
const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-rolling-'));
const cleanUp: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
const balancer = new Balancer();
const clientsCount = 12;
let origin: string;
let borrowers: LoggedIn[];
let begin: () => Promise<Node>;

beforeAll(async () => {
  const storage = await openStorage(dataDir);
  const product = await startProduct({ connection: storage.connection });
  product.clock.set(new Date());
  borrowers = await Promise.all(Array.from({ length: clientsCount }, () => newBorrower(product)));
  await product.app.close();
  begin = async () => {
    const node = await startNode({ ...storage.env, DATA_DIR: dataDir, DRAIN_SECONDS: '1' });
    await balancer.add(node.origin);
    return node;
  };
  cleanUp.push(
    () => storage.close(),
    () => balancer.close(),
  );
  origin = await balancer.start();
}, 120_000);
afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end();
});

test('a rolling restart under load fails no request', { timeout: 180_000 }, async () => {
  const nodes = [await begin(), await begin()];
  cleanUp.push(...nodes.map((node) => () => node.kill()));
  const bytes = new Uint8Array(await photo());
  const statuses = new Map<number, number>();
  const load = new AbortController();
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${origin}${path}`, init);
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  };
  const client = async ({ headers }: LoggedIn) => {
    for (let n = 0; !load.signal.aborted; n++) {
      await ask('/api/loans/current', { headers });
      await ask('/health', {});
      if (n % 40 === 0) {
        const { payload, headers: type } = multipart('selfie', bytes);
        await ask('/api/files', { method: 'POST', headers: { ...headers, ...type }, body: new Uint8Array(payload) });
      }
      await wait(5);
    }
  };
  const clients = borrowers.map(client);
  for (const node of nodes) {
    const fresh = await begin();
    cleanUp.push(() => fresh.kill());
    expect(balancer.readyCount).toBeGreaterThanOrEqual(2);
    expect(await node.stop()).toBe(0);
    balancer.remove(node.origin);
  }
  load.abort();
  await Promise.all(clients);
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(500);
});
