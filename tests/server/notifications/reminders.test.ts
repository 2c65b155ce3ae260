import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { extensionQuote } from '../../../server/lending/index.ts';
import { balanceOfLoan, bookPosting } from '../../../server/product/loans/postings.ts';
import { manilaDay } from '../../support/manila.ts';
import { notify } from '../../../server/platform/notifications/notify.ts';
import { releaseOf } from '../../support/compiled.ts';
import { begun } from '../repayments/support.ts';
import { acceptedBorrower, activeLoan, currentLoan, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { edited, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeEach(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-03-10T12:00+08:00'));
});
afterEach(() => server.close());

const at = (manila: string) => server.clock.set(new Date(`${manila}+08:00`));

/** Returns what this hour's jobs send. */
async function sentNow(): Promise<string[]> {
  const before = server.sms.outbox.length;
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  return server.sms.outbox.slice(0, server.sms.outbox.length - before).map(({ text }) => text);
}

/** A loan of ₱5,000 for 30 days, due on April 9. */
async function borrow(): Promise<Journey> {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower);
  expect(await dueDate(borrower)).toBe('2026-04-09');
  await sentNow();
  return borrower;
}

async function dueDate(borrower: Journey): Promise<string | undefined> {
  borrower.headers = await sessionFor(server.deps, borrower.customerId);
  return (await currentLoan(server, borrower)).dueDate;
}

/** Books an extension of the active loan as if it had been paid for now. */
async function extend(): Promise<void> {
  const { deps } = server;
  const loan = await deps.db.selectFrom('loans').select(['id', 'terms']).where('state', '=', 'active').executeTakeFirstOrThrow();
  const day = manilaDay(deps.clock.now());
  const quote = extensionQuote(await balanceOfLoan(deps.db, loan), day);
  if ('refused' in quote) throw new Error(quote.refused);
  const posting = { type: 'extension', day, cashCents: quote.amountCents, couponCents: 0 } as const;
  await deps.db.transaction().execute((tx) => bookPosting(tx, deps, loan.id, `extension:${loan.id}`, posting));
}

test('one reminder each before, on and after the due date, with the amount that settles the loan', async () => {
  await borrow();
  const sent: [string, string][] = [];
  for (let day = 5; day < 18; day++) {
    for (const hour of [9, 16]) {
      at(`2026-04-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:30`);
      for (const text of await sentNow()) sent.push([manilaDay(server.clock.now()), text]);
    }
  }
  expect(sent).toEqual([
    ['2026-04-06', 'Hakbang: PHP 5,300 is due on April 9, 2026. To settle your loan today instead, pay PHP 5,270 in the app.'],
    [
      '2026-04-08',
      'Hakbang: PHP 5,300 is due tomorrow, April 9, 2026. To settle your loan today instead, pay PHP 5,290 in the app. You can also extend it there.',
    ],
    ['2026-04-09', 'Hakbang: your loan is due today, April 9, 2026. PHP 5,300 settles it. You can pay or extend it in the app.'],
    [
      '2026-04-10',
      expect.stringMatching(
        /^Hakbang: your loan was due on April 9, 2026\. PHP 5,3\d\d(\.\d\d)? settles it today\. If paying is difficult/,
      ),
    ],
    [
      '2026-04-16',
      expect.stringMatching(/^Hakbang: your loan was due on April 9, 2026\. PHP 5,[34]\d\d(\.\d\d)? settles it today\. We can/),
    ],
  ]);
});

test('no reminder is sent before nine in the morning or after six in the evening', async () => {
  await borrow();
  for (const time of ['00:00', '08:59', '18:00', '23:30']) {
    at(`2026-04-09T${time}`);
    expect(await sentNow()).toEqual([]);
  }
  at('2026-04-09T17:59');
  expect(await sentNow()).toHaveLength(1);
});

test("a reminder is in the borrower's language", async () => {
  const borrower = await borrow();
  await server.app.inject({ method: 'PUT', url: '/api/customer/language', payload: { language: 'fil' }, headers: borrower.headers });
  at('2026-04-09T10:00');
  expect(await sentNow()).toEqual([
    'Hakbang: ngayon, Abril 9, 2026, ang takdang araw ng loan mo. PHP 5,300 ang kabuuan. Puwede mo itong bayaran o humingi ng palugit sa app.',
  ]);
});

test('after an outage the gateway sends later that day, but no outdated messages', async () => {
  await borrow();
  at('2026-04-08T10:00');
  server.sms.failNext(1);
  expect(await sentNow()).toEqual([]);
  server.clock.advance(5);
  expect(await sentNow()).toHaveLength(1);
  at('2026-04-09T17:00');
  server.sms.failNext(1);
  expect(await sentNow()).toEqual([]);
  at('2026-04-10T00:30');
  expect(await sentNow()).toEqual([]);
});

