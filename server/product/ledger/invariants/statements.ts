import type { StatementLine } from '../../../ports/statement.ts';
import { addSeconds } from '../../../platform/time.ts';
import { clearing } from '../balances.ts';
import type { Invariant, InvariantDeps } from '../../../platform/invariants.ts';

type Account = 'clearing.disbursement' | 'clearing.collection';

/** Booked payouts equal the payout provider's statement, reference by reference. */
export const payoutsMatchStatement: Invariant = async (deps) => {
  const references = await deps.db.selectFrom('disbursements').select(['reference', 'state']).execute();
  const underWay = references.filter(({ state }) => state !== 'paid' && state !== 'failed' && state !== 'mismatch');
  return compare(deps, 'clearing.disbursement', -1, new Set(underWay.map(({ reference }) => reference)));
};

/** Booked collections equal the collection provider's statement. */
export const collectionsMatchStatement: Invariant = async (deps) => {
  // A failed repayment may still be paid: late money is booked when the provider's event arrives.
  const rows = await deps.db.selectFrom('repayments').select('reference').where('paid_at', 'is', null).execute();
  return compare(deps, 'clearing.collection', 1, new Set(rows.map(({ reference }) => reference)));
};

/** Longer than the interval of `repayments.reconcile` and than any pause between polls. */
const maxBookingDelaySeconds = 60 * 60;

/** Every transfer on a statement is booked within an hour, including money that arrived after its repayment had failed. */
export const statementsAreBooked: Invariant = async (deps) => {
  const long = addSeconds(deps.clock.now(), -maxBookingDelaySeconds);
  const found: string[] = [];
  for (const [account, sign] of [['clearing.disbursement', -1] as const, ['clearing.collection', 1] as const]) {
    const booked = await bookedByReference(deps, account, sign);
    for (const { reference, amountCents, at } of (await statementOf(deps, account)) ?? []) {
      if (at < long && !booked.has(reference))
        found.push(`${account} ${reference}: ${amountCents} moved at ${at.toISOString()} is not booked`);
    }
  }
  return found;
};

/** Finds differences. A transfer in progress may be on the statement before it is booked. */
async function compare(deps: InvariantDeps, account: Account, sign: 1 | -1, underWay: ReadonlySet<string>): Promise<string[]> {
  const lines = await statementOf(deps, account);
  if (!lines) return [`${account}: the statement of the provider is unavailable`];
  const booked = await bookedByReference(deps, account, sign);
  const found = lines.flatMap(({ reference, amountCents }) => {
    const cents = booked.get(reference);
    booked.delete(reference);
    if (cents === amountCents || (cents === undefined && underWay.has(reference))) return [];
    return [`${account} ${reference}: the provider has ${amountCents}, the books ${cents ?? 'nothing'}`];
  });
  return [...found, ...[...booked].map(([reference, cents]) => `${account} ${reference}: the provider has nothing, the books ${cents}`)];
}

async function statementOf({ clock, ports }: InvariantDeps, account: Account): Promise<StatementLine[] | undefined> {
  const port = account === 'clearing.disbursement' ? ports.payout : ports.collection;
  // `until` is exclusive, so transfers of this instant need one more millisecond.
  const until = new Date(clock.now().getTime() + 1);
  return port.statement(new Date(0), until).catch(() => undefined);
}

/** Amounts by provider reference, from journals with the keys `payout:<reference>` and `collection:<reference>`. */
async function bookedByReference({ db }: InvariantDeps, account: Account, sign: 1 | -1): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const [key, cents] of await clearing(db, account)) {
    const reference = key.slice(key.indexOf(':') + 1);
    sums.set(reference, (sums.get(reference) ?? 0) + sign * cents);
  }
  return sums;
}
