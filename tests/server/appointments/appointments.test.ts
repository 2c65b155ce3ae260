import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../server/lending/index.ts';
import { setWithdrawalsPaused } from '../../../server/product/withdrawal/pause.ts';
import { auditRows } from '../support/auditRows.ts';
import type { LoggedIn } from '../support/login.ts';
import { acceptedBorrower, activeLoan, call, currentLoan, expectSound, settle, usualChoice } from '../support/lending.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { agreeTo, booked, bookingsOf, expectRefused, goTo, preparedBooking, repaid, smsTo, today, wait } from '../support/advance.ts';

let server: ProductApp;
// The clock only moves forward, because the sandbox's time does not go back with it.
beforeAll(async () => {
  server = await startProduct();
  server.clock.set(new Date('2026-06-01T02:00:00Z'));
});
afterAll(async () => {
  await settle(server);
  await expectSound(server);
  await server.close();
});

const inDays = (days: number) => addDays(today(server), days);
const offerFor = async (who: LoggedIn) => (await call(server, who, 'GET', '/api/appointments/offer')).json<{ days: string[] }>();

describe('booking', () => {
  test('L13 S31 shows the costs first, then takes the consent, then lists the booking with its agreement', async () => {
    const who = await acceptedBorrower(server);
    const offer = await offerFor(who);
    expect(offer).toMatchObject({ canAgree: true, limitCents: 1_000_000, signature: 'none' });
    expect([offer.days[0], offer.days.at(-1)]).toEqual([inDays(1), inDays(30)]);
    const day = inDays(5);
    const draft = await preparedBooking(server, who, day);
    expect(draft).toMatchObject({ day, disclosure: { receivedCents: 492_100, totalDueCents: 530_000, dueDate: addDays(day, 30) } });
    expect(draft.markdown).toContain('₱5,000.00');
    const appointment = await booked(server, who, day);
    expect(appointment).toMatchObject({ state: 'booked', day, daysLeft: 5, amountCents: 500_000, receivedCents: 492_100 });
    const { coming } = await bookingsOf(server, who);
    expect(coming).toMatchObject([{ id: appointment.id, title: 'Booking agreement and disclosure statement' }]);
    expect((await offerFor(who)).days).not.toContain(day);
    expect((await smsTo(server, who, 'is booked for')).length).toBeGreaterThan(0);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'none' });
  });

  test('L13 is attempted at most 120 times in an hour; what was done is still answered', async () => {
    const who = await acceptedBorrower(server);
    const prepare = (count: number) =>
      call(server, who, 'POST', '/api/appointments/drafts', { ...usualChoice, day: inDays(3) }, { 'idempotency-key': `prepared-${count}` });
    for (let count = 1; count <= 120; count += 1) expect((await prepare(count)).statusCode).toBe(200);
    const beyond = await prepare(121);
    expectRefused(beyond, 429, 'tooFrequent');
    expect(beyond.json()).toMatchObject({ params: { seconds: 3600 } });
    expect((await prepare(120)).statusCode).toBe(200);
    await wait(server, 1, who);
    expect((await prepare(121)).statusCode).toBe(200);
  });

  test('L13 the consent is bound to the disclosure, works once, and needs a fresh session', async () => {
    const who = await acceptedBorrower(server);
    const first = await preparedBooking(server, who, inDays(3));
    const second = await preparedBooking(server, who, inDays(4));
    const book = (draft: typeof first) => agreeTo(server, who, '/api/appointments', draft);
    expectRefused(await book(first), 409, 'disclosureChanged');
    expectRefused(await book({ ...second, disclosureHash: first.disclosureHash }), 409, 'disclosureChanged');
    expectRefused(await agreeTo(server, who, '/api/easy-reloan', second), 409, 'disclosureChanged');
    expect((await book(second)).statusCode).toBe(200);
    expectRefused(await book(second), 409, 'disclosureChanged');
    const third = await preparedBooking(server, who, inDays(5));
    await server.deps.db
      .updateTable('sessions')
      .set({ verified_at: new Date(0) })
      .where('customer_id', '=', who.customerId)
      .execute();
    expectRefused(await book(third), 403, 'freshCodeRequired');
  });

  test('the same key gets the stored answer; three parallel bookings of a day make one', async () => {
    const who = await acceptedBorrower(server);
    const draft = await preparedBooking(server, who, inDays(2));
    const answers = await Promise.all(
      [1, 2, 3].map(() => agreeTo(server, who, '/api/appointments', draft, { 'idempotency-key': 'book-once-000000001' })),
    );
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect((await bookingsOf(server, who)).coming).toHaveLength(1);
    expectRefused(await agreeTo(server, who, '/api/appointments', await preparedBooking(server, who, inDays(2))), 409, 'dayTaken');
  });

  test.each([
    ['today', 0, usualChoice, 'badRequest'],
    ['a day too far', 31, usualChoice, 'badRequest'],
    ['what is not offered', 3, { ...usualChoice, termDays: 29 }, 'badRequest'],
    ['more than the limit', 3, { ...usualChoice, amountCents: 1_050_000 }, 'overLimit'],
  ])('refuses %s', async (_what, days, choice, code) => {
    const who = await acceptedBorrower(server);
    const answer = await call(server, who, 'POST', '/api/appointments/drafts', { ...choice, day: inDays(days) });
    expect(answer.json()).toMatchObject({ code });
  });

  test('refuses more than the configuration allows', async () => {
    const who = await acceptedBorrower(server);
    for (const days of [2, 3, 4]) await booked(server, who, inDays(days), { amountCents: 100_000 });
    expect(await offerFor(who)).toMatchObject({ canAgree: false, refusal: 'tooMany', products: [] });
    expectRefused(
      await agreeTo(server, who, '/api/appointments', await preparedBooking(server, who, inDays(5))),
      409,
      'tooManyAppointments',
    );
  });
});

