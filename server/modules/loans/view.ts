import type { Loan } from '../../contract/lending.ts';
import { addSeconds, manilaDay } from '../../time.ts';
import { accountById, accountView } from '../account/accounts.ts';
import { figuresOf } from './figures.ts';
import { latestDisbursement, type Disbursement } from './payout/disbursement.ts';
import { postingsOf } from './postings.ts';
import type { LoanRecord } from './types.ts';
import type { Reader } from './viewer.ts';

/** For who has none. */
export const noLoan: Loan = { state: 'none', schedule: [], refusesNew: false };

/**
 * A loan as its borrower sees it (F12): what was agreed as it was disclosed, what is due as of today.
 *
 * @param resumeRoute where the borrower fills anew what the payout showed to be wrong
 */
export async function loanView(reader: Reader, loan: LoanRecord, resumeRoute?: string): Promise<Loan> {
  const { db, deps } = reader;
  const today = manilaDay(deps.clock.now());
  const disbursement = await latestDisbursement(db, loan.id);
  const postings = await postingsOf(db, loan.id);
  const account = await accountOf(reader, loan);
  const repayment = await repaymentOf(reader, loan);
  return {
    state: loan.state as Loan['state'],
    id: loan.id,
    orderNumber: loan.order_number,
    ...agreedOf(loan),
    ...figuresOf(loan, postings, today),
    appliedAt: (loan.signed_at ?? loan.created_at).toISOString(),
    ...(loan.settled_at ? { settledAt: loan.settled_at.toISOString() } : {}),
    ...(account ? { account } : {}),
    ...(disbursement ? { payout: payoutOf(reader, disbursement) } : {}),
    ...(loan.reason === null ? {} : { reason: loan.reason }),
    ...(resumeRoute === undefined ? {} : { resumeRoute }),
    ...(repayment ? { repayment } : {}),
    refusesNew: loan.open,
  };
}

/** What was disclosed, whatever the product says now. */
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

async function accountOf({ db, vault }: Reader, loan: LoanRecord): Promise<Loan['account']> {
  const row = loan.account_id === null ? undefined : await accountById(db, loan.account_id);
  return row && accountView(vault, row);
}

const repaymentOf = ({ db }: Reader, { id }: LoanRecord): Promise<Loan['repayment']> =>
  db
    .selectFrom('repayments')
    .select(['id', 'kind', 'state'])
    .where('loan_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const payoutStates = {
  waiting: 'waiting',
  sending: 'sent',
  sent: 'sent',
  // Money has moved, but not as asked: for the borrower it is under way until staff have looked.
  mismatch: 'sent',
  paid: 'paid',
  failed: 'failed',
} as const satisfies Record<Disbursement['state'], NonNullable<Loan['payout']>['state']>;

/** "Funds within 24 hours" (C01), where the settings say nothing else. */
const promisedHours = 24;

function payoutOf({ deps }: Reader, { state, created_at: startedAt, paid_at: paidAt }: Disbursement): NonNullable<Loan['payout']> {
  const { disbursementHours } = deps.releases.active().manifest.settings.constants;
  const hours = typeof disbursementHours === 'number' ? disbursementHours : promisedHours;
  return {
    state: payoutStates[state],
    startedAt: startedAt.toISOString(),
    expectedBy: addSeconds(startedAt, hours * 3600).toISOString(),
    ...(state === 'paid' && paidAt ? { paidAt: paidAt.toISOString() } : {}),
  };
}
