import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../../../server/platform/db/json.ts';
import { onPostgres } from '../support/testDatabase.ts';
import { appointmentRun } from '../../../server/product/advance/appointments/job.ts';
import { tryReserveCoupon, useCoupon } from '../../../server/product/coupons/hold.ts';
import { easyReloanRun } from '../../../server/product/advance/easyReloan/job.ts';
import { vouchersOf } from '../../../server/product/advance/easyReloan/rewards.ts';
import {
  applyEasyReloanEvent,
  lockEasyReloan,
  offColumns,
  type EasyReloanEvent,
} from '../../../server/product/advance/easyReloan/transitions.ts';
import { ProblemError } from '../../../server/platform/problem.ts';
import { addDays } from '../../../server/lending/index.ts';
import { acceptedBorrower, activeLoan, expectSound, settle } from '../support/lending.ts';
import { newBorrower, startProduct, type ProductApp } from '../support/product.ts';
import { booked, repaid, today, turnedOn } from '../support/advance.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

// The embedded database runs transactions one after another, which hides every race.
const nodes = onPostgres ? 20 : 3;

test('L05 L17 of many nodes that make the next loan in parallel one succeeds, once', async () => {
  const who = await acceptedBorrower(server);
  await activeLoan(server, who);
  await turnedOn(server, who, { mode: 'automatic' });
  await repaid(server, who);
  const { id: runId } = await server.deps.db
    .selectFrom('easy_reloan_runs')
    .select('id')
    .where('customer_id', '=', who.customerId)
    .executeTakeFirstOrThrow();
  const job = { id: 0, attempt: 1 };
  await Promise.all(Array.from({ length: nodes }, () => easyReloanRun.run(server.deps, { runId }, job)));
  const loans = await server.deps.db
    .selectFrom('loans')
    .select(['id', 'state'])
    .where('customer_id', '=', who.customerId)
    .where('open', '=', true)
    .execute();
  expect(loans).toHaveLength(1);
  await settle(server);
  expect(
    await server.deps.db
      .selectFrom('disbursements')
      .select('id')
      .where('loan_id', '=', loans[0]?.id ?? '')
      .execute(),
  ).toHaveLength(1);
});

test('L05 L13 of many nodes that process a booking in parallel one sends the money, once', async () => {
  const who = await acceptedBorrower(server);
  const { id: appointmentId } = await booked(server, who, addDays(today(server), 1));
  const job = { id: 0, attempt: 1 };
  await Promise.all(Array.from({ length: nodes }, () => appointmentRun.run(server.deps, { appointmentId }, job)));
  await settle(server);
  const loans = await server.deps.db.selectFrom('loans').select('state').where('customer_id', '=', who.customerId).execute();
  expect(loans).toEqual([{ state: 'active' }]);
  await expectSound(server);
});

type Step = 'on' | 'off' | 'success' | 'failure' | 'use';
interface Model {
  isOn: boolean;
  streak: number;
  successes: number;
  vouchers: { pesos: number; state: 'available' | 'used' | 'revoked' }[];
}

/** The expected effect of a step, as plainly as the specification says it (§4, Rewards). Returns the code of a refusal, or nothing. */
const steps: Record<Step, (model: Model) => string | undefined> = {
  on(model) {
    if (model.isOn) return 'conflict';
    model.isOn = true;
    if (model.vouchers.length === 0) model.vouchers.push({ pesos: 200, state: 'available' });
    return undefined;
  },
  off(model) {
    if (!model.isOn) return 'conflict';
    if (model.vouchers.some(({ state }) => state === 'used')) return 'easyReloanVoucherUsed';
    const [activation] = model.vouchers;
    if (model.successes === 0 && activation) activation.state = 'revoked';
    Object.assign(model, { isOn: false, streak: 0 });
    return undefined;
  },
  success(model) {
    if (!model.isOn) return 'conflict';
    model.vouchers.push({ pesos: [50, 70, 90][model.streak] ?? 110, state: 'available' });
    model.streak += 1;
    model.successes += 1;
    return undefined;
  },
  failure(model) {
    if (!model.isOn) return 'conflict';
    model.streak = 0;
    return undefined;
  },
  use(model) {
    const voucher = model.vouchers.find(({ state }) => state === 'available');
    if (voucher) voucher.state = 'used';
    return undefined;
  },
};

/** A consent to refer to. Its content does not matter here. */
async function consentOf(customerId: string): Promise<string> {
  const id = `consent-of-${customerId}`;
  const words = { product_id: 'cashLoan', principal_cents: 500_000, term_days: 30, disclosure_hash: '', nonce: id, release: '' };
  const [plan, empty] = [json({ mode: 'automatic' }), json({})];
  const unsigned = { language: null, title: null, sealed_text: null, text_hash: null, signature_id: null, agreed_at: null };
  await server.deps.db
    .insertInto('standing_consents')
    .values({
      id,
      customer_id: customerId,
      purpose: 'easyReloan',
      state: 'replaced',
      plan,
      terms: empty,
      disclosure: empty,
      created_at: new Date(0),
      ...words,
      ...unsigned,
    })
    .execute();
  return id;
}

const names = { on: 'turnedOn', off: 'turnedOff', success: 'succeeded', failure: 'failed' } as const;

async function take(step: Step, customerId: string, consentId: string, index: number): Promise<string | undefined> {
  const { deps } = server;
  // Vouchers are told apart by the time when they were granted.
  server.clock.advance(1);
  const set = { consent_id: consentId, mode: 'automatic', day_of_month: null, since: deps.clock.now(), reason: null } as const;
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (step === 'use') {
        const voucher = (await vouchersOf(tx, customerId)).find(({ state }) => state === 'available');
        const operation = `repayment:of-a-history-${customerId}-${index}`;
        if (voucher && (await tryReserveCoupon(tx, deps, { couponId: voucher.id, customerId, operation })))
          await useCoupon(tx, deps, operation);
        return;
      }
      const event: EasyReloanEvent = {
        name: names[step],
        runId: `run-${index}`,
        ...(step === 'on' ? { set } : {}),
        ...(step === 'off' ? { set: offColumns } : {}),
      };
      await applyEasyReloanEvent(tx, deps, await lockEasyReloan(tx, deps, customerId), event, 'test');
    });
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

test(
  'L09 L10 L11 random histories of turning on and off, successes, failures and uses agree with the plain words',
  { timeout: 180_000 },
  async () => {
    const history = fc.array(fc.constantFrom<Step>('on', 'on', 'off', 'success', 'success', 'failure', 'use'), { maxLength: 18 });
    await fc.assert(
      fc.asyncProperty(history, async (taken) => {
        const { customerId } = await newBorrower(server);
        const consentId = await consentOf(customerId);
        const model: Model = { isOn: false, streak: 0, successes: 0, vouchers: [] };
        for (const [index, step] of taken.entries()) expect(await take(step, customerId, consentId, index)).toBe(steps[step](model));
        const vouchers = await vouchersOf(server.deps.db, customerId);
        expect(vouchers.map(({ amount_cents: cents, state }) => ({ pesos: cents / 100, state }))).toEqual(model.vouchers);
        const row = await server.deps.db.selectFrom('easy_reloans').selectAll().where('customer_id', '=', customerId).executeTakeFirst();
        expect({ isOn: (row?.state ?? 'off') !== 'off', streak: row?.streak ?? 0, successes: row?.successes ?? 0 }).toEqual({
          isOn: model.isOn,
          streak: model.streak,
          successes: model.successes,
        });
      }),
      { numRuns: onPostgres ? 60 : 15 },
    );
  },
);
