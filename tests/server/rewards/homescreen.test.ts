import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../../engine/config/settings.ts';
import type { HomescreenClaim } from '../../../server/contract/serviceOperations.ts';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import { auditRows } from '../support/auditRows.ts';
import { acceptedBorrower, advanceDays, call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { launchOf as launchOfBorrower, rewards as rewardsOf } from './support.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

const launchOf = (who: LoggedIn) => launchOfBorrower(server, who);
const claimWith = (who: LoggedIn, launch: string | undefined) =>
  call(server, who, 'POST', '/api/rewards/homescreen', launch === undefined ? {} : { launch });
const tokens = new Map<string, string | undefined>();
async function claim(who: LoggedIn) {
  const known = tokens.get(who.customerId);
  const launch = known ?? (await launchOf(who));
  tokens.set(who.customerId, launch);
  if (!known) server.clock.advance(60);
  return claimWith(who, launch);
}
const rewards = (who: LoggedIn) => rewardsOf(server, who);
const coupons = (who: LoggedIn) =>
  server.deps.db.selectFrom('coupons').selectAll().where('customer_id', '=', who.customerId).where('type', '=', 'addDesktop').execute();

test('L16 the homescreen gives a 200 voucher and raises the limit, once per person', async () => {
  const who = await acceptedBorrower(server);
  expect((await rewards(who)).homescreen).toMatchObject({ offered: true, claimed: false, couponCents: 20_000, boostCents: 100_000 });
  const before = (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>().limit;

  expect((await claim(who)).json()).toEqual({ state: 'granted', couponCents: 20_000, boostCents: 100_000 });
  expect((await claim(who)).json()).toEqual({ state: 'already', couponCents: 0, boostCents: 0 });

  expect(await coupons(who)).toMatchObject([{ kind: 'addDesktop', amount_cents: 20_000, full_repayment_only: true, state: 'available' }]);
  const after = (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>().limit;
  expect(after.availableCents - before.availableCents).toBe(100_000);
  expect((await rewards(who)).homescreen.claimed).toBe(true);
  const rows = await auditRows(server.deps.db).select('detail').where('subject', '=', `customer:${who.customerId}`).execute();
  expect(rows.filter(({ detail }) => detail.includes('couponCents'))).toHaveLength(1);
});

test('L16 nothing is given to a newly registered number, or without a proof that the app was opened from the homescreen', async () => {
  const visitor = await newBorrower(server);
  expect((await rewards(visitor)).homescreen).not.toHaveProperty('ticket');
  const [who, other] = [await acceptedBorrower(server), await acceptedBorrower(server)];
  const launch = (await launchOf(who)) ?? '';
  expect((await claimWith(who, launch)).json(), 'too soon after the manifest').toMatchObject({ status: 409, code: 'homescreenUnproven' });
  server.clock.advance(60);
  expect((await claimWith(visitor, launch)).json()).toMatchObject({ status: 409, code: 'notAccepted' });
  const [ticket, , signature] = launch.split('.');
  for (const forged of [undefined, '', 'x', '..', ticket, `${ticket}.0.${signature}`, `${launch}x`])
    expect((await claimWith(who, forged)).json()).toMatchObject({ status: 409, code: 'homescreenUnproven' });
  expect((await claimWith(other, launch)).json(), "another's").toMatchObject({ code: 'homescreenUnproven' });
  for (const each of [visitor, who, other]) expect(await coupons(each)).toEqual([]);
  expect((await claimWith(who, launch)).json()).toMatchObject({ state: 'granted' });
  expect((await rewards(who)).homescreen).not.toHaveProperty('ticket');
});

test('L16 one of fifty parallel claims is rewarded', async () => {
  const who = await acceptedBorrower(server);
  const launch = await launchOf(who);
  server.clock.advance(60);
  const answers = await Promise.all(Array.from({ length: 50 }, () => claimWith(who, launch)));
  const granted = answers.filter((answer) => answer.statusCode === 200 && answer.json<HomescreenClaim>().state === 'granted');
  expect(granted).toHaveLength(1);
  expect(await coupons(who)).toHaveLength(1);
  expect(answers.some((answer) => answer.statusCode === 429)).toBe(true);
});

test('L16 the limit never grows beyond 80,000', async () => {
  const who = await acceptedBorrower(server);
  const grant = { kind: 'growth' as const, amount_cents: 8_000_000, reason: 'test', actor: 'test', granted_at: server.clock.now() };
  await server.deps.db
    .insertInto('limit_grants')
    .values({ ...grant, id: 'grown', key: 'grown', customer_id: who.customerId })
    .execute();
  await claim(who);
  const offer = (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>();
  expect(offer.limit.availableCents).toBe(8_000_000);
  expect((await rewards(who)).maximumCents).toBe(8_000_000);
});

test('L16 a used or expired reward is not given again', async () => {
  const who = await acceptedBorrower(server);
  await claim(who);
  await advanceDays(server, 120, who);
  expect((await claim(who)).json()).toMatchObject({ state: 'already' });
});

test('G15 while off, nothing is offered and a claim is refused', async () => {
  const off = edited<Settings>(shippedFiles(), 'flows/settings.json', ({ features }) => void (features['homescreenReward'] = false));
  await server.publish(off);
  const who = await newBorrower(server);
  const answer = await claim(who);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'featureOff']);
  expect((await rewards(who)).homescreen.offered).toBe(false);
  expect(await coupons(who)).toEqual([]);
  await server.publish(shippedFiles());
});

test('N08 a claim needs a session', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/rewards/homescreen', payload: {} });
  expect(answer.statusCode).toBe(401);
});
