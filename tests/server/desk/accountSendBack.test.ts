import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerPage } from '../../../server/contract/staff/customers.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { activeAccount, destinationOf } from '../../../server/product/payoutAccount/accounts.ts';
import { auditRows } from '../support/auditRows.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, call, currentLoan, expectSound, settle, withdrawn } from '../support/lending.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { staffMember, type StaffMember } from '../support/staff.ts';

let server: DeskApp;
beforeAll(async () => {
  server = await startDesk();
});
afterAll(async () => {
  await expectSound(server);
  await server.close();
});

let people = 0;
const support = (): Promise<StaffMember> => staffMember(server, 'support', `support-${(people += 1)}`);
const path = ({ customerId }: Journey, rest = '') => `/api/staff/customers/${customerId}${rest}`;
const sendBack = async (borrower: Journey, who?: StaffMember) =>
  (who ?? (await support())).call('POST', path(borrower, '/account-corrections'), { fault: 'bankDetails' });
const pageOf = async (borrower: Journey) => (await (await support()).call('GET', path(borrower))).json<CustomerPage>();

async function correct(borrower: Journey, account: string): Promise<void> {
  await borrower.get();
  await borrower.save('bank', { payoutMethod: 'bank', bankName: 'bpi', account, accountConfirmation: account });
  await borrower.get();
  await borrower.walkTo('nowhere');
  expect((await borrower.submit()).json()).toMatchObject({ state: 'accepted' });
}

const accountOf = async ({ customerId }: Journey) => {
  const row = await activeAccount(server.deps.db, customerId);
  return row && (await destinationOf(server.deps, row)).account;
};

describe('D08 another payout account', () => {
  test('is asked for after a preview of what she will read; she corrects it and is decided anew', async () => {
    const borrower = await acceptedBorrower(server);
    expect(await pageOf(borrower)).toMatchObject({
      account: expect.stringMatching(/^BDO Unibank •••• \d{4}$/),
      accountCorrection: 'possible',
    });
    const who = await support();
    const preview = await who.call('POST', path(borrower, '/account-correction-previews'), { fault: 'bankDetails' });
    expect(preview.json()).toMatchObject({
      language: 'en',
      sms: expect.stringContaining('please check your account in the app'),
      fields: [
        { id: 'bank.bankName', label: 'Bank', reason: expect.any(String) },
        { id: 'bank.account', label: 'Account number' },
      ],
    });
    expect(await pageOf(borrower)).toMatchObject({ accountCorrection: 'possible' });
    expect((await sendBack(borrower, who)).json()).toEqual({ state: 'bankRefill' });
    const audited = await auditRows(server.deps.db).selectAll().where('action', '=', 'account.sentBack').execute();
    expect(audited.at(-1)).toMatchObject({ actor: `staff:${who.id}`, subject: `customer:${borrower.customerId}` });
    expect(audited.at(-1)?.detail).toContain('bankDetails');
    expect(await pageOf(borrower)).toMatchObject({ accountCorrection: 'asked' });
    expect((await sendBack(borrower)).json()).toMatchObject({ status: 422, code: 'accountAsked' });
    await correct(borrower, '5566778899');
    expect(await accountOf(borrower)).toBe('5566778899');
  });

  test('a payout that has not been sent waits for it: the same loan, with its coupon, goes to the new account', async () => {
    const borrower = await acceptedBorrower(server);
    const { coupons } = (await call(server, borrower, 'GET', '/api/loans/offer')).json<{ coupons: { id: string }[] }>();
    const couponId = coupons[0]?.id ?? '';
    const { id } = await withdrawn(server, borrower, { couponId });
    const couponState = async () =>
      (await server.deps.db.selectFrom('coupons').select('state').where('id', '=', couponId).executeTakeFirstOrThrow()).state;
    expect((await sendBack(borrower)).json()).toEqual({ state: 'bankRefill', loanId: id });
    expect(await currentLoan(server, borrower)).toMatchObject({ id, state: 'bankRefill' });
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ id, state: 'bankRefill' });
    expect(await couponState()).toBe('reserved');
    await correct(borrower, '5566000011');
    await settle(server);
    expect(await currentLoan(server, borrower)).toMatchObject({ id, state: 'active' });
    const attempts = await server.deps.db
      .selectFrom('disbursements')
      .select(['attempt', 'state', 'reason'])
      .where('loan_id', '=', id)
      .orderBy('attempt')
      .execute();
    expect(attempts).toEqual([
      { attempt: 1, state: 'failed', reason: 'bankDetails' },
      { attempt: 2, state: 'paid', reason: null },
    ]);
    expect(await couponState()).toBe('used');
    expect(await accountOf(borrower)).toBe('5566000011');
  });

  test('a payout that stops after its job has read it is not sent', async () => {
    const borrower = await acceptedBorrower(server);
    const { id } = await withdrawn(server, borrower);
    const who = await support();
    let stopped: Promise<{ statusCode: number }> | undefined;
    const between: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isAttempt = result.rows.some((row) => row['loan_id'] === id && row['state'] === 'waiting');
        if (isAttempt && !stopped) await (stopped = sendBack(borrower, who));
        return result;
      },
    };
    await runDueJobs({ ...server.deps, db: server.deps.db.withPlugin(between) });
    expect((await stopped)?.statusCode).toBe(200);
    await settle(server);
    const { reference, state } = await server.deps.db
      .selectFrom('disbursements')
      .selectAll()
      .where('loan_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('failed');
    expect(await server.deps.ports.payout.status(reference)).toBeUndefined();
  });

  test('is not asked for while the money is on its way, nor after the loan was paid out', async () => {
    const borrower = await acceptedBorrower(server);
    await withdrawn(server, borrower);
    await runDueJobs(server.deps);
    expect(await pageOf(borrower)).toMatchObject({ accountCorrection: 'onTheWay' });
    expect((await sendBack(borrower)).json()).toMatchObject({ status: 422, code: 'accountOnTheWay' });
    await settle(server);
    expect(await pageOf(borrower)).toMatchObject({ accountCorrection: 'openLoan' });
    expect((await sendBack(borrower)).json()).toMatchObject({ status: 409, code: 'openLoan' });
  });
});

test('D08 a coupon is shown by its name', async () => {
  const borrower = await acceptedBorrower(server);
  await activeLoan(server, borrower);
  expect((await pageOf(borrower)).coupons.map(({ title }) => title)).toContain('Welcome coupon');
});
