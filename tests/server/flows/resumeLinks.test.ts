import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { logIn, post, type LoggedIn } from '../support/login.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(() => server.close());
beforeEach(async () => {
  // All requests come from one address, whose limits are tested elsewhere.
  await server.deps.db.deleteFrom('login_counters').execute();
});

let number = 9_185_550_000;
const registered = () => logIn(server, String((number += 2500)));
const sendLink = ({ headers }: Pick<LoggedIn, 'headers'>, key?: string) =>
  post(server, '/api/flows/onboarding/links', {}, { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) });
const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
const tokenFor = async (who: LoggedIn) => tokenIn((await sendLink(who)).json<{ url: string }>().url);
const open = async (token: string, headers: Record<string, string> = {}) =>
  (await server.app.inject({ url: `/api/resume-links/${token}`, headers })).json<Record<string, unknown>>();
const requestCode = (token: string) => post(server, '/api/resume-links/codes', { token });
const unknown = 'A'.repeat(43);

test('R09 a link goes to the own number, and only its hash is stored', async () => {
  const borrower = await registered();
  const { url, maskedPhone, days } = (await sendLink(borrower)).json<{ url: string; maskedPhone: string; days: number }>();
  expect(server.sms.outbox[0]).toMatchObject({ to: `+63${borrower.phone}`, text: expect.stringContaining(url) });
  expect(url).toMatch(/\/resume\/[\w-]{43}$/);
  expect(`${url} ${maskedPhone}`).not.toContain(borrower.phone);
  expect(days).toBe(14);
  const rows = await server.deps.db.selectFrom('resume_links').selectAll().where('customer_id', '=', borrower.customerId).execute();
  const jobs = await server.deps.db.selectFrom('jobs').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([rows, jobs, server.log])).not.toContain(tokenIn(url));
});

test('R09 G09 a link leads its owner on, and alone it opens nothing', async () => {
  const borrower = await registered();
  const token = await tokenFor(borrower);
  expect(await open(token, borrower.headers)).toEqual({ state: 'yours', flow: 'onboarding' });
  expect(await open(token, (await newBorrower(server)).headers)).toEqual({ state: 'somebodyElse' });
  const { state, maskedPhone } = await open(token);
  expect([state, maskedPhone]).toEqual(['login', expect.stringMatching(/^\+63 \d{3} ••• ••\d\d$/)]);
  const flow = await server.app.inject({ url: '/api/flows/onboarding', headers: { 'x-hakbang-token': token, cookie: `session=${token}` } });
  expect(flow.statusCode).toBe(401);
});

test('R09 a code for a link logs in with one tap, under the limits of the login', async () => {
  const borrower = await registered();
  const token = await tokenFor(borrower);
  expect((await requestCode(token)).json()).toMatchObject({ code: 'tooFrequent' });
  server.clock.advance(61);
  const asked = await requestCode(token);
  expect(asked.statusCode).toBe(200);
  expect((await requestCode(token)).json()).toMatchObject({ code: 'tooFrequent' });
  const code = /\b\d{4}\b/.exec(server.sms.outbox[0]?.text ?? '')?.[0] ?? '';
  const login = await post(server, '/api/auth/sessions', { challengeId: asked.json<{ challengeId: string }>().challengeId, code });
  expect(login.json()).toMatchObject({ customerId: borrower.customerId, isNew: false });
});

test('R09 an image code is due for a link too after wrong guesses', async () => {
  const borrower = await registered();
  const token = await tokenFor(borrower);
  await server.deps.db.updateTable('login_numbers').set({ failures: 3, last_sent_at: null }).execute();
  expect((await requestCode(token)).json()).toMatchObject({ code: 'imageCodeRequired' });
  await server.deps.db.updateTable('login_numbers').set({ failures: 0 }).execute();
});

test('R09 links are limited per hour, a retry sends nothing again, and the oldest of four ends', async () => {
  const borrower = await registered();
  const first = await sendLink(borrower, 'link-retry-key-0001');
  expect((await sendLink(borrower, 'link-retry-key-0001')).json()).toEqual(first.json());
  expect(server.sms.outbox.filter(({ to, text }) => to.endsWith(borrower.phone) && text.includes('/resume/'))).toHaveLength(1);
  server.clock.advance(1);
  for (const _ of [2, 3]) expect((await sendLink(borrower)).statusCode).toBe(200);
  expect((await sendLink(borrower)).json()).toMatchObject({ code: 'tooFrequent' });
  const firstToken = tokenIn(first.json<{ url: string }>().url);
  expect(await open(firstToken)).toMatchObject({ state: 'login' });
  server.clock.advance(3600);
  const again = await logIn(server, borrower.phone);
  server.sms.failNext(1);
  expect((await sendLink(again)).json()).toMatchObject({ code: 'unavailable' });
  expect(await open(firstToken)).toMatchObject({ state: 'login' });
  const fourth = await sendLink(again);
  expect(fourth.statusCode).toBe(200);
  expect(await open(firstToken)).toEqual({ state: 'gone' });
});

test('R09 expired, unknown and deleted look the same', async () => {
  const borrower = await registered();
  const [expired, deleted] = [await tokenFor(borrower), await tokenFor(borrower)];
  await server.deps.db.transaction().execute(async (tx) => {
    for (const { erase } of server.deps.areas) await erase?.({ tx, deps: server.deps, customerId: borrower.customerId, keepPurposes: [] });
  });
  const late = await tokenFor(await registered());
  server.clock.advance(14 * 86_400);
  for (const token of [expired, deleted, late, unknown]) {
    expect(await open(token)).toEqual({ state: 'gone' });
    expect((await requestCode(token)).json()).toMatchObject({ code: 'linkGone', status: 410 });
  }
});

test('R09 a link ends when the flow is submitted', async () => {
  const borrower = await journey(server, await registered());
  const token = await tokenFor(borrower);
  await borrower.walkTo('');
  expect((await borrower.submit()).statusCode).toBe(200);
  expect(await open(token)).toEqual({ state: 'gone' });
  expect((await sendLink(borrower)).json()).toMatchObject({ code: 'alreadySent' });
});
