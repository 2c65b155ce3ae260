import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onPostgres } from '../support/testDatabase.ts';
import type { LoggedIn } from '../support/login.ts';
import type { CrashPoint } from './support/crash.ts';
import { Insisting } from './support/insisting.ts';
import { Killable } from './support/killable.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

/** Points of the transfer and of the status query. A query that is lost on the way has no effect, so it is left out. */
const pointsOf = (provider: 'payout' | 'collection'): CrashPoint[] => [
  `${provider} POST asked`,
  `${provider} POST done`,
  `${provider} POST answered`,
  `${provider} GET done`,
  `${provider} GET answered`,
  `${provider} event`,
];
/** Fewer points if starting is slow: before, during and after the transfer. */
const few = (points: CrashPoint[]) => points.filter((point) => onPostgres || / POST (asked|done)| event/.test(point));
/** Number of kills at random moments: `KILLS=200 npx vitest run tests/server/safety/kill.test.ts`. */
const randomKills = Number(process.env['KILLS'] ?? (onPostgres ? 4 : 1));
/** Within this time, a withdrawal or a repayment is begun, sent, settled and booked. */
const longestLifeMs = 900;

const points = { payout: few(pointsOf('payout')), collection: few(pointsOf('collection')) };
let shop: Killable;
let insisting: Insisting;
beforeAll(async () => {
  shop = await new Killable().start(points.payout.length);
  insisting = new Insisting(shop);
});
afterAll(async () => {
  const [fastest, slowest] = [Math.min(...shop.startsMs), Math.max(...shop.startsMs)];
  // Print instead of assert, because the machine also runs other tests. The benchmark checks the goal (bench/server).
  process.stdout.write(`${shop.startsMs.length} starts, in ${(fastest / 1000).toFixed(1)} to ${(slowest / 1000).toFixed(1)} s\n`);
  await shop.close();
});

/** Begins something, waits for the kill on the way, restarts the server, and waits until the request succeeds. */
async function through(begin: () => Promise<void>, killed: Promise<void>): Promise<void> {
  const begun = begin();
  await killed;
  await shop.restart();
  await begun;
}

const killSoon = async (): Promise<void> => {
  await wait(randomInt(longestLifeMs));
  await shop.kill();
};

test('the server is killed at each step of a payout: each loan is paid out once', async () => {
  for (const [index, point] of points.payout.entries()) {
    const who = shop.borrowers[index] as LoggedIn;
    await through(await insisting.withdraw(who), shop.killAt(point));
  }
  for (const who of shop.borrowers) await insisting.untilState(who, 'active');
  expect(shop.providers.payout.provider.transfers()).toHaveLength(points.payout.length);
});

test('at each step of a repayment: each loan is settled and the money booked once', async () => {
  for (const [index, point] of points.collection.entries()) {
    const who = shop.borrowers[index] as LoggedIn;
    await through(await insisting.repay(who), shop.killAt(point));
  }
  for (const who of shop.borrowers) await insisting.untilState(who, 'settled');
  expect(shop.providers.collection.provider.transfers()).toHaveLength(points.collection.length);
});

test(`at random moments, ${randomKills} times`, async () => {
  for (let kill = 0; kill < randomKills; kill++) {
    const who = shop.borrowers[(kill >> 1) % shop.borrowers.length] as LoggedIn;
    const isBorrowing = kill % 2 === 0;
    await through(isBorrowing ? await insisting.withdraw(who) : await insisting.repay(who), killSoon());
    await insisting.untilState(who, isBorrowing ? 'active' : 'settled');
  }
  expect(insisting.loans.size).toBe(points.payout.length + Math.ceil(randomKills / 2));
});

test('no acknowledged request is lost, and the books match the providers', async () => {
  const { books, said } = await insisting.inTheEnd();
  expect(books).toEqual(said);
});
