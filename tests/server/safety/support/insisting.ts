import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Loan } from '../../../../server/contract/loans.ts';
import type { LoanDraft } from '../../../../server/contract/offers.ts';
import type { RepaymentOptions } from '../../../../server/contract/repayments.ts';
import type { Deps } from '../../../../server/platform/deps.ts';
import { violations } from '../../../../server/platform/invariants.ts';
import { signature, usualChoice } from '../../support/lending.ts';
import type { LoggedIn } from '../../support/login.ts';
import type { TestProviders } from '../../support/providers.ts';
import type { Killable } from './killable.ts';

/** A busy machine may take its time. */
const longestMs = 180_000;

/**
 * Borrowers whose server, or its database, comes and goes. They retry the same request under the same key until it is answered, and
 * remember what was acknowledged.
 */
export class Insisting {
  /** What the API has acknowledged with 200. */
  readonly loans = new Set<string>();
  readonly repayments = new Set<string>();
  readonly #shop: Killable;
  #nextKey = 0;

  constructor(shop: Killable) {
    this.#shop = shop;
  }

  /** Prepares a loan. Returns a function that withdraws it and resolves once that is acknowledged. */
  async withdraw(who: LoggedIn): Promise<() => Promise<void>> {
    const { loanId = '', disclosureHash, nonce } = await this.#insist<LoanDraft>(who, 'POST', '/api/loans', usualChoice);
    const [key, body] = [this.#newKey(), { disclosureHash, nonce, signature }];
    return async () => {
      const { id = '' } = await this.#insist<Loan>(who, 'POST', `/api/loans/${loanId}/withdrawal`, body, key);
      this.loans.add(id);
    };
  }

  /** The same for a full repayment. */
  async repay(who: LoggedIn): Promise<() => Promise<void>> {
    const { loanId = '', full } = await this.#insist<RepaymentOptions>(who, 'GET', '/api/repayments/options');
    const [key, body] = [this.#newKey(), { loanId, kind: 'full', expectedCents: full?.amountCents }];
    return async () => {
      const { id } = await this.#insist<{ id: string }>(who, 'POST', '/api/repayments', body, key);
      this.repayments.add(id);
    };
  }

  async untilState(who: LoggedIn, state: Loan['state']): Promise<void> {
    const deadline = Date.now() + longestMs;
    for (let loan: Loan | undefined; loan?.state !== state; await wait(50)) {
      if (Date.now() > deadline) throw new Error(`a loan stays ${loan?.state}, not ${state}`);
      loan = await this.#insist<Loan>(who, 'GET', '/api/loans/current');
    }
  }

  #newKey = () => `of-a-killed-server-${this.#nextKey++}`;

  async #insist<Body>(who: LoggedIn, method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Body> {
    const deadline = Date.now() + longestMs;
    for (;;) {
      const answer = await this.#shop.call(who, method, path, body, key);
      if (answer?.status === 200) return answer.json<Body>();
      if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json())}`);
      if (Date.now() > deadline) throw new Error(`${path} was not answered in time`);
      await wait(100);
    }
  }

  /** The final state of the books, and the state by acknowledged requests and providers. Both must be equal. */
  async inTheEnd(): Promise<{ books: object; said: object }> {
    const { payout, collection } = this.#shop.providers;
    const moved = { 'clearing.disbursement': -(await movedCents(payout)), 'clearing.collection': await movedCents(collection) };
    const said = { broken: [], failedJobs: [], loans: this.loans, repayments: this.repayments, moved };
    return { books: await this.#shop.look(booksOf), said };
  }
}

async function booksOf(deps: Deps): Promise<object> {
  const loans = await deps.db.selectFrom('loans').select('id').where('received_at', 'is not', null).execute();
  const repayments = await deps.db.selectFrom('repayments').select('id').where('state', '=', 'success').execute();
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(cents)::bigint as cents from journal_entries where account like 'clearing.%' group by account`.execute(deps.db);
  return {
    broken: await violations(deps),
    failedJobs: await deps.db.selectFrom('jobs').select('kind').where('failed_at', 'is not', null).execute(),
    loans: new Set(loans.map(({ id }) => id)),
    repayments: new Set(repayments.map(({ id }) => id)),
    moved: Object.fromEntries(rows.map(({ account, cents }) => [account, cents])),
  };
}

async function movedCents(port: TestProviders['payout'] | TestProviders['collection']): Promise<number> {
  const lines = await port.statement(new Date(0), new Date(Date.now() + 1000));
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
