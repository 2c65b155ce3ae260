import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../server/lending/index.ts';
import { acceptedBorrower, activeLoan, call, consent, currentLoan, expectSound, prepared, settle } from '../support/lending.ts';
import { sessionFor, startProduct, type ProductApp } from '../support/product.ts';
import { today } from '../support/advance.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
afterAll(async () => {
  await settle(server);
  await expectSound(server);
  await server.close();
});

/** Midnight in Manila. */
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`);
const noonSeconds = 12 * 3600;

describe('the day in Manila', () => {
  test('is no longer shown or accepted on another day in Manila', async () => {
    const borrower = await acceptedBorrower(server);
    const midnight = startOf(addDays(today(server), 1));
    server.clock.set(new Date(midnight.getTime() - 60_000));
    borrower.headers = await sessionFor(server.deps, borrower.customerId);
    const draft = await prepared(server, borrower);
    server.clock.set(midnight);
    expect((await call(server, borrower, 'GET', '/api/loans/draft')).json()).not.toHaveProperty('disclosure');
    expect((await consent(server, borrower, draft)).json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
  });

  test('L04 the label and the charges follow the day in Manila', async () => {
    const borrower = await acceptedBorrower(server);
    const { loanDate = '' } = await activeLoan(server, borrower, { termDays: 14 });
    const at = async (days: number, seconds: number) => {
      server.clock.set(new Date(startOf(addDays(loanDate, days)).getTime() + seconds * 1000));
      borrower.headers = await sessionFor(server.deps, borrower.customerId);
      return currentLoan(server, borrower);
    };
    expect(await at(14, -1)).toMatchObject({ label: 'expiresIn', daysLeft: 1, payoffCents: 509_100 });
    expect(await at(14, 0)).toMatchObject({ label: 'dueToday', daysLeft: 0, payoffCents: 509_800 });
    expect(await at(15, 0)).toMatchObject({ label: 'overdue', overdueDays: 1 });
    const late = await at(19, noonSeconds);
    // LV: late charge ₱50 once, penalty 0.16 % a day of ₱5,098, together at most 5 % a month of it.
    expect(late).toMatchObject({ overdueDays: 5, lateChargeCents: 4248, penaltyCents: 0, payoffCents: 514_048 });
    const aDayLater = await at(20, noonSeconds);
    expect(late.payoffTomorrowCents).toBe(aDayLater.payoffCents);
    expect(late.payoffTomorrowCents).toBeGreaterThan(514_048);
  });
});