describe('on its day', () => {
  test('L13 a reminder goes out, then the money is sent like any withdrawal', async () => {
    const who = await acceptedBorrower(server);
    const day = inDays(3);
    const { id } = await booked(server, who, day);
    await goTo(server, addDays(day, -1), who);
    expect((await smsTo(server, who, 'will be sent on'))[0]).toContain('PHP 5,000');
    expect(await currentLoan(server, who)).toMatchObject({ state: 'none' });
    await goTo(server, day, who);
    expect(await currentLoan(server, who)).toMatchObject({
      state: 'active',
      principalCents: 500_000,
      receivedCents: 492_100,
      loanDate: day,
    });
    const { past } = await bookingsOf(server, who);
    expect(past).toMatchObject([{ id, state: 'done', loanId: expect.any(String) }]);
    const { agreement } = (await call(server, who, 'GET', '/api/agreements/latest')).json<{
      agreement: { state: string; markdown: string };
    }>();
    expect(agreement).toMatchObject({ state: 'signed' });
    const audited = await auditRows(server.deps.db)
      .select('action')
      .where('subject', 'like', '%')
      .where('actor', '=', 'appointment')
      .execute();
    expect(audited.map(({ action }) => action)).toContain('loan.withdrawn');
  });

  test('L13 a booking waits for an open loan and continues once it is settled', async () => {
    const who = await acceptedBorrower(server);
    await activeLoan(server, who);
    const day = inDays(2);
    await booked(server, who, day);
    await goTo(server, day, who);
    expect((await bookingsOf(server, who)).coming).toMatchObject([{ state: 'booked', waitsFor: 'openLoan' }]);
    await repaid(server, who);
    await wait(server, 1, who);
    expect((await bookingsOf(server, who)).past).toMatchObject([{ state: 'done' }]);
  });

  test('L13 a booking that waits too long is missed, and the borrower is notified', async () => {
    const who = await acceptedBorrower(server);
    await activeLoan(server, who);
    const day = inDays(2);
    await booked(server, who, day);
    await goTo(server, day, who);
    await goTo(server, addDays(day, 3), who);
    expect((await bookingsOf(server, who)).past).toMatchObject([{ state: 'missed', reason: 'openLoan' }]);
    expect((await smsTo(server, who, 'was not sent'))[0]).toContain('You owe nothing for it');
  });

  test('L13 a booking cancelled before its day costs nothing and sends nothing', async () => {
    const who = await acceptedBorrower(server);
    const day = inDays(2);
    const { id } = await booked(server, who, day);
    const cancel = () => call(server, who, 'POST', `/api/appointments/${id}/cancellation`, {});
    expect((await cancel()).json()).toMatchObject({ state: 'cancelled' });
    expectRefused(await cancel(), 409, 'conflict');
    await goTo(server, day, who);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'none' });
  });

  test('a booking waits for the end of a withdrawal pause', async () => {
    const who = await acceptedBorrower(server);
    const day = inDays(2);
    await booked(server, who, day);
    await setWithdrawalsPaused(server.deps, 'staff:test', true);
    await goTo(server, day, who);
    expect((await bookingsOf(server, who)).coming).toMatchObject([{ waitsFor: 'withdrawalsPaused' }]);
    await setWithdrawalsPaused(server.deps, 'staff:test', false);
    await wait(server, 1, who);
    expect((await bookingsOf(server, who)).past).toMatchObject([{ state: 'done' }]);
  });

  test('a payout that fails permanently makes the booking missed, with the reason', async () => {
    const who = await acceptedBorrower(server);
    const day = inDays(2);
    await booked(server, who, day);
    server.payout.orders.order('otherFails', 9);
    await goTo(server, day, who);
    await settle(server, 600);
    expect((await bookingsOf(server, who)).past).toMatchObject([{ state: 'missed', reason: 'payoutFailed' }]);
    server.payout.orders.clear();
  });
});

