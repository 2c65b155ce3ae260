import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message, Unread } from '../../../server/contract/messages.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { notify } from '../../../server/platform/notifications/notify.ts';
import { acceptedBorrower, activeLoan, call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

interface Page {
  items: Message[];
  next?: string;
}
const list = async (who: LoggedIn, query: string) => (await call(server, who, 'GET', `/api/messages?${query}`)).json<Page>();
const unread = async (who: LoggedIn) => (await call(server, who, 'GET', '/api/messages/unread')).json<Unread>();
const tell = async (who: LoggedIn, text: string, key: string, values = {}) => {
  await server.deps.db
    .transaction()
    .execute((tx) => notify(tx, server.deps, who.customerId, text, values, { key: `${who.customerId}:${key}` }));
  await runDueJobs(server.deps);
};

test("S17 the message centre shows every SMS in the reader's language, with a link to its screen", async () => {
  const who = await newBorrower(server);
  await tell(who, 'reminder.soon', 'soon', { amountCents: 514_000, day: '2026-04-01' });
  const { items } = await list(who, 'kind=notify');
  expect(items).toMatchObject([{ kind: 'notify', title: 'Your loan is due soon', read: false, icon: 'calendar', go: '/repay' }]);
  expect(items[0]?.text).toBe('It is due on April 1, 2026. When we wrote to you, ₱5,140 settled it in full.');
  const [inFilipino] = (await list(who, 'kind=notify&language=fil')).items;
  expect(inFilipino?.text).toContain('Abril 1, 2026');
});

test('S17 only the key of a message is stored in plain text', async () => {
  const who = await newBorrower(server);
  await tell(who, 'reminder.soon', 'sealed', { amountCents: 987_600, day: '2026-04-01' });
  const row = await server.deps.db.selectFrom('messages').selectAll().where('customer_id', '=', who.customerId).executeTakeFirstOrThrow();
  expect(row.notice).toBe('reminder.soon');
  expect(JSON.stringify(row)).not.toContain('987600');
});

test('S17 a failing gateway neither hides nor repeats a message', async () => {
  const who = await newBorrower(server);
  server.sms.failNext(1);
  await tell(who, 'accountChanged', 'failing');
  expect((await list(who, 'kind=notify')).items).toHaveLength(1);
  server.clock.advance(5);
  await runDueJobs(server.deps);
  expect((await list(who, 'kind=notify')).items).toHaveLength(1);
});

test('S17 unread messages count until they are read, one by one or all at once', async () => {
  const who = await newBorrower(server);
  await tell(who, 'accountChanged', 'one');
  server.clock.advance(1);
  await tell(who, 'loan.cancelled', 'two', { order: 'A-1' });
  expect(await unread(who)).toMatchObject({ notify: 2 });
  const [newest] = (await list(who, 'kind=notify')).items;
  expect(newest?.title).toBe('Your loan was cancelled');
  const after = await call(server, who, 'PUT', `/api/messages/${newest?.id}/read`);
  expect(after.json()).toMatchObject({ notify: 1 });
  expect((await call(server, who, 'GET', `/api/messages/${newest?.id}`)).json()).toMatchObject({ read: true });
  expect((await call(server, who, 'POST', '/api/messages/read', {})).json()).toEqual({ activity: 0, notify: 0, total: 0 });
});

test('S17 a long list has pages and shows each message once', async () => {
  const who = await newBorrower(server);
  for (let number = 0; number < 45; number++) {
    server.clock.advance(1);
    await server.deps.db
      .transaction()
      .execute((tx) =>
        notify(tx, server.deps, who.customerId, 'loan.cancelled', { order: `A-${number}` }, { key: `${who.customerId}:${number}` }),
      );
  }
  while ((await runDueJobs(server.deps)) > 0);
  const pages: Page[] = [await list(who, 'kind=notify')];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) pages.push(await list(who, `kind=notify&cursor=${next}`));
  expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 5]);
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(45);
});

test('S17 an activity is shown to its audience on its days, and stays read', async () => {
  const who = await newBorrower(server);
  const shown = async () => (await list(who, 'kind=activity')).items.map(({ id }) => id);
  expect(await shown()).toContain('activity-welcome');
  expect(await shown()).not.toContain('activity-onTime');
  await call(server, who, 'PUT', '/api/messages/activity-welcome/read');
  expect((await list(who, 'kind=activity')).items.find(({ id }) => id === 'activity-welcome')?.read).toBe(true);
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower);
  expect((await list(borrower, 'kind=activity')).items.map(({ id }) => id)).toContain('activity-onTime');
});

test('S17 nobody can read or mark the messages of others, and attempts are logged', async () => {
  const owner = await newBorrower(server);
  const other = await acceptedBorrower(server);
  await tell(owner, 'accountChanged', 'private');
  const id = (await list(owner, 'kind=notify')).items[0]?.id;
  expect((await call(server, other, 'GET', `/api/messages/${id}`)).statusCode).toBe(404);
  expect((await call(server, other, 'PUT', `/api/messages/${id}/read`)).statusCode).toBe(404);
  expect((await list(owner, 'kind=notify')).items[0]?.read).toBe(false);
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'foreignId', message: id }));
  expect((await server.app.inject({ method: 'GET', url: '/api/messages?kind=notify' })).statusCode).toBe(401);
});