test('a reminder in the quiet hours is sent once in the morning with the current amount', async () => {
  await borrow();
  at('2026-04-09T17:58');
  server.sms.failNext(1);
  expect(await sentNow()).toEqual([]);
  at('2026-04-09T18:01');
  expect(await sentNow()).toEqual([]);
  at('2026-04-10T00:57');
  expect(await sentNow()).toEqual([]);
  at('2026-04-10T09:01');
  expect(await sentNow()).toEqual([expect.stringMatching(/was due on April 9, 2026\. PHP 5,3\d\d(\.\d\d)? settles it today/)]);
});

describe('quiet hours', () => {
  const say = (textKey: string) =>
    server.deps.db.transaction().execute(async (tx) => {
      const { id } = await tx.selectFrom('customers').select('id').executeTakeFirstOrThrow();
      const values = { order: 'HK-1', amountCents: 100, leftCents: 100, owedCents: 0, day: '2026-04-09' };
      await notify(tx, server.deps, id, textKey, values, { key: `${textKey}:${server.clock.now().getTime()}` });
    });

  test('messages that can wait are sent in the morning, replies to the borrower at once', async () => {
    await borrow();
    at('2026-03-10T22:00');
    await say('repayment.failed');
    await say('repayment.settled');
    expect(await sentNow()).toEqual([expect.stringContaining('is paid in full')]);
    at('2026-03-11T08:59');
    expect(await sentNow()).toEqual([]);
    at('2026-03-11T09:00');
    expect(await sentNow()).toEqual([expect.stringContaining('we received no payment')]);
  });

  test('a login on a new device is reported at once, even at night', async () => {
    await borrow();
    at('2026-03-10T23:00');
    await say('newDevice');
    expect(await sentNow()).toEqual([expect.stringContaining('new device')]);
  });

  test('an SMS delayed into the night waits for the morning', async () => {
    await borrow();
    at('2026-03-10T17:59');
    await say('repayment.failed');
    server.sms.failNext(1);
    expect(await sentNow()).toEqual([]);
    at('2026-03-10T23:00');
    expect(await sentNow()).toEqual([]);
    at('2026-03-11T09:00');
    expect(await sentNow()).toHaveLength(1);
  });

  test('come from JSON; a missing text does not compile', async () => {
    await borrow();
    await server.publish(
      edited<{ quietHours: { from: number } }>(shippedFiles(), 'flows/sms.json', (sms) => void (sms.quietHours.from = 22)),
    );
    at('2026-03-10T21:00');
    await say('repayment.failed');
    expect(await sentNow()).toHaveLength(1);
    const nonsense = edited<{ atOnce: string[] }>(shippedFiles(), 'flows/sms.json', (sms) => void sms.atOnce.push('nonsense'));
    await expect(releaseOf(nonsense)).rejects.toThrow(/flows\/sms\.json/);
    const night = edited<{ quietHours: { from: number } }>(shippedFiles(), 'flows/sms.json', (sms) => void (sms.quietHours.from = 23));
    await expect(releaseOf(night)).rejects.toThrow(/flows\/sms\.json/);
  });

  test('a failed payment is not reported after money arrived', async () => {
    const borrower = await borrow();
    at('2026-03-10T22:00');
    borrower.headers = await sessionFor(server.deps, borrower.customerId);
    server.collection.orders.order('declinedFails');
    await begun(server, borrower);
    await settle(server, 60);
    await begun(server, borrower);
    await settle(server, 60);
    at('2026-03-11T09:00');
    expect((await sentNow()).filter((text) => text.includes('we received no payment'))).toEqual([]);
  });
});

test('a borrower who has paid gets no reminder', async () => {
  await borrow();
  at('2026-04-09T10:00');
  server.sms.failNext(1);
  expect(await sentNow()).toEqual([]);
  await server.deps.db.updateTable('loans').set({ state: 'settled', open: false }).where('state', '=', 'active').execute();
  server.clock.advance(60);
  expect(await sentNow()).toEqual([]);
});

test('a new due date has its own reminders', async () => {
  const borrower = await borrow();
  at('2026-04-09T10:00');
  expect(await sentNow()).toHaveLength(1);
  await extend();
  expect(await dueDate(borrower)).toBe('2026-04-17');
  const sent: Record<string, string[]> = {};
  for (const day of ['2026-04-10', '2026-04-14', '2026-04-17']) {
    at(`${day}T10:00`);
    sent[day] = await sentNow();
  }
  const aboutNewDay = [expect.stringContaining('April 17, 2026')];
  expect(sent).toEqual({ '2026-04-10': [], '2026-04-14': aboutNewDay, '2026-04-17': aboutNewDay });
});
