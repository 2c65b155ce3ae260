import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../../engine/config/settings.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { activeAccount, destinationOf, rememberPayoutAccount } from '../../../server/product/payoutAccount/accounts.ts';
import { flowCustomerOf } from '../../../server/platform/flows/flowCustomer.ts';
import type { Snapshot } from '../../../server/platform/flows/snapshot.ts';
import { textsTo } from '../repayments/support.ts';
import { auditRows } from '../support/auditRows.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, advanceDays, call, consent, prepared, withdrawn } from '../support/lending.ts';
import { agreeTo, goTo, preparedBooking, reloanOf } from '../support/advance.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

const get = async (who: Journey) => (await call(server, who, 'GET', '/api/account')).json<Record<string, unknown>>();
const finish = (who: Journey, headers: Record<string, string> = {}) => call(server, who, 'POST', '/api/account', {}, headers);
const newBank = { payoutMethod: 'bank', bankName: 'bpi', account: '998877665544', accountConfirmation: '998877665544' };
const newWallet = { payoutMethod: 'wallet', walletProvider: 'gcash', wallet: '09175550123' };

/** Saves the flow's only step and returns any response. */
async function save(who: Journey, answers: object) {
  const { revision, release } = (await call(server, who, 'GET', '/api/flows/changeBank')).json<Snapshot>();
  const headers = { 'if-match': `"${revision}"` };
  return call(server, who, 'PUT', '/api/flows/changeBank/steps/account', { release, answers }, headers);
}

/** A borrower who has settled a loan before, for which only the flag matters here. */
async function reloanBorrower(bank: Record<string, unknown> = {}): Promise<Journey> {
  const who = await acceptedBorrower(server, Object.keys(bank).length > 0 ? { bank } : {});
  await server.deps.db.updateTable('customers').set({ is_reloan: true }).where('id', '=', who.customerId).execute();
  return who;
}

const accountsOf = (who: Journey) =>
  server.deps.db.selectFrom('payout_accounts').selectAll().where('customer_id', '=', who.customerId).orderBy('created_at').execute();

async function destination(who: Journey) {
  const row = await activeAccount(server.deps.db, who.customerId);
  return row && destinationOf(server.deps, row);
}

describe('the account of an application', () => {
  test('receives the money, belongs to the payee, and is encrypted', async () => {
    const who = await acceptedBorrower(server, { bank: { account: '001234567890', accountConfirmation: '001234567890' } });
    expect(await destination(who)).toEqual({
      method: 'bank',
      institution: 'bdo',
      account: '001234567890',
      holderName: 'Maria Reyes Santos',
    });
    expect(JSON.stringify(await accountsOf(who))).not.toContain('001234567890');
    expect(await get(who)).toEqual({ method: 'bank', institution: 'bdo', masked: '•••• 7890', mayChange: false, refusal: 'notReloan' });
  });

  test('keeps a change when the application is resubmitted for another reason; a refill replaces it', async () => {
    const who = await reloanBorrower({ account: '001234500001', accountConfirmation: '001234500001' });
    await save(who, newBank);
    await finish(who);
    const customer = await flowCustomerOf(server.deps, who.customerId);
    const answers = {
      bank: { payoutMethod: 'bank', bankName: 'bdo', account: '001234500001' },
      identity: { firstName: 'Maria', lastName: 'Santos' },
    };
    const again = (source: 'application' | 'refill') =>
      server.deps.db.transaction().execute((tx) => rememberPayoutAccount(tx, server.deps, customer, answers, source));
    expect(await again('application')).toMatchObject({ institution: 'bpi', source: 'change' });
    expect(await again('refill')).toMatchObject({ institution: 'bdo', source: 'refill' });
  });
});

