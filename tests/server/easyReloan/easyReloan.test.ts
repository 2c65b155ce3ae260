import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../server/lending/index.ts';
import { createFormats } from '../../../engine/texts/formats.ts';
import { serverFormats } from '../../../server/platform/serverFormats.ts';
import { shippedUnits } from '../../support/manila.ts';
import type { Journey } from '../support/journey.ts';
import type { LoggedIn } from '../support/login.ts';
import {
  acceptedBorrower,
  activeLoan,
  advanceDays,
  call,
  consent,
  currentLoan,
  expectSound,
  prepared,
  settle,
  usualChoice,
} from '../support/lending.ts';
import { edited, sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { freshSupport, staffMember } from '../support/staff.ts';
import {
  agreeTo,
  expectRefused,
  goTo,
  preparedReloan,
  reloanOf,
  repaid,
  smsTo,
  today,
  turnedOn,
  turnOff,
  wait,
} from '../support/advance.ts';

const { currency, timeZone } = shippedUnits;
const smsTime = serverFormats(createFormats('en-PH', currency, timeZone), 'en-PH', shippedUnits).sms.dateTime;

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

/** Each loan takes about thirty transactions. */
const manyLoansMs = 120_000;
const automatic = { mode: 'automatic' } as const;
const afterSettlementSeconds = 400;

/** A borrower with an open loan who has turned Easy Re-loan on. */
async function onWithLoan(): Promise<Journey> {
  const who = await acceptedBorrower(server);
  await activeLoan(server, who);
  await turnedOn(server, who, automatic);
  return who;
}

/** Repays the open loan once it has run long enough to earn. The next one follows. */
async function nextLoan(who: LoggedIn, { couponId, days = 3 }: { couponId?: string | undefined; days?: number } = {}): Promise<void> {
  if (days > 0) await advanceDays(server, days, who);
  await repaid(server, who, couponId);
  await settle(server, afterSettlementSeconds);
  // After half an hour of such loans, the session is no longer fresh.
  who.headers = await sessionFor(server.deps, who.customerId);
}

const vouchersOf = async (who: LoggedIn) =>
  (await reloanOf(server, who)).rewards.vouchers.toReversed().map(({ amountCents, state }) => [amountCents / 100, state]);

describe('on and off', () => {
  test('L09 a consent to its costs turns it on, and it can be turned off again', async () => {
    const who = await acceptedBorrower(server);
    expect(await reloanOf(server, who)).toMatchObject({ state: 'off', mayTurnOff: false, offer: { canAgree: true } });
    const draft = await preparedReloan(server, who, automatic);
    expect(draft).toMatchObject({ mode: 'automatic', disclosure: { receivedCents: 492_100, totalDueCents: 530_000 } });
    expect(draft.markdown).toContain('The money of the next loan is sent 5 minutes after a loan is settled.');
    expectRefused(await agreeTo(server, who, '/api/easy-reloan', { ...draft, disclosureHash: 'another' }), 409, 'disclosureChanged');
    const on = (await agreeTo(server, who, '/api/easy-reloan', draft)).json();
    expect(on).toMatchObject({ state: 'on', mode: 'automatic', amountCents: 500_000, receivedCents: 492_100, mayTurnOff: true });
    expect(on).toMatchObject({ needsFirstLoan: true });
    expect(await smsTo(server, who, 'Easy Re-loan is on')).toEqual([expect.stringContaining('You take the first loan yourself')]);
    expect((await turnOff(server, who)).json()).toMatchObject({ state: 'off', mayTurnOff: false });
    expectRefused(await turnOff(server, who), 409, 'conflict');
  });

  test('L09 another consent changes it and replaces the first', async () => {
    const who = await acceptedBorrower(server);
    await turnedOn(server, who, automatic);
    const changed = await turnedOn(server, who, { mode: 'scheduled', dayOfMonth: 20 }, { amountCents: 300_000 });
    expect(changed).toMatchObject({ state: 'on', mode: 'scheduled', dayOfMonth: 20, amountCents: 300_000 });
    expect(changed.rewards).toMatchObject({ activation: 'provisional' });
    const states = await server.deps.db.selectFrom('standing_consents').select('state').where('customer_id', '=', who.customerId).execute();
    expect(states.map(({ state }) => state).toSorted()).toEqual(['agreed', 'replaced']);
  });

  test('L09 E16 cannot be turned off after one of its vouchers was used', async () => {
    const who = await onWithLoan();
    const [voucher] = (await reloanOf(server, who)).rewards.vouchers;
    await nextLoan(who, { couponId: voucher?.id });
    expect(await reloanOf(server, who)).toMatchObject({ state: 'on', mayTurnOff: false, rewards: { activation: 'used' } });
    // The SMS before the loan does not offer a refused action but names customer service.
    expect(await smsTo(server, who, 'The next Easy Re-loan')).toEqual([expect.stringMatching(/If you do not want it, call \+63/)]);
    expectRefused(await turnOff(server, who), 409, 'easyReloanVoucherUsed');
    expect(await reloanOf(server, who)).toMatchObject({ state: 'on' });
  });

  test.each([
    ['a day that is not offered', { mode: 'scheduled', dayOfMonth: 29 }, 'badRequest'],
    ['no day', { mode: 'scheduled' }, 'badRequest'],
    ['more than the limit', { mode: 'automatic', amountCents: 1_050_000 }, 'overLimit'],
  ])('refuses %s', async (_what, input, code) => {
    const who = await acceptedBorrower(server);
    expect((await call(server, who, 'POST', '/api/easy-reloan/drafts', { ...usualChoice, ...input })).json()).toMatchObject({ code });
  });
});

describe('what it gives', () => {
  test('L11 L17 the first scheduled loan gives no voucher, because no loan ran before it', async () => {
    const who = await acceptedBorrower(server);
    const { nextDay } = await turnedOn(server, who, { mode: 'scheduled', dayOfMonth: 25 });
    await goTo(server, nextDay ?? '', who);
    const { runs, rewards } = await reloanOf(server, who);
    expect(runs).toMatchObject([{ state: 'succeeded' }]);
    expect(runs[0]).not.toHaveProperty('rewardCents');
    expect(rewards).toMatchObject({ successes: 1, streak: 0 });
  });

  test('L10 the first activation gives a provisional 200; turning off before a success revokes it, and there is no second', async () => {
    const who = await acceptedBorrower(server);
    expect((await turnedOn(server, who, automatic)).rewards).toMatchObject({ activation: 'provisional', activationCents: 20_000 });
    await turnOff(server, who);
    expect(await vouchersOf(who)).toEqual([[200, 'revoked']]);
    await turnedOn(server, who, automatic);
    expect(await vouchersOf(who)).toEqual([[200, 'revoked']]);
  });

  test(
    'L10 L11 L17 each loan that follows a settled one gives 50, 70, 90, 110, 110; after the second the 200 stays',
    { timeout: manyLoansMs },
    async () => {
      const who = await onWithLoan();
      for (const [index, pesos] of [50, 70, 90, 110, 110].entries()) {
        await nextLoan(who);
        expect(await currentLoan(server, who)).toMatchObject({ state: 'active', principalCents: 500_000 });
        const { rewards, runs } = await reloanOf(server, who);
        expect(rewards).toMatchObject({ streak: index + 1, successes: index + 1, activation: index === 0 ? 'provisional' : 'permanent' });
        expect(runs[0]).toMatchObject({ state: 'succeeded', rewardCents: pesos * 100 });
      }
      expect((await smsTo(server, who, 'The next Easy Re-loan')).length).toBeGreaterThan(4);
      await turnOff(server, who);
      expect((await vouchersOf(who))[0]).toEqual([200, 'available']);
      expect((await vouchersOf(who)).map(([pesos]) => pesos)).toEqual([200, 50, 70, 90, 110, 110]);
    },
  );

  test(
    'L11 after a loan that ran too short the next one gives no voucher, and the row goes on where it stood',
    { timeout: manyLoansMs },
    async () => {
      const who = await onWithLoan();
      await nextLoan(who, { days: 0 });
      expect(await reloanOf(server, who)).toMatchObject({ rewards: { streak: 0, successes: 1 }, runs: [{ state: 'succeeded' }] });
      expect((await reloanOf(server, who)).runs[0]).not.toHaveProperty('rewardCents');
      expect(await smsTo(server, who, 'Easy Re-loan has earned you a voucher')).toEqual([]);
      await nextLoan(who);
      await nextLoan(who, { days: 2 });
      await nextLoan(who);
      expect(await reloanOf(server, who)).toMatchObject({ rewards: { streak: 2, successes: 4, activation: 'permanent' } });
      expect((await vouchersOf(who)).map(([pesos]) => pesos)).toEqual([200, 50, 70]);
    },
  );

  test('L11 a loan that cannot be sent breaks the streak, which starts again at 50', { timeout: manyLoansMs }, async () => {
    const who = await onWithLoan();
    await nextLoan(who);
    await nextLoan(who);
    server.payout.orders.order('otherFails', 3);
    await nextLoan(who);
    await settle(server, 600);
    expect(await reloanOf(server, who)).toMatchObject({
      state: 'on',
      rewards: { streak: 0, successes: 2 },
      runs: [{ reason: 'payoutFailed' }, {}, {}],
    });
    expect((await smsTo(server, who, 'an Easy Re-loan was not sent')).length).toBe(1);
    await activeLoan(server, who);
    await nextLoan(who);
    expect((await vouchersOf(who)).map(([pesos]) => pesos)).toEqual([200, 50, 70, 50]);
  });

  test('L11 L14 a loan cancelled within the day is no success, and its voucher is revoked', async () => {
    const who = await onWithLoan();
    await nextLoan(who);
    const early = await onWithLoan();
    await nextLoan(early, { days: 0 });
    const support = await staffMember(server, 'support');
    for (const { id } of [await currentLoan(server, who), await currentLoan(server, early)])
      expect((await support.call('POST', `/api/staff/loans/${id}/cancellation`, { reason: 'asked for' })).statusCode).toBe(200);
    await settle(server, 60);
    for (const each of [who, early]) {
      expect(await currentLoan(server, each)).toMatchObject({ state: 'cancelled' });
      expect(await reloanOf(server, each)).toMatchObject({ state: 'on', rewards: { streak: 0, successes: 0 } });
    }
    expect(await vouchersOf(who)).toEqual([
      [200, 'available'],
      [50, 'revoked'],
    ]);
    expect(await vouchersOf(early)).toEqual([[200, 'available']]);
    await turnOff(server, who);
    expect((await vouchersOf(who))[0]).toEqual([200, 'revoked']);
  });
});

describe('when it sends', () => {
  test('L17 on the chosen day of each month, with a notice some days before', async () => {
    const who = await acceptedBorrower(server);
    const { nextDay = '' } = await turnedOn(server, who, { mode: 'scheduled', dayOfMonth: 20 });
    expect(nextDay.endsWith('-20')).toBe(true);
    await goTo(server, addDays(nextDay, -3), who);
    // A scheduled loan never leaves before the quiet hours end.
    const turnOffUntil = new Date(`${nextDay}T09:00:00+08:00`).toISOString();
    expect(await reloanOf(server, who)).toMatchObject({ nextDay, turnOffUntil });
    expect(await smsTo(server, who, 'your next Easy Re-loan of PHP 5,000')).toEqual([
      expect.stringContaining(`turn Easy Re-loan off in the app by ${smsTime(turnOffUntil)}.`),
    ]);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'none' });
    server.clock.set(new Date(Date.parse(turnOffUntil) - 60_000));
    await wait(server, 0, who);
    expect(await reloanOf(server, who)).toMatchObject({ nextDay, turnOffUntil, runs: [] });
    await goTo(server, nextDay, who);
    expect((await reloanOf(server, who)).nextDay).not.toBe(nextDay);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'active', loanDate: nextDay });
    const { runs } = await reloanOf(server, who);
    expect(runs).toMatchObject([{ state: 'succeeded' }]);
    // There was no earlier loan.
    expect(runs[0]).not.toHaveProperty('rewardCents');
    await wait(server, 1, who);
    expect((await reloanOf(server, who)).runs).toHaveLength(1);
  });

  test('L09 SMS and screen show the deadline for turning it off, and the server enforces it', async () => {
    const who = await onWithLoan();
    await repaid(server, who);
    const { turnOffUntil = '', nextAt, mayTurnOff } = await reloanOf(server, who);
    expect([turnOffUntil, mayTurnOff]).toEqual([nextAt, true]);
    const when = smsTime(turnOffUntil);
    expect(await smsTo(server, who, 'The next Easy Re-loan')).toEqual([
      expect.stringContaining(`is sent on ${when}. If you do not want it, turn Easy Re-loan off in the app before then.`),
    ]);
    server.clock.set(new Date(Date.parse(turnOffUntil) - 1));
    expect((await turnOff(server, who)).json()).toMatchObject({ state: 'off' });
  });

  test('L17 waits some days for an open loan, then skips the day', async () => {
    const [patient, late] = [await acceptedBorrower(server), await acceptedBorrower(server)];
    for (const who of [patient, late]) await activeLoan(server, who);
    const dayOfMonth = Number(addDays(today(server), 2).slice(8));
    for (const who of [patient, late]) await turnedOn(server, who, { mode: 'scheduled', dayOfMonth: Math.min(dayOfMonth, 28) });
    const { nextDay = '' } = await reloanOf(server, patient);
    await goTo(server, nextDay, patient, late);
    expect(await reloanOf(server, patient)).toMatchObject({ waitsFor: 'openLoan', runs: [{ state: 'waiting' }] });
    await repaid(server, patient);
    await wait(server, 1, patient);
    expect(await reloanOf(server, patient)).toMatchObject({ runs: [{ state: 'succeeded' }] });
    await goTo(server, addDays(nextDay, 8), late);
    expect(await reloanOf(server, late)).toMatchObject({ runs: [{ state: 'failed', reason: 'openLoan' }] });
  });

  test('L14 L17 cancelling a loan also drops the next one that waits for it', async () => {
    const who = await acceptedBorrower(server);
    const dayOfMonth = Math.min(Number(addDays(today(server), 1).slice(8)), 28);
    await turnedOn(server, who, { mode: 'scheduled', dayOfMonth });
    const { nextDay = '' } = await reloanOf(server, who);
    await goTo(server, addDays(nextDay, -1), who);
    await activeLoan(server, who);
    await goTo(server, nextDay, who);
    expect(await reloanOf(server, who)).toMatchObject({ waitsFor: 'openLoan', runs: [{ state: 'waiting' }] });
    const support = await freshSupport(server);
    const { id } = await currentLoan(server, who);
    expect((await support.call('POST', `/api/staff/loans/${id}/cancellation`, { reason: 'asked for' })).statusCode).toBe(200);
    await wait(server, 1, who);
    expect(await currentLoan(server, who)).toMatchObject({ id, state: 'cancelled' });
    expect((await reloanOf(server, who)).runs).toMatchObject([{ state: 'cancelled', reason: 'cancelled' }]);
  });

  test('L17 sends nothing if turned off between the settlement and the next loan', async () => {
    const who = await onWithLoan();
    await repaid(server, who);
    expect(await reloanOf(server, who)).toMatchObject({ nextAt: expect.any(String), runs: [{ state: 'waiting' }] });
    await turnOff(server, who);
    await settle(server, afterSettlementSeconds);
    expect(await currentLoan(server, who)).toMatchObject({ state: 'settled' });
    expect((await reloanOf(server, who)).runs).toMatchObject([{ state: 'cancelled' }]);
  });

  test('L05 L17 a manual loan in the meantime replaces it, so only one is open', async () => {
    const who = await onWithLoan();
    await repaid(server, who);
    await consent(server, who, await prepared(server, who));
    await settle(server, afterSettlementSeconds);
    expect(await reloanOf(server, who)).toMatchObject({ runs: [{ state: 'failed', reason: 'openLoan' }] });
    const open = await server.deps.db
      .selectFrom('loans')
      .select('id')
      .where('customer_id', '=', who.customerId)
      .where('open', '=', true)
      .execute();
    expect(open).toHaveLength(1);
  });

  test(
    'terms that are worse than agreed pause it; it goes on after another consent, and the row is kept',
    { timeout: manyLoansMs },
    async () => {
      const who = await onWithLoan();
      await nextLoan(who);
      await server.publish(
        edited<{ parameters: { lateChargeCents: number } }>(
          shippedFiles(),
          'flows/lending/products/cashLoan.product.json',
          ({ parameters }) => {
            parameters.lateChargeCents = 5001;
          },
        ),
      );
      await nextLoan(who);
      expect(await currentLoan(server, who)).toMatchObject({ state: 'settled' });
      expect(await reloanOf(server, who)).toMatchObject({ state: 'paused', pausedReason: 'termsChanged', rewards: { streak: 1 } });
      expect((await smsTo(server, who, 'Easy Re-loan is paused')).length).toBe(1);
      await turnedOn(server, who, automatic);
      await activeLoan(server, who);
      await nextLoan(who);
      expect(await reloanOf(server, who)).toMatchObject({ state: 'on', rewards: { streak: 2, activation: 'permanent' } });
      await server.publish(shippedFiles());
    },
  );
});
