import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HomescreenClaim } from '../../../server/contract/serviceOperations.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { link } from '../../../server/platform/social/links.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, call, expectSound } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport } from '../support/staff.ts';
import { reloanOf, turnedOn } from '../support/advance.ts';
import { launchOf, rewards } from './support.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());

let next = 61_123_456_000;
const newId = () => `CRN0${next++}`;
const identity = (idNumber: string) => ({ identity: { idNumber } });

/** Claims everything that a person gets only once, and returns what this one got. */
async function had(who: Journey, facebookAccount: string) {
  const launch = await launchOf(server, who);
  server.clock.advance(60);
  const homescreen =
    launch === undefined ? undefined : (await call(server, who, 'POST', '/api/rewards/homescreen', { launch })).json<HomescreenClaim>();
  const linked = await link(server.deps, who.customerId, facebookAccount);
  await turnedOn(server, who, { mode: 'automatic' });
  const { facebook } = await rewards(server, who);
  return { homescreen: homescreen?.state === 'granted', linked, boosted: facebook.boosted, coupons: await couponsOf(who) };
}

const couponsOf = async ({ customerId }: Journey): Promise<string[]> =>
  (await server.deps.db.selectFrom('coupons').select('type').where('customer_id', '=', customerId).orderBy('type').execute()).map(
    ({ type }) => type,
  );

async function deleted({ customerId }: Journey): Promise<void> {
  const support = await freshSupport(server);
  const request = await support.call('POST', '/api/staff/deletion-requests', { customerId, reason: 'mail of today' });
  const done = await support.call('POST', `/api/staff/deletion-requests/${request.json<{ id: string }>().id}/completion`);
  expect(done.json()).toMatchObject({ state: 'done' });
}

const everything = {
  homescreen: true,
  linked: 'linked',
  boosted: true,
  coupons: ['addDesktop', 'easyReloanActivation', 'welcome'],
};
const nothing = { homescreen: false, linked: 'linked', boosted: false, coupons: [] };

test('L10 L16 a person who deletes the account and registers again is not rewarded again, by number or by ID', async () => {
  const id = newId();
  const first = await acceptedBorrower(server, identity(id));
  expect(await had(first, '8001')).toEqual(everything);
  await deleted(first);

  const sameNumber = await acceptedBorrower(server, identity(newId()), first.phone);
  expect(sameNumber.customerId).not.toBe(first.customerId);
  expect(await had(sameNumber, '8002')).toEqual(nothing);
  await deleted(sameNumber);

  const sameId = await acceptedBorrower(server, identity(id));
  expect(await had(sameId, '8003')).toEqual(nothing);
  expect((await reloanOf(server, sameId)).rewards).toMatchObject({ activation: 'none', activationCents: 0 });
  expect(await rewards(server, sameId)).toMatchObject({ homescreen: { claimed: false, hadBefore: true }, facebook: { hadBefore: true } });

  expect(await had(await acceptedBorrower(server), '8004'), 'somebody else').toEqual(everything);
});

test('L16 a Facebook account that was linked by a deleted account does not raise another limit', async () => {
  const first = await acceptedBorrower(server);
  await link(server.deps, first.customerId, '8010');
  await deleted(first);
  const second = await newBorrower(server);
  expect(await link(server.deps, second.customerId, '8010')).toBe('linked');
  expect((await rewards(server, second)).facebook).toMatchObject({ linked: true, boosted: false, hadBefore: true });
});

test('L16 deleting an account keeps rewards given before they were recorded', async () => {
  const first = await acceptedBorrower(server);
  await had(first, '8020');
  await server.deps.db.deleteFrom('person_rewards').execute();
  await deleted(first);
  expect(await had(await acceptedBorrower(server, {}, first.phone), '8020')).toEqual(nothing);
});

test('L16 of two parallel accounts with one ID one is rewarded', async () => {
  const [first, second] = await Promise.all([acceptedBorrower(server), acceptedBorrower(server)]);
  const rows = await server.deps.db.selectFrom('submitted_numbers').selectAll().where('customer_id', '=', first.customerId).execute();
  const shared = rows.find(({ kind }) => kind === 'idNumber');
  await server.deps.db
    .updateTable('submitted_numbers')
    .set({ digest: shared?.digest ?? 'no ID' })
    .where('customer_id', '=', second.customerId)
    .where('kind', '=', 'idNumber')
    .execute();
  const launches = await Promise.all([first, second].map((who) => launchOf(server, who)));
  server.clock.advance(60);
  const claims = await Promise.all(
    [first, second].map((who, index) => call(server, who, 'POST', '/api/rewards/homescreen', { launch: launches[index] ?? '' })),
  );
  expect(claims.map((claim) => claim.json<HomescreenClaim>().state).toSorted()).toEqual(['already', 'granted']);
});

test('P04 the remaining record names nobody and is deleted after the days of the privacy policy', async () => {
  const first = await acceptedBorrower(server);
  await had(first, '8030');
  await deleted(first);
  const { db } = server.deps;
  const kept = JSON.stringify(await db.selectFrom('person_rewards').selectAll().execute());
  for (const secret of [first.customerId, first.phone, '8030']) expect(kept).not.toContain(secret);
  const { digest } = await db.selectFrom('social_links').select('account_digest as digest').executeTakeFirstOrThrow();
  expect(kept).not.toContain(digest);
  const left = async () => {
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
    return (await db.selectFrom('person_rewards').select('reward').execute()).length;
  };
  const day = 24 * 3600;
  server.clock.advance(730 * day);
  expect(await left()).toBeGreaterThan(0);
  server.clock.advance(day);
  expect(await left()).toBe(0);
  await expectSound(server);
});
