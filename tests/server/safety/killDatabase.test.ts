import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Cluster, postgresFolder } from './support/cluster.ts';
import { Insisting } from './support/insisting.ts';
import { Killable } from './support/killable.ts';
import { onCluster } from './support/storage.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

/** Number of kills: `KILLS=20 npx vitest run tests/server/safety/killDatabase.test.ts`. */
const kills = Number(process.env['KILLS'] ?? 4);
const borrowerCount = 4;
/** Within this time, withdrawals or repayments are begun, sent, settled and booked. */
const longestLifeMs = 900;

const folder = postgresFolder();

// vitest.config.ts runs this only with a real PostgreSQL.
describe('PostgreSQL is killed while borrowers borrow and repay', () => {
  let cluster: Cluster;
  let shop: Killable;
  let insisting: Insisting;
  beforeAll(async () => {
    if (folder === undefined) throw new Error('The programs of PostgreSQL (initdb, postgres) are not on this machine.');
    cluster = new Cluster(folder);
    await cluster.start();
    shop = await new Killable().start(borrowerCount, await onCluster(cluster.url));
    insisting = new Insisting(shop);
  });
  afterAll(async () => {
    await shop?.close();
    await cluster?.close();
  });

  /** While the database is away, the server says so and when to retry. */
  async function expectUnavailable(): Promise<void> {
    for (const who of shop.borrowers) {
      const answer = await shop.call(who, 'GET', '/api/loans/current');
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string });
      expect(answer?.json()).toMatchObject({ code: 'unavailable' });
    }
  }

  test(`${kills} times: clients are asked to retry, the server recovers by itself, and nothing is lost or paid twice`, async () => {
    for (let kill = 0; kill < kills; kill++) {
      const isBorrowing = kill % 2 === 0;
      const begin = await Promise.all(shop.borrowers.map((who) => (isBorrowing ? insisting.withdraw(who) : insisting.repay(who))));
      const begun = Promise.all(begin.map((go) => go()));
      await wait(randomInt(longestLifeMs));
      await cluster.kill();
      await expectUnavailable();
      await cluster.start();
      await shop.endLeases();
      await begun;
      for (const who of shop.borrowers) await insisting.untilState(who, isBorrowing ? 'active' : 'settled');
    }
    expect(insisting.loans.size).toBe(borrowerCount * Math.ceil(kills / 2));
    expect(shop.startsMs).toHaveLength(1);
    const { books, said } = await insisting.inTheEnd();
    expect(books).toEqual(said);
  });
});
