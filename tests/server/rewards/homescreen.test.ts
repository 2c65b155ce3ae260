import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../../engine/config/settings.ts';
import type { HomescreenClaim, Rewards } from '../../../server/contract/serviceOperations.ts';
import type { LoanOffer } from '../../../server/contract/lending.ts';
import { acceptedBorrower, advanceDays, call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { edited, newBorrower, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

const claim = (who: LoggedIn) => call(server, who, 'POST', '/api/rewards/homescreen', {});
const rewards = async (who: LoggedIn) => (await call(server, who, 'GET', '/api/rewards')).json<Rewards>();
const coupons = (who: LoggedIn) =>
  server.deps.db.selectFrom('coupons').selectAll().where('customer_id', '=', who.customerId).where('type', '=', 'addDesktop').execute();

test('L16 the homescreen gives a 200 voucher and raises the limit, once a person', async () => {
  const who = await acceptedBorrower(server);
  expect((await rewards(who)).homescreen).toMatchObject({ offered: true, claimed: false, couponCents: 20_000, boostCents: 100_000 });
  const before = (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>().limit;

  expect((await claim(who)).json()).toEqual({ state: 'granted', couponCents: 20_000, boostCents: 100_000 });
  expect((await claim(who)).json()).toEqual({ state: 'already', couponCents: 0, boostCents: 0 });

  expect(await coupons(who)).toMatchObject([{ kind: 'addDesktop', amount_cents: 20_000, full_repayment_only: true, state: 'available' }]);
  const after = (await call(server, who, 'GET', '/api/loans/offer')).json<LoanOffer>().limit;
  expect(after.availableCents - before.availableCents).toBe(100_000);
  expect((await rewards(who)).homescreen.claimed).toBe(true);
  const rows = await server.deps.db.selectFrom('audit_rows').select('detail').where('subject', '=', `customer:${who.customerId}`).execute();
  expect(rows.filter(({ detail }) => detail.includes('couponCents'))).toHaveLength(1);
});

test('L16 of fifty claims at once one is rewarded', async () => {
  const who = await newBorrower(server);
  const answers = await Promise.all(Array.from({ length: 50 }, () => claim(who)));
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

test('L16 what was spent or has expired is not given again', async () => {
  const who = await acceptedBorrower(server);
  await claim(who);
  await advanceDays(server, 120, who);
  expect((await claim(who)).json()).toMatchObject({ state: 'already' });
});

test('G15 switched off, nothing is offered and a claim is refused', async () => {
  const off = edited<Settings>(shippedFiles(), 'flows/settings.json', ({ features }) => void (features['homescreenReward'] = false));
  await server.publish(off);
  const who = await newBorrower(server);
  const answer = await claim(who);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'featureOff']);
  expect((await rewards(who)).homescreen.offered).toBe(false);
  expect(await coupons(who)).toEqual([]);
  await server.publish(shippedFiles());
});

test('N08 without a session nobody claims', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/rewards/homescreen', payload: {} });
  expect(answer.statusCode).toBe(401);
});
