import { expect } from 'vitest';
import type { Coupon } from '../../../server/contract/coupons.ts';
import type { Repayment, RepaymentOptions } from '../../../server/contract/repayments.ts';
import { grantCoupon } from '../../../server/product/coupons/grant.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { applyRepaymentEvent } from '../../../server/product/repayments/transitions.ts';
import type { RepaymentRecord } from '../../../server/product/repayments/types.ts';
import { call } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import type { ProductApp } from '../support/product.ts';

/** Grants a coupon of a type in flows/lending/coupons.json. Returns its id. */
export async function given(server: ProductApp, { customerId }: LoggedIn, type: string, grantKey = `test:${type}`): Promise<string> {
  const grant = { customerId, type, grantKey };
  const id = await server.deps.db.transaction().execute((tx) => grantCoupon(tx, server.deps, grant));
  if (id === undefined) throw new Error(`${type} was given before`);
  return id;
}

export const options = async (server: ProductApp, who: LoggedIn): Promise<RepaymentOptions> =>
  (await call(server, who, 'GET', '/api/repayments/options')).json<RepaymentOptions>();

interface Wish {
  kind?: 'full' | 'extension';
  couponId?: string;
  expectedCents?: number;
}

/** Begins a repayment of the current offer and returns any response. */
export async function begin(
  server: ProductApp,
  who: LoggedIn,
  { kind = 'full', couponId, expectedCents }: Wish = {},
  headers: Record<string, string> = {},
) {
  const offered = await options(server, who);
  const body = {
    loanId: offered.loanId ?? 'none',
    kind,
    expectedCents: expectedCents ?? offered[kind]?.amountCents ?? 0,
    ...(couponId ? { couponId } : {}),
  };
  return call(server, who, 'POST', '/api/repayments', body, headers);
}

/** The same, expecting success. */
export async function begun(server: ProductApp, who: LoggedIn, wish: Wish = {}): Promise<Repayment> {
  const answer = await begin(server, who, wish);
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<Repayment>();
}

export const repayment = async (server: ProductApp, who: LoggedIn, id: string): Promise<Repayment> =>
  (await call(server, who, 'GET', `/api/repayments/${id}`)).json<Repayment>();

export const couponState = async (server: ProductApp, id: string): Promise<Coupon['state']> =>
  (await server.deps.db.selectFrom('coupons').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/** The ledger totals of a repayment's money, by account. */
export async function entriesOf(server: ProductApp, repaymentId: string): Promise<Record<string, number>> {
  const { reference } = await rowOf(server, repaymentId);
  const rows = await server.deps.db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(['account', 'cents'])
    .where('journals.key', 'like', `%:${reference}`)
    .execute();
  const sums: Record<string, number> = {};
  for (const { account, cents } of rows) sums[account] = (sums[account] ?? 0) + cents;
  return sums;
}

/** The stored row of a repayment. */
export const rowOf = (server: ProductApp, id: string): Promise<RepaymentRecord> =>
  server.deps.db.selectFrom('repayments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** SMS texts sent to a borrower so far, newest first. Others get messages meanwhile. */
export const textsTo = (server: ProductApp, { phone }: LoggedIn): string[] =>
  server.sms.outbox.filter(({ to }) => to.endsWith(phone)).map(({ text }) => text);

/** Money in suspense, as an older version left it: the provider has it, but the loan does not. */
export async function heldMoney(server: ProductApp, who: LoggedIn, wish: Wish = {}): Promise<string> {
  const { id } = await begun(server, who, wish);
  await runDueJobs(server.deps);
  const { reference, ...row } = await rowOf(server, id);
  server.collection.provider.settle(reference);
  const set = { paid_cents: row.amount_cents, paid_at: server.clock.now(), mismatch: true, reason: 'held' };
  await server.deps.db
    .transaction()
    .execute((tx) => applyRepaymentEvent(tx, server.deps, { reference, ...row }, { name: 'mismatched', set }, 'collection'));
  return id;
}