describe('changing it', () => {
  test('L13 L17 a booking and Easy Re-loan go to the new account: the agreement says so, the borrower is told, the screens show it', async () => {
    const who = await reloanBorrower();
    const [, day = ''] = (await call(server, who, 'GET', '/api/appointments/offer')).json<{ days: string[] }>().days;
    const draft = await preparedBooking(server, who, day);
    expect(draft.markdown).toMatch(/If you change the account in the app before the money is sent, it goes to the new one/);
    await agreeTo(server, who, '/api/appointments', draft);
    await save(who, newBank);
    await finish(who);
    await runDueJobs(server.deps);
    expect(textsTo(server, who)[0]).toMatch(/account ending in 5544, including booked loans and Easy Re-loan/);
    expect((await reloanOf(server, who)).offer.account).toMatchObject({ institution: 'bpi', masked: '•••• 5544' });
    await goTo(server, day, who);
    const paid = await server.deps.db
      .selectFrom('loans')
      .innerJoin('payout_accounts', 'payout_accounts.id', 'loans.account_id')
      .select('institution')
      .where('loans.customer_id', '=', who.customerId)
      .executeTakeFirstOrThrow();
    expect(paid).toEqual({ institution: 'bpi' });
  });

  test('S19 V11 replaces the account, keeps the old one, notifies the borrower and audits the change', async () => {
    const who = await reloanBorrower();
    expect(await get(who)).toMatchObject({ mayChange: true });
    expect((await save(who, newWallet)).statusCode).toBe(200);
    const answer = await finish(who);
    expect(answer.json()).toEqual({ masked: '•••• 0123' });
    expect(await get(who)).toMatchObject({ method: 'wallet', institution: 'gcash', masked: '•••• 0123' });
    expect(await destination(who)).toMatchObject({ account: '09175550123', holderName: 'Maria Reyes Santos' });
    const [before, after, ...others] = await accountsOf(who);
    expect(others).toEqual([]);
    expect(before?.retired_at).not.toBeNull();
    expect(after).toMatchObject({ source: 'change', retired_at: null });
    await runDueJobs(server.deps);
    expect(textsTo(server, who)[0]).toMatch(
      /your money now goes to the account ending in 0123, including booked loans and Easy Re-loan.*call \+63/,
    );
    const row = await auditRows(server.deps.db).selectAll().where('subject', '=', `account:${after?.id}`).executeTakeFirst();
    expect(row).toMatchObject({ action: 'account.changed', actor: `customer:${who.customerId}` });
    expect(row?.detail).not.toContain('0123');
  });

  test('S19 an account that another borrower submitted raises an alarm for staff; a draft alone does not', async () => {
    const [typing, other, who] = [await reloanBorrower(), await reloanBorrower(), await reloanBorrower()];
    const bank = { ...newBank, account: '661122334455', accountConfirmation: '661122334455' };
    const alarms = async () => {
      const account = (await accountsOf(who)).find(({ retired_at: retired }) => retired === null);
      await server.deps.alarms.settled();
      return server.deps.db.selectFrom('alarms').select('kind').where('subject', '=', `account:${account?.id}`).execute();
    };
    await save(typing, bank);
    await save(who, bank);
    await finish(who);
    expect(await alarms()).toEqual([]);
    await save(who, newWallet);
    await finish(who);
    await save(other, bank);
    await finish(other);
    await save(who, bank);
    await finish(who);
    expect(await alarms()).toEqual([{ kind: 'accountShared' }]);
  });

  test('L03 a loan goes to the disclosed account, or needs a new disclosure', async () => {
    const who = await reloanBorrower();
    const draft = await prepared(server, who);
    await save(who, newWallet);
    await finish(who);
    expect((await consent(server, who, draft)).json()).toMatchObject({ status: 409, code: 'disclosureChanged' });
    expect((await call(server, who, 'GET', '/api/loans/draft')).json()).not.toHaveProperty('loanId');
    const anew = await prepared(server, who);
    expect(anew.account).toMatchObject({ institution: 'gcash' });
    expect((await consent(server, who, anew)).json()).toMatchObject({ account: { institution: 'gcash' } });
  });

  test('pays out a loan that an earlier version disclosed without its account', async () => {
    const who = await reloanBorrower();
    const draft = await prepared(server, who);
    await server.deps.db.updateTable('loans').set({ account_id: null }).where('id', '=', draft.loanId).execute();
    expect((await call(server, who, 'GET', '/api/loans/draft')).json()).toHaveProperty('loanId');
    expect((await consent(server, who, draft)).statusCode).toBe(200);
  });

  test('can start again afterwards and holds no answers meanwhile', async () => {
    const who = await reloanBorrower();
    await save(who, newWallet);
    await finish(who);
    const { answers, masked, position } = (await call(server, who, 'GET', '/api/flows/changeBank')).json<Snapshot>();
    expect({ answers, masked, complete: position.complete }).toEqual({ answers: {}, masked: {}, complete: false });
    expect((await finish(who)).json()).toMatchObject({ code: 'outOfOrder', position: { step: { route: '/changeBank' } } });
    await save(who, newBank);
    expect((await finish(who)).statusCode).toBe(200);
    expect(await accountsOf(who)).toHaveLength(3);
  });

  test('V10 the account equals its confirmation', async () => {
    const who = await reloanBorrower();
    const answer = await save(who, { ...newBank, accountConfirmation: '998877665545' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ problems: [{ code: 'mismatch', path: '/accountConfirmation' }] });
  });

  test.each([
    ['an account', { payoutMethod: 'bank', bankName: 'bdo', account: '001234567777', accountConfirmation: '001234567777' }, '/account'],
    ['a wallet', { payoutMethod: 'wallet', walletProvider: 'gcash', wallet: '09179990001' }, '/wallet'],
  ])('V11 %s that is the same is refused at its field', async (_, same, path) => {
    const who = await reloanBorrower(same.payoutMethod === 'bank' ? same : {});
    if (same.payoutMethod === 'wallet') {
      await save(who, same);
      await finish(who);
      // The same number, typed without its leading 0.
      same = { ...same, wallet: '9179990001' };
    }
    const answer = await save(who, same);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'accountUnchanged', problems: [{ code: 'accountUnchanged', path }] });
  });

  test('P02 V16 only re-loan borrowers may change it, at the step and at its end', async () => {
    const who = await reloanBorrower();
    await save(who, newBank);
    await server.deps.db.updateTable('customers').set({ is_reloan: false }).where('id', '=', who.customerId).execute();
    expect((await save(who, newWallet)).json()).toMatchObject({ status: 403, code: 'notReloan' });
    expect((await finish(who)).json()).toMatchObject({ status: 403, code: 'notReloan' });
    expect(await get(who)).toMatchObject({ institution: 'bdo', mayChange: false, refusal: 'notReloan' });
  });

  test('is refused while money is on its way', async () => {
    const who = await reloanBorrower();
    await save(who, newBank);
    await withdrawn(server, who);
    expect((await save(who, newWallet)).json()).toMatchObject({ status: 409, code: 'loanDisbursing' });
    expect((await finish(who)).json()).toMatchObject({ status: 409, code: 'loanDisbursing' });
    expect(await get(who)).toMatchObject({ mayChange: false, refusal: 'disbursing' });
  });

  test('needs a fresh code once the login is old', async () => {
    const who = await reloanBorrower();
    await save(who, newBank);
    // Go in steps, so that the session does not idle out.
    for (const minutes of [15, 16]) {
      server.clock.advance(minutes * 60);
      await get(who);
    }
    expect((await finish(who)).json()).toMatchObject({ status: 403, code: 'freshCodeRequired' });
    expect((await save(who, newWallet)).json()).toMatchObject({ status: 403, code: 'freshCodeRequired' });
    await advanceDays(server, 0, who);
    expect((await finish(who)).statusCode).toBe(200);
  });

  test('E13 is refused while it is under maintenance: a switch in the settings', async () => {
    const who = await reloanBorrower();
    await save(who, newBank);
    const off = edited<Settings>(shippedFiles(), 'flows/settings.json', (settings) => (settings.features['bankChange'] = false));
    await server.publish(off);
    try {
      expect(await get(who)).toMatchObject({ mayChange: false, refusal: 'maintenance' });
      expect((await save(who, newWallet)).json()).toMatchObject({ status: 503, code: 'bankChangeMaintenance' });
      expect((await finish(who)).json()).toMatchObject({ status: 503, code: 'bankChangeMaintenance' });
    } finally {
      await server.publish(shippedFiles());
    }
  });

  test('N08 needs a session and accepts no other flow', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/api/account', payload: {} })).statusCode).toBe(401);
    expect((await server.app.inject({ method: 'GET', url: '/api/account' })).statusCode).toBe(401);
    const who = await reloanBorrower();
    expect((await call(server, who, 'POST', '/api/account', { flow: 'onboarding' })).statusCode).toBe(400);
    expect((await who.get()).position.complete).toBe(true);
  });

  test('a repeated key changes it once; of several parallel changes one wins', async () => {
    const who = await reloanBorrower();
    await save(who, newBank);
    const key = { 'idempotency-key': 'change-account-1' };
    const [first, second] = [await finish(who, key), await finish(who, key)];
    expect([first.statusCode, second.json()]).toEqual([200, first.json()]);
    await save(who, newWallet);
    const answers = await Promise.all(Array.from({ length: 6 }, () => finish(who)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
    expect((await accountsOf(who)).filter(({ retired_at: retired }) => retired === null)).toHaveLength(1);
  });
});