describe('what changes meanwhile', () => {
  test('L13 sends nothing if the terms are worse than agreed; better terms apply', async () => {
    const [worse, better] = [await acceptedBorrower(server), await acceptedBorrower(server)];
    const day = inDays(2);
    await booked(server, worse, day, { termDays: 30 });
    await booked(server, better, day, { termDays: 21 });
    const rate = (termDays: number, change: number) =>
      edited<{ terms: { termDays: number; parameters?: object }[] }>(
        shippedFiles(),
        'flows/lending/products/cashLoan.product.json',
        ({ terms }) => {
          for (const term of terms) if (term.termDays === termDays) term.parameters = { dailyRatePpm: 1900, lateChargeCents: change };
        },
      );
    // The late charge rises for the 30-day term. Nothing rises for the 21-day term.
    await server.publish(rate(30, 5001));
    await goTo(server, day, worse, better);
    expect((await bookingsOf(server, worse)).past).toMatchObject([{ state: 'missed', reason: 'termsChanged' }]);
    expect((await bookingsOf(server, better)).past).toMatchObject([{ state: 'done' }]);
    await server.publish(shippedFiles());
  });

  test('G15 while the feature is off, its operations are not found and nothing is sent', async () => {
    const who = await acceptedBorrower(server);
    const day = inDays(2);
    await booked(server, who, day);
    await server.publish(
      edited<{ features: Record<string, boolean> }>(shippedFiles(), 'flows/settings.json', ({ features }) => {
        features['appointment'] = false;
        features['easyReloan'] = false;
      }),
    );
    for (const url of ['/api/appointments', '/api/appointments/offer', '/api/easy-reloan'])
      expectRefused(await call(server, who, 'GET', url), 404, 'featureOff');
    await goTo(server, day, who);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'none' });
    await server.publish(shippedFiles());
    await wait(server, 1, who);
    expect((await bookingsOf(server, who)).past).toMatchObject([{ state: 'done' }]);
  });
});
