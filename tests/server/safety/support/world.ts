import { stableJson } from '../../../../engine/form/hash.ts';
import type { LoanDraft, LoanOffer } from '../../../../server/contract/offers.ts';
import type { RepaymentOptions } from '../../../../server/contract/repayments.ts';
import { runDueJobs } from '../../../../server/platform/jobs/run.ts';
import { ProblemError } from '../../../../server/platform/problem.ts';
import { areas } from '../../../../server/areas.ts';
import { invariantsOf, violations } from '../../../../server/platform/invariants.ts';
import { startCancellation } from '../../../../server/product/repayments/cancellation.ts';
import { allocateHeld, heldRepayments, returnHeld } from '../../../../server/product/repayments/held.ts';
import type { Ports } from '../../../../server/ports/types.ts';
import type { Tx } from '../../../../server/platform/db/database.ts';
import type { Journey } from '../../support/journey.ts';
import { acceptedBorrower, call, ownNumbers, settle, signature } from '../../support/lending.ts';
import { sessionFor, shippedFiles, startProduct, upload, type ProductApp, freshPhoto } from '../../support/product.ts';
import { borrowerCount, type Command } from './commands.ts';
import { Personal } from './personal.ts';

interface Sent {
  who: Journey;
  method: 'POST';
  url: string;
  body: object;
  key: string;
  answer: string;
}

/** Compiled once. */
const files = shippedFiles();
/** Three days, which is longer than any quote is valid. */
const drainSteps = 6;
const drainStepSeconds = 12 * 3600;
const manilaHours = 8;
const dayMs = 24 * 3600 * 1000;

/** An application and its borrowers under random events. Returns the broken invariants after each event. */
export class World {
  readonly server: ProductApp;
  readonly #personal: Personal;
  #borrowers: Journey[] = [];
  #acknowledged: Sent[] = [];
  #nextKey = 0;
  /** A provider's time never goes back, so neither may the time of the comparison. */
  #latest = new Date(0);

  private constructor(server: ProductApp) {
    this.server = server;
    this.#personal = new Personal(server, files);
  }

  static async create(): Promise<World> {
    const server = await startProduct({ files });
    server.clock.set(new Date('2026-06-01T01:00:00Z'));
    return new World(server);
  }

