import type { Loan } from '../../contract/loans.ts';
import { addSeconds, todayOf } from '../../platform/time.ts';
import { accountById, accountView, type StoredAccount } from '../payoutAccount/accounts.ts';
import { overpayments, type Overpayment } from '../ledger/balances.ts';
import { replay } from '../../lending/index.ts';
import type { LoanBalance, Payment, Posting } from '../../lending/types.ts';
import { cancellationView } from './cancellation.ts';
import { figuresOf } from './figures.ts';
import { heldPayments, currentBalance } from './heldMoney.ts';
import { instructionsOf } from './instructions.ts';
import { latestDisbursement, type Disbursement } from './payout/disbursement.ts';
import { postingsOf } from './postings.ts';
import type { LoanRecord } from './types.ts';
import type { Reader } from '../../platform/customer/viewer.ts';
import { overpaidView } from './refund.ts';
import { promised } from '../promised.ts';

/** The view of a borrower without a loan. */
export const noLoan: Loan = { state: 'none', schedule: [], ran: [], refusesNew: false };

/**
 * A loan as its borrower sees it (F12): the agreed figures as disclosed, and the amounts due today.
 *
 * @param known values that the caller has already read: `resumeRoute`, the step that asks for corrections after a failed payout, and the
 * loan's account
 */
export async function loanView(
  reader: Reader,
  loan: LoanRecord,
  known: { resumeRoute?: string | undefined; account?: StoredAccount | undefined } = {},
): Promise<Loan> {
  const { db, deps } = reader;
  const today = todayOf(deps);
  const { resumeRoute } = known;
  const disbursement = await latestDisbursement(db, loan.id);
  const { postings, held, balance, overpaid, repayment } = loan.start_day === null ? notPaidOut(loan) : await paidOut(reader, loan);
  const account = await accountOf(reader, loan, known.account);
  return {
    state: loan.state as Loan['state'],
    id: loan.id,
    orderNumber: loan.order_number,
    ...agreedOf(loan),
    ...figuresOf(loan, postings, balance, today),
    appliedAt: (loan.signed_at ?? loan.created_at).toISOString(),
    ...(loan.settled_at ? { settledAt: loan.settled_at.toISOString() } : {}),
    ...(account ? { account } : {}),
    ...(disbursement ? { payout: payoutOf(reader, disbursement) } : {}),
    ...(loan.reason === null ? {} : { reason: loan.reason }),
    ...(resumeRoute === undefined ? {} : { resumeRoute }),
    ...(repayment ? { repayment } : {}),
    ...(loan.start_day === null ? {} : await cancellationView(db, deps, loan, replay(loan.terms, postings))),
    ...(held.length > 0 ? { heldCents: held.reduce((sum, { cashCents }) => sum + cashCents, 0) } : {}),
    ...(loan.start_day === null ? {} : overpaidView(deps, overpaid)),
    refusesNew: loan.open,
  };
}

/** The disclosed figures, even if the product has changed since. */
const agreedOf = ({ disclosure, product_id: productId }: LoanRecord): Partial<Loan> => ({
  productId,
  principalCents: disclosure.principalCents,
  termDays: disclosure.termDays,
  dailyRatePpm: disclosure.dailyRatePpm,
  interestCents: disclosure.interestCents,
  serviceFeeCents: disclosure.serviceFeeCents,
  creditScoreFeeCents: disclosure.creditScoreFeeCents,
  gstCents: disclosure.gstCents,
  couponCents: disclosure.couponCents,
  deductionCents: disclosure.deductionCents,
  receivedCents: disclosure.receivedCents,
});

interface MoneyOf {
  postings: Posting[];
  held: readonly Payment[];
  balance: LoanBalance;
  overpaid: Overpayment;
  repayment: Loan['repayment'];
}

const nothingOwed: Overpayment = { owedCents: 0, refundedCents: 0 };

/** Before the payout there are no postings. */
const notPaidOut = ({ terms }: LoanRecord): MoneyOf => ({
  postings: [],
  held: [],
  balance: replay(terms, []),
  overpaid: nothingOwed,
  repayment: undefined,
});

const paidOut = async (reader: Reader, loan: LoanRecord): Promise<MoneyOf> => ({
  postings: await postingsOf(reader.db, loan.id),
  held: (await heldPayments(reader.deps, reader.db, [loan.id])).get(loan.id) ?? [],
  balance: await currentBalance(reader.deps, reader.db, loan),
  overpaid: (await overpayments(reader.db, loan.id)).get(loan.id) ?? nothingOwed,
  repayment: await repaymentOf(reader, loan),
});

async function accountOf({ db, vault }: Reader, loan: LoanRecord, known: StoredAccount | undefined): Promise<Loan['account']> {
  if (loan.account_id === null) return undefined;
  const row = known?.id === loan.account_id ? known : await accountById(db, loan.account_id);
  return row && accountView(vault, row);
}

async function repaymentOf({ deps, db }: Reader, { id }: LoanRecord): Promise<Loan['repayment']> {
  const row = await db
    .selectFrom('repayments')
    .selectAll()
    .where('loan_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { paid_cents: paidCents, outcome, reason } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    expiresAt: row.expires_at.toISOString(),
    ...instructionsOf(deps, row),
    ...(paidCents === null ? {} : { paidCents }),
    ...(outcome === null ? {} : { outcome }),
    ...(reason === null ? {} : { reason }),
  };
}

const payoutStates = {
  waiting: 'waiting',
  sending: 'sent',
  sent: 'sent',
  // The amount differs from the requested one. Until staff decide, the borrower sees the payout as in progress.
  mismatch: 'sent',
  paid: 'paid',
  failed: 'failed',
} as const satisfies Record<Disbursement['state'], NonNullable<Loan['payout']>['state']>;

function payoutOf({ deps }: Reader, { state, created_at: startedAt, paid_at: paidAt }: Disbursement): NonNullable<Loan['payout']> {
  const promisedBy = addSeconds(startedAt, promised(deps, 'disbursementHours') * 3600);
  const shown = payoutStates[state];
  return {
    state: shown,
    startedAt: startedAt.toISOString(),
    expectedBy: promisedBy.toISOString(),
    isLate: (shown === 'waiting' || shown === 'sent') && deps.clock.now() > promisedBy,
    ...(state === 'paid' && paidAt ? { paidAt: paidAt.toISOString() } : {}),
  };
}
