import { sql } from 'kysely';
import { chargesSoFarCents, paidOutStates, payoffOn } from '../../../lending/index.ts';
import { floor, ppmOf } from '../../../lending/rounding.ts';
import { dayIn } from '../../../../engine/config/days.ts';
import { loanBooks } from './books.ts';
import type { Invariant, InvariantDeps } from '../../../platform/invariants.ts';

export const oneOpenLoan: Invariant = async ({ db }) => {
  const rows = await db
    .selectFrom('loans')
    .select(({ fn }) => ['customer_id', fn.countAll<number>().as('count')])
    .where('open', '=', true)
    .groupBy('customer_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  return rows.map(({ customer_id: customer, count }) => `customer ${customer}: ${count} open loans`);
};

/** The `open` column agrees with the life cycle of the release that a loan or an application follows. */
export const openAsTheStateSays: Invariant = async ({ db }) => {
  const found = await Promise.all(
    (['loan', 'application'] as const).map(async (kind) => {
      const table = sql.table(`${kind}s`);
      const { rows } = await sql<{ id: string; state: string; open: boolean }>`
        select ${table}.id, ${table}.state, ${table}.open from ${table} join releases on releases.hash = ${table}.release
        where ${table}.open <> coalesce((manifest #>> array['lifeCycles', ${kind}, 'lifeCycle', 'states', ${table}.state, 'open'])::boolean, false)`.execute(
        db,
      );
      return rows.map(({ id, state, open }) => `${kind} ${id}: ${open ? 'open' : 'not open'} as ${state}`);
    }),
  );
  return found.flat();
};

/** A loan's state agrees with its postings. A loan that was never signed has no payout. */
export const statesMatchPostings: Invariant = async (deps) => {
  const found: string[] = [];
  const checked: string[] = [];
  for await (const { id, state, startDay, balance } of loanBooks(deps)) {
    checked.push(id);
    if (state !== balance.state || startDay !== balance.startDate)
      found.push(`loan ${id}: ${state} since ${startDay}, by its postings ${balance.state} since ${balance.startDate}`);
  }
  const rows = await deps.db.selectFrom('loans').select(['id', 'state']).where('state', 'in', paidOutStates).execute();
  return [...found, ...rows.filter(({ id }) => !checked.includes(id)).map(({ id, state }) => `loan ${id}: ${state} without a posting`)];
};

/** A loan's charges up to today and its booked income stay under the total cost cap. */
export const chargesUnderCaps: Invariant = async (deps) => {
  const today = dayIn(deps.timeZone, deps.clock.now());
  const income = await incomeByLoan(deps);
  const found: string[] = [];
  for await (const { id, balance } of loanBooks(deps)) {
    const { principalCents, parameters } = balance.terms;
    const ceilingCents = ppmOf(principalCents, parameters.totalCostCapPpm, floor);
    const { lateChargeCents, penaltyCents } = payoffOn(balance, today);
    const comingUpCents = lateChargeCents + penaltyCents - balance.unpaid.lateChargeCents - balance.unpaid.penaltyCents;
    const chargedCents = chargesSoFarCents(balance) + Math.max(0, comingUpCents);
    const bookedCents = income.get(id) ?? 0;
    if (Math.max(chargedCents, bookedCents) > ceilingCents)
      found.push(`loan ${id}: charges of ${chargedCents}, booked ${bookedCents}, pass ${ceilingCents}`);
  }
  return found;
};

async function incomeByLoan({ db }: InvariantDeps): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('journal_entries')
    .innerJoin('journals', 'journals.id', 'journal_entries.journal_id')
    .select(({ fn }) => ['journals.loan_id', fn.sum<string>('cents').as('cents')])
    .where((eb) => eb.or([eb('account', 'like', 'income.%'), eb('account', '=', 'liability.gst')]))
    .groupBy('journals.loan_id')
    .execute();
  return new Map(rows.map(({ loan_id: loan, cents }) => [loan ?? '', -Number(cents)]));
}

/** Each disbursement has one provider reference, and each loan at most one success, of the disclosed amount. */
export const paidOutOnce: Invariant = async ({ db }) => {
  const { rows } = await sql<{ id: string; payouts: number; paid: number | null; received_cents: number }>`
    select loans.id, loans.received_cents, count(disbursements.id) as payouts, sum(disbursements.paid_cents)::bigint as paid
    from loans left join disbursements on disbursements.loan_id = loans.id and disbursements.state = 'paid'
    where loans.state in (${sql.join(paidOutStates)})
    group by loans.id having count(disbursements.id) <> 1 or sum(disbursements.paid_cents) <> loans.received_cents`.execute(db);
  const doubled = await db
    .selectFrom('disbursements')
    .select(({ fn }) => ['provider_reference', fn.countAll<number>().as('count')])
    .where('provider_reference', 'is not', null)
    .groupBy('provider_reference')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  return [
    ...rows.map(
      ({ id, payouts, paid, received_cents: due }) => `loan ${id}: ${payouts} payouts of ${paid ?? 0} in all, agreed were ${due}`,
    ),
    ...doubled.map(({ provider_reference: reference, count }) => `provider reference ${reference}: ${count} disbursements`),
  ];
};