  /** Creates new borrowers for the next history. */
  async begin(): Promise<void> {
    this.#acknowledged = [];
    this.#borrowers = [];
    for (const { orders } of [this.server.payout, this.server.collection]) orders.clear();
    while (this.#borrowers.length < borrowerCount) this.#borrowers.push(await acceptedBorrower(this.server));
  }

  /** Runs a command. Returns what is broken afterwards. */
  async happens(command: Command): Promise<string[]> {
    return [...(await this.#do(command)), ...(await this.broken())];
  }

  async broken(names = checkedAlways): Promise<string[]> {
    const { deps } = this.server;
    const now = deps.clock.now();
    if (now > this.#latest) this.#latest = now;
    const found = await violations({ ...deps, ports: this.#askable(), clock: { now: () => this.#latest } }, names);
    return [...found.map(({ invariant, message }) => `${invariant}: ${message}`), ...(await this.#paidTwice())];
  }

  /** The providers' own books, readable even while queries are ordered to fail. */
  #askable(): Ports {
    const { payout, collection, deps } = this.server;
    const own = ({ provider }: typeof payout | typeof collection) => ({
      statement: async (from: Date, to: Date) => provider.statement(from, to),
    });
    return { ...deps.ports, payout: { ...payout, ...own(payout) }, collection: { ...collection, ...own(collection) } };
  }

  /** The states that loans and repayments have reached, such as `loan settled`. */
  async reached(): Promise<string[]> {
    const { db } = this.server.deps;
    const loans = await db.selectFrom('loans').select('state').distinct().execute();
    const repayments = await db.selectFrom('repayments').select(['kind', 'state']).distinct().execute();
    return [...loans.map(({ state }) => `loan ${state}`), ...repayments.map(({ kind, state }) => `${kind} ${state}`)];
  }

  /** Ends all faults. Everything in progress must then complete. */
  async drain(): Promise<string[]> {
    const { payout, collection, deps } = this.server;
    for (const { orders } of [payout, collection]) orders.clear();
    if (deps.clock.now() < this.#latest) this.server.clock.set(this.#latest);
    for (const { provider } of [payout, collection]) provider.settle();
    await deliverAll(this.server);
    for (let step = 0; step < drainSteps; step++) {
      this.server.clock.advance(drainStepSeconds);
      for (const tick of ['loans.payoutSweep', 'repayments.reconcile'])
        await deps.jobs.handlers.get(tick)?.run(deps, {}, { id: 0, attempt: 1 });
      await runDueJobs(deps);
    }
    return [...(await this.broken(everything)), ...(await this.#unfinished()), ...(await this.#personal.leaks())];
  }

  async #unfinished(): Promise<string[]> {
    const { deps, payout, collection } = this.server;
    const isUnsettled = (reference: string, port: typeof payout | typeof collection) => {
      const transfer = port.provider.find(reference);
      return transfer?.settlements.length === 0;
    };
    const payouts = await deps.db
      .selectFrom('disbursements')
      .select('reference')
      .where('state', 'in', ['waiting', 'sending', 'sent'])
      .execute();
    const repayments = await deps.db
      .selectFrom('repayments')
      .select('reference')
      .where('state', 'in', ['initiated', 'inProgress'])
      .execute();
    return [
      ...payouts.filter(({ reference }) => !isUnsettled(reference, payout)).map(({ reference }) => `payout ${reference} has no end`),
      ...repayments.map(({ reference }) => `repayment ${reference} has no end`),
    ];
  }

  /** Checks the provider's own books, whatever ours say. */
  async #paidTwice(): Promise<string[]> {
    const rows = await this.server.deps.db.selectFrom('disbursements').select(['loan_id', 'reference']).execute();
    const { provider } = this.server.payout;
    const paid = new Map<string, number>();
    for (const { loan_id: loan, reference } of rows) {
      const transfer = provider.find(reference);
      if (transfer && provider.settlementOf(transfer)?.state === 'paid') paid.set(loan, (paid.get(loan) ?? 0) + 1);
    }
    return [...paid].filter(([, times]) => times > 1).map(([loan, times]) => `loan ${loan} was paid out ${times} times`);
  }

  async #do(command: Command): Promise<string[]> {
    const { server } = this;
    const done = <Result>(result: Result): string[] => (Array.isArray(result) ? (result as string[]) : []);
    switch (command.do) {
      case 'prepare':
        return this.#prepare(command);
      case 'withdraw':
        return this.#withdraw(this.#borrower(command.who));
      case 'repay':
        return this.#repay(command);
      case 'sendAgain':
        return this.#sendAgain(command.nth);
      case 'refill':
        return this.#refill(this.#borrower(command.who));
      case 'cancel':
        return done(await this.#cancel(this.#borrower(command.who)));
      case 'giveHeld':
        return done(await this.#giveHeld(command.nth));
      case 'order':
        return done(server[command.provider].provider.orderByName(command.order));
      case 'deliver':
        return done(await deliverAll(server));
      case 'jobs':
        return done(await runDueJobs(server.deps));
      case 'wait':
        return done(await settle(server, command.seconds));
      case 'jump':
        return done(server.clock.advance(command.seconds));
      case 'midnight':
        return done(this.#toMidnight(command.offsetSeconds));
      default:
        return command satisfies never;
    }
  }

  #borrower(index: number): Journey {
    return this.#borrowers[index] as Journey;
  }

  /** Uses a new session, because the clock jumps. */
  async #get<Body>(who: Journey, url: string): Promise<Body> {
    who.headers = await sessionFor(this.server.deps, who.customerId);
    return (await call(this.server, who, 'GET', url)).json<Body>();
  }

  /** Sends a command under a new key. It may be refused or done, but must not cause a server error. */
  async #post(who: Journey, url: string, body: object): Promise<string[]> {
    const key = `a-key-of-this-history-${this.#nextKey++}`;
    const sent = { who, method: 'POST' as const, url, body, key };
    const answer = await call(this.server, who, 'POST', url, body, { 'idempotency-key': key });
    if (answer.statusCode >= 500) return [`${url} was answered ${answer.statusCode} ${answer.body}`];
    if (answer.statusCode === 200) this.#acknowledged.push({ ...sent, answer: stableJson(answer.json()) });
    return [];
  }

  async #prepare({ who: index, amountCents, termDays, withCoupon }: Command & { do: 'prepare' }): Promise<string[]> {
    const who = this.#borrower(index);
    const { coupons } = await this.#get<LoanOffer>(who, '/api/loans/offer');
    const couponId = withCoupon ? coupons[0]?.id : undefined;
    return this.#post(who, '/api/loans', { productId: 'cashLoan', amountCents, termDays, ...(couponId ? { couponId } : {}) });
  }

  async #withdraw(who: Journey): Promise<string[]> {
    const { loanId, disclosureHash, nonce } = await this.#get<LoanDraft>(who, '/api/loans/draft');
    return loanId === undefined ? [] : this.#post(who, `/api/loans/${loanId}/withdrawal`, { disclosureHash, nonce, signature });
  }

  async #repay({ who: index, kind, withCoupon }: Command & { do: 'repay' }): Promise<string[]> {
    const who = this.#borrower(index);
    const { loanId, [kind]: offered } = await this.#get<RepaymentOptions>(who, '/api/repayments/options');
    if (loanId === undefined || !offered) return [];
    const couponId = withCoupon ? offered.coupons[0]?.id : undefined;
    const body = { loanId, kind, expectedCents: offered.amountCents, ...(couponId ? { couponId } : {}) };
    return this.#post(who, '/api/repayments', body);
  }

  /** A retry under an acknowledged key gets the same answer. Keys are kept for a day, after which no client retries. */
  async #sendAgain(nth: number): Promise<string[]> {
    const sent = this.#acknowledged[nth % Math.max(1, this.#acknowledged.length)];
    if (!sent) return [];
    const { db } = this.server.deps;
    const kept = await db.selectFrom('idempotency_keys').select('key').where('key', '=', sent.key).executeTakeFirst();
    if (!kept) return [];
    sent.who.headers = await sessionFor(this.server.deps, sent.who.customerId);
    const answer = await call(this.server, sent.who, sent.method, sent.url, sent.body, { 'idempotency-key': sent.key });
    const isSame = answer.statusCode === 200 && stableJson(answer.json()) === sent.answer;
    return isSame ? [] : [`${sent.url} sent again under ${sent.key} was answered otherwise: ${answer.statusCode} ${answer.body}`];
  }

  /** Fills in the requested corrections. */
  async #refill(who: Journey): Promise<string[]> {
    const { state } = await this.#get<{ state: string }>(who, '/api/applications/current');
    if (state !== 'bankRefill' && state !== 'identityRefill') return [];
    await who.get();
    if (state === 'bankRefill') await who.save('bank', { ...(await who.soundAnswers('bank')), ...ownNumbers()['bank'] });
    else {
      const idPhoto = (await upload(this.server, who, 'idPhoto', await freshPhoto())).json<{ fileId: string }>().fileId;
      const asked = new Set(who.snapshot.corrections.map(({ field }) => field));
      await who.save(
        'identity',
        asked.has('idPhoto') ? { idPhoto } : { ...(await who.soundAnswers('identity')), ...ownNumbers()['identity'] },
      );
    }
    await who.walkTo('review');
    if (who.snapshot.position.step?.id === 'review') await who.save('review', {});
    const answer = await who.submit();
    return answer.statusCode >= 500 ? [`a refill was answered ${answer.statusCode} ${answer.body}`] : [];
  }

  async #cancel(who: Journey): Promise<void> {
    const { id } = await this.#get<{ id?: string }>(who, '/api/loans/current');
    if (id !== undefined) await this.#byStaff((tx) => startCancellation(tx, this.server.deps, id, 'staff:1'));
  }

  async #giveHeld(nth: number): Promise<void> {
    const held = await heldRepayments(this.server.deps.db);
    const one = held[nth % Math.max(1, held.length)];
    if (!one) return;
    const { deps } = this.server;
    await this.#byStaff((tx) => (nth % 2 === 0 ? allocateHeld(tx, deps, one.id, 'staff:1') : returnHeld(tx, deps, one.id, 'staff:1')));
  }

  /** A refusal is fine; any other error is not. */
  async #byStaff(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    await this.server.deps.db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
      });
  }

  /** A second before, at, or after the next midnight in Manila. */
  #toMidnight(offsetSeconds: number): void {
    const shiftMs = manilaHours * 3600 * 1000;
    const next = (Math.floor((this.server.clock.now().getTime() + shiftMs) / dayMs) + 1) * dayMs - shiftMs;
    this.server.clock.set(new Date(next + offsetSeconds * 1000));
  }
}

const everything = Object.keys(invariantsOf(areas));
/** The clock jumps in a history, so slow work looks late. These are checked at its end. */
const patient = new Set(['outboxDrains', 'statementsAreBooked']);
const checkedAlways = everything.filter((name) => !patient.has(name));

async function deliverAll({ payout, collection }: ProductApp): Promise<void> {
  await payout.provider.deliver();
  await collection.provider.deliver();
}
