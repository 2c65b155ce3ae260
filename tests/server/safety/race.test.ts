import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { stableJson } from '../../../engine/form/hash.ts';
import { createApp } from '../../../server/platform/app.ts';
import { onPostgres } from '../support/testDatabase.ts';
import type { App } from '../../../server/platform/http/types.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { acceptedBorrower, activeLoan, call, consent, currentLoan, expectSound, prepared, settle, withdrawn } from '../support/lending.ts';
import type { LoggedIn } from '../support/login.ts';
import { sessionFor, startProduct, type ProductApp } from '../support/product.ts';
import { begin, options } from '../repayments/support.ts';

/** The embedded database runs transactions one after another. There this shows that it works; on PostgreSQL, that it holds. */
const attempts = onPostgres ? 50 : 6;
const pairs = onPostgres ? 10 : 2;

/** Two nodes on one database, each with a session of the same borrower. */
let server: ProductApp;
let other: App;
beforeAll(async () => {
  server = await startProduct();
  other = await createApp(server.deps);
});
afterEach(async () => {
  await settle(server);
  await expectSound(server);
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** The server as seen through each node. */
const nodes = (): [ProductApp, ProductApp] => [server, { ...server, app: other }];
const anotherTab = async (who: LoggedIn): Promise<LoggedIn> => ({ ...who, headers: await sessionFor(server.deps, who.customerId) });

interface Answer {
  statusCode: number;
  json<T>(): T;
}
const codeOf = (answer: Answer) => (answer.statusCode === 200 ? 'done' : answer.json<{ code: string }>().code);

/** Counts each kind of response. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[codeOf(answer)] = (counts[codeOf(answer)] ?? 0) + 1;
  return counts;
}

/** Counts the different responses. jsonb does not keep the order of names. */
const distinct = (answers: readonly Answer[]) => new Set(answers.map((answer) => stableJson(answer.json()))).size;

/** Runs so many at once, alternating between the nodes. */
const atOnce = <Result>(count: number, act: (node: ProductApp, index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(nodes()[index % 2 === 0 ? 0 : 1], index)));

/** The end states of a borrower's payouts, and how often the provider made each transfer. */
async function payoutsOf({ customerId }: LoggedIn): Promise<{ state: string; transfers: number }[]> {
  await settle(server);
  const rows = await server.deps.db
    .selectFrom('disbursements')
    .innerJoin('loans', 'loans.id', 'disbursements.loan_id')
    .select(['disbursements.reference', 'disbursements.state'])
    .where('customer_id', '=', customerId)
    .execute();
  const transfers = server.payout.provider.transfers();
  return rows.map(({ reference, state }) => ({ state, transfers: transfers.filter((one) => one.reference === reference).length }));
}
const paidOnce = [{ state: 'paid', transfers: 1 }];

describe('parallel withdrawals', () => {
  test(`of ${attempts} separate requests on two nodes exactly one wins and one payout is made`, async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    const tabs = [borrower, await anotherTab(borrower)];
    const answers = await atOnce(attempts, (node, index) =>
      consent(node, tabs[index % 3 === 0 ? 1 : 0] ?? borrower, draft, { 'idempotency-key': `a-withdrawal-of-its-own-${index}` }),
    );
    expect(tally(answers)).toEqual({ done: 1, openLoan: attempts - 1 });
    expect(await payoutsOf(borrower)).toEqual(paidOnce);
  });

  test(`${attempts} retries of one request all get the same answer and make one payout`, async () => {
    const borrower = await acceptedBorrower(server);
    const draft = await prepared(server, borrower);
    const answers = await atOnce(attempts, (node) => consent(node, borrower, draft, { 'idempotency-key': 'one-and-the-same-withdrawal' }));
    expect(tally(answers)).toEqual({ done: attempts });
    expect(distinct(answers)).toBe(1);
    expect(await payoutsOf(borrower)).toEqual(paidOnce);
  });

  test(`two tabs that each disclose and agree: ${pairs} pairs, one loan per borrower`, async () => {
    for (let pair = 0; pair < pairs; pair++) {
      const borrower = await acceptedBorrower(server);
      const tabs = [borrower, await anotherTab(borrower)];
      const withdrawals = await atOnce(2, async (node, index) => {
        const who = tabs[index] ?? borrower;
        const answer = await call(node, who, 'POST', '/api/loans', { productId: 'cashLoan', amountCents: 300_000, termDays: 21 });
        return answer.statusCode === 200 ? consent(node, who, answer.json()) : answer;
      });
      const counts = tally(withdrawals);
      // The draft that the other tab superseded is gone, and a loan from the other tab blocks another one.
      const { done, notFound = 0, openLoan = 0, disclosureChanged = 0, conflict = 0, ...rest } = counts;
      expect({ done, others: notFound + openLoan + disclosureChanged + conflict, rest }).toEqual({ done: 1, others: 1, rest: {} });
      expect(await payoutsOf(borrower)).toEqual(paidOnce);
    }
  });
});

describe('parallel repayments', () => {
  test(`${attempts} retries of one request all get the same answer and request one payment`, async () => {
    const borrower = await acceptedBorrower(server);
    const loan = await activeLoan(server, borrower);
    const expectedCents = (await options(server, borrower)).full?.amountCents ?? 0;
    const body = { loanId: loan.id, kind: 'full', expectedCents };
    const key = { 'idempotency-key': 'one-and-the-same-repayment' };
    const answers = await atOnce(attempts, (node) => call(node, borrower, 'POST', '/api/repayments', body, key));
    expect(tally(answers)).toEqual({ done: attempts });
    expect(distinct(answers)).toBe(1);
    await settle(server);
    const rows = await server.deps.db.selectFrom('repayments').select('state').where('loan_id', '=', loan.id).execute();
    expect(rows).toEqual([{ state: 'success' }]);
    expect(await currentLoan(server, borrower)).toMatchObject({ state: 'settled' });
  });

  test('of a parallel full repayment and extension one begins and the other is refused', async () => {
    const borrower = await acceptedBorrower(server);
    await activeLoan(server, borrower);
    const answers = await Promise.all(
      (['full', 'extension'] as const).map((kind, index) => begin(nodes()[index === 0 ? 0 : 1], borrower, { kind })),
    );
    expect(tally(answers)).toEqual({ done: 1, repaymentInProgress: 1 });
  });
});

test('exactly one of many parallel reports books a payout', async () => {
  const borrower = await acceptedBorrower(server);
  await withdrawn(server, borrower);
  server.payout.orders.order('duplicatesEvents');
  server.payout.orders.order('settlesAtOnce');
  // The first run sends. Then the provider delivers each event three times, and several workers run at once.
  await atOnce(6, () => runDueJobs(server.deps));
  server.clock.advance(5);
  await Promise.all([server.payout.provider.deliver(), ...Array.from({ length: 6 }, () => runDueJobs(server.deps))]);
  expect(await payoutsOf(borrower)).toEqual(paidOnce);
});
