import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { up as keepOriginalRules } from '../../../server/product/migrations/0016_originalRules.ts';
import { lockBalance } from '../../../server/product/loans/postings.ts';
import { areas } from '../../../server/areas.ts';
import { invariantsOf, violations, type Violation } from '../../../server/platform/invariants.ts';
import { acceptedBorrower, activeLoan, call, settle } from '../support/lending.ts';
import type { Journey } from '../support/journey.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
let borrower: Journey;
let loanId: string;
beforeAll(async () => {
  server = await startProduct();
  borrower = await acceptedBorrower(server);
  const [coupon] = (await call(server, borrower, 'GET', '/api/loans/offer')).json<{ coupons: { id: string }[] }>().coupons;
  const loan = await activeLoan(server, borrower, coupon ? { couponId: coupon.id } : {});
  loanId = loan.id;
  await settle(server, 60);
});
afterAll(() => server.close());

/** Triggers and constraints that would prevent the damage. */
const unguarded = [
  'alter table journals disable trigger user',
  'alter table journal_entries disable trigger user',
  'alter table loan_postings disable trigger user',
  'alter table coupons disable trigger user',
  'alter table coupon_events disable trigger user',
  'alter table audit_rows disable trigger user',
  'drop index loans_one_open',
];

class Undone extends Error {}

/** Returns what the checker finds after some damage, which is rolled back afterwards. */
async function foundAfter(...statements: string[]): Promise<Violation['invariant'][]> {
  const found = new Set<Violation['invariant']>();
  await server.deps.db
    .transaction()
    .execute(async (tx) => {
      for (const statement of [...unguarded, ...statements]) await sql.raw(statement).execute(tx);
      for (const { invariant } of await violations({ ...server.deps, db: tx }, checkable)) found.add(invariant);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return [...found];
}
/** The audit chain opens its own transaction and has its own tests. */
const checkable = Object.keys(invariantsOf(areas)).filter((name) => name !== 'auditVerifies');

test('a paid-out loan breaks none', async () => {
  expect(await violations(server.deps)).toEqual([]);
});

test('a loan booked before a rule change keeps the original rules, and its books balance', async () => {
  const upgrade = await server.deps.db.startTransaction().execute();
  await keepOriginalRules(upgrade as unknown as Kysely<unknown>);
  expect((await lockBalance(upgrade, loanId)).terms.rules).toBe('original');
  expect(await violations({ ...server.deps, db: upgrade }, checkable)).toEqual([]);
  await upgrade.rollback().execute();
});

describe('the checker bites', () => {
  test.each<[string, Violation['invariant'], string]>([
    [
      'a journal that does not balance',
      'journalsBalance',
      `update journal_entries set cents = cents + 1 where account = 'receivable.principal'`,
    ],
    ['entries that sum to something', 'ledgerBalances', `delete from journal_entries where account = 'liability.gst'`],
    [
      'a receivable that the postings do not explain',
      'receivablesMatchReplay',
      `update journal_entries set cents = case account when 'receivable.principal' then cents + 100 else cents - 100 end where account in ('receivable.principal', 'liability.gst')`,
    ],
    ['a posting without its journal', 'postingsAreBooked', `update journals set key = 'lost' where kind = 'disbursed'`],
    [
      'a journal with a fee in the wrong account',
      'postingsAreBooked',
      `update journal_entries set account = 'income.score_fee_2' where account = 'income.score_fee'`,
    ],
    [
      'money that the provider moved and nobody booked',
      'payoutsMatchStatement',
      `delete from journal_entries where journal_id in (select id from journals where kind = 'disbursed')`,
    ],
    [
      'money that was booked and the provider never moved',
      'payoutsMatchStatement',
      `update journals set key = 'payout:other' where kind = 'disbursed'`,
    ],
    ['a state that the postings do not explain', 'statesMatchPostings', `update loans set state = 'settled', open = false`],
    ['a day of payout in UTC', 'statesMatchPostings', `update loans set start_day = '2026-01-01'`],
    ['a loan that is paid back and counts as open', 'openAsTheStateSays', `update loans set state = 'settled', open = true`],
    ['a second payout', 'paidOutOnce', `update disbursements set paid_cents = paid_cents * 2`],
    [
      'a coupon spent twice',
      'couponsUsedOnce',
      `insert into coupon_events (coupon_id, event, from_state, to_state, at) select coupon_id, event, from_state, to_state, at from coupon_events where event = 'used'`,
    ],
    ['a coupon spent on nothing', 'couponsHaveOperations', `update coupons set used_by = 'loan:other' where state = 'used'`],
    ['a job that was given up', 'outboxDrains', `update jobs set failed_at = now(), done_at = null`],
    ['a job that nobody does', 'outboxDrains', `update jobs set done_at = null, run_at = '2020-01-01'`],
    ['a request whose answer was lost', 'answersAreKept', `insert into idempotency_keys values ('c', 'o', 'k', 'h', null, now())`],
    ['a draft that does not open', 'draftsAreReadable', `update flow_states set sealed = jsonb_set(sealed, '{bank}', '"AAAA"')`],
    ['charges above the ceiling', 'chargesUnderCaps', `update loans set terms = jsonb_set(terms, '{parameters,totalCostCapPpm}', '10000')`],
  ])('%s', async (_damage, invariant, statement) => {
    expect(await foundAfter(statement)).toContain(invariant);
    expect(await violations(server.deps)).toEqual([]);
  });

  test('a second open loan', async () => {
    const columns = (await server.deps.db.introspection.getTables()).find(({ name }) => name === 'loans')?.columns.map(({ name }) => name);
    const others = new Set(['id', 'order_number', 'nonce']);
    const same = (columns ?? []).filter((name) => !others.has(name)).join(', ');
    const copy = `insert into loans (id, order_number, nonce, ${same}) select 'copy', 'copy', 'copy', ${same} from loans where id = '${loanId}'`;
    expect(await foundAfter(copy)).toContain('oneOpenLoan');
  });
});
