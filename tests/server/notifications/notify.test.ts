import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { notify } from '../../../server/platform/notifications/notify.ts';
import type { TextValues } from '../../../server/platform/texts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { logIn, type LoggedIn } from '../support/login.ts';
import { fixedReleases, manifestWith } from '../support/releases.ts';

const texts = {
  en: { sms: { loginCode: '{{code}}', due: 'Pay {{amountCents, money}} by {{day, date}}.' } },
  fil: { sms: { due: 'Magbayad ng {{amountCents, money}} hanggang {{day, date}}.' } },
};
const offered = ['en', 'fil'].map((code) => ({ code, locale: `${code}-PH`, name: code }));

let server: TestApp;
let who: LoggedIn;
beforeEach(async () => {
  const base = manifestWith({ serverTexts: texts });
  const settings = { ...base.settings, languages: { ...base.settings.languages, offered } };
  server = await startTestApp({ releases: fixedReleases({ ...base, settings }) });
  who = await logIn(server);
});
afterEach(() => server.close());

const due = { amountCents: 520_000, day: '2026-04-01' };
const tell = (textKey: string, values: TextValues, key: string) =>
  server.deps.db.transaction().execute((tx) => notify(tx, server.deps, who.customerId, textKey, values, { key }));
const sent = () => server.sms.outbox.map(({ text }) => text);

test("an SMS goes out once, to the customer's number, with amount and day in the format of the language", async () => {
  await tell('due', due, 'loan:1:due');
  await tell('due', due, 'loan:1:due');
  await runDueJobs(server.deps);
  await runDueJobs(server.deps);
  expect(server.sms.outbox.filter(({ text }) => text.startsWith('Pay'))).toMatchObject([
    { to: '+639171234567', text: 'Pay PHP 5,200 by April 1, 2026.', id: expect.stringMatching(/^job-\d+$/) as string },
  ]);
});

test("G03 an SMS uses the customer's language at the time it is sent", async () => {
  await tell('due', due, 'loan:1:due');
  await server.app.inject({ method: 'PUT', url: '/api/customer/language', payload: { language: 'fil' }, headers: who.headers });
  await runDueJobs(server.deps);
  expect(sent()[0]).toBe('Magbayad ng PHP 5,200 hanggang Abril 1, 2026.');
});

test('a refused SMS is retried, and the job holds no personal data', async () => {
  server.sms.failNext(1);
  await tell('due', { ...due, amountCents: 520_050 }, 'loan:1:due');
  await runDueJobs(server.deps);
  expect(sent()).toHaveLength(1);
  const job = await server.deps.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(job)).not.toContain('917123');
  server.clock.advance(5);
  await runDueJobs(server.deps);
  expect(sent()[0]).toBe('Pay PHP 5,200.50 by April 1, 2026.');
});

test('an outdated message is not sent', async () => {
  const notAfter = new Date(server.clock.now().getTime() + 60_000);
  const about = (key: string) =>
    server.deps.db.transaction().execute((tx) => notify(tx, server.deps, who.customerId, 'due', due, { key, notAfter }));
  await about('loan:1:due');
  await runDueJobs(server.deps);
  expect(sent()).toHaveLength(2);
  await about('loan:2:due');
  server.clock.advance(60);
  await runDueJobs(server.deps);
  expect(sent()).toHaveLength(2);
});

test('a missing text raises an alarm and does not roll back the event', async () => {
  await tell('nowhere', {}, 'loan:1:nowhere');
  for (let attempt = 0; attempt < 10; attempt++) {
    await runDueJobs(server.deps);
    server.clock.advance(1800);
  }
  expect(server.log).toContainEqual(expect.objectContaining({ alarm: 'jobFailed', job: 'notifications.sms' }));
});

test('after the most SMS of a day, messages are only in the message centre, but for warnings; a retry counts once', async () => {
  await server.close();
  const base = manifestWith({ serverTexts: { en: { sms: { ...texts.en.sms, newDevice: 'New device.' } } } });
  const sms = { quietHours: { from: 22, until: 6 }, atOnce: ['due'], mostPerDay: 10 };
  server = await startTestApp({ releases: fixedReleases({ ...base, other: { ...base.other, sms: { sms } } }) });
  who = await logIn(server);
  server.sms.failNext(1);
  for (let number = 1; number <= 12; number += 1) await tell('due', due, `loan:${number}:due`);
  await tell('newDevice', {}, 'login:2');
  await runDueJobs(server.deps);
  server.clock.advance(5);
  await runDueJobs(server.deps);
  const own = () => sent().filter((text) => text.startsWith('Pay')).length;
  expect(own()).toBe(10);
  expect(sent()).toContain('New device.');
  const { count } = await server.deps.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('notice', '=', 'due')
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(12);
  expect(server.log).toContainEqual(expect.objectContaining({ customerId: who.customerId, textKey: 'due', mostPerDay: 10 }));
  server.clock.advance(86_400);
  await tell('due', due, 'loan:13:due');
  await runDueJobs(server.deps);
  expect(own()).toBe(11);
});
