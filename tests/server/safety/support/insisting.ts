import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Loan, LoanDraft, RepaymentOptions } from '../../../../server/contract/lending.ts';
import { violations } from '../../../../server/modules/ledger/invariants.ts';
import { signature, usualChoice } from '../../support/lending.ts';
import type { LoggedIn } from '../../support/login.ts';
import type { TestProviders } from '../../support/providers.ts';
import type { Killable } from './killable.ts';

/** A machine that does other things as well may take its time. */
const longestMs = 180_000;

/**
 * Borrowers whose server, or its database, comes and goes: they ask until they are answered, with the same request under the same
 * key, and remember what was acknowledged.
 */
export class Insisting {
  /** What the API has answered 200 to. */
  readonly loans = new Set<string>();
  readonly repayments = new Set<string>();
  readonly #shop: Killable;
  #nextKey = 0;

  constructor(shop: Killable) {
    this.#shop = shop;
  }

  /** Makes a loan ready; answers how to withdraw it, which resolves once that is acknowledged. */
  async withdraw(who: LoggedIn): Promise<() => Promise<void>> {
    const { loanId = '', disclosureHash, nonce } = await this.#insist<LoanDraft>(who, 'POST', '/api/loans', usualChoice);
    const [key, body] = [this.#newKey(), { disclosureHash, nonce, signature }];
    return async () => {
      const { id = '' } = await this.#insist<Loan>(who, 'POST', `/api/loans/${loanId}/withdrawal`, body, key);
      this.loans.add(id);
    };
  }

  /** The same of a repayment in full. */
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

  /** Nothing that was acknowledged is lost, and the books say what the providers say. */
  async expectNothingLost(): Promise<void> {
    const { payout, collection } = this.#shop.providers;
    await this.#shop.look(async (deps) => {
      expect(await violations(deps)).toEqual([]);
      const loans = await deps.db.selectFrom('loans').select('id').where('received_at', 'is not', null).execute();
      expect(new Set(loans.map(({ id }) => id))).toEqual(this.loans);
      const repayments = await deps.db.selectFrom('repayments').select('id').where('state', '=', 'success').execute();
      expect(new Set(repayments.map(({ id }) => id))).toEqual(this.repayments);
      const { rows } = await sql<{ account: string; cents: number }>`
        select account, sum(cents)::bigint as cents from journal_entries where account like 'clearing.%' group by account`.execute(deps.db);
      expect(Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))).toEqual({
        'clearing.disbursement': -(await movedCents(payout)),
        'clearing.collection': await movedCents(collection),
      });
      expect(await deps.db.selectFrom('jobs').select('kind').where('failed_at', 'is not', null).execute()).toEqual([]);
    });
  }
}

async function movedCents(port: TestProviders['payout'] | TestProviders['collection']): Promise<number> {
  const lines = await port.statement(new Date(0), new Date(Date.now() + 1000));
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
