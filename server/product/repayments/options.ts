import type { RepaymentOptions, RepaymentProjection } from '../../contract/repayments.ts';
import { nextDueDate, nothingPaid, projectionOf } from '../../lending/index.ts';
import type { Day, LoanBalance, Payment } from '../../lending/types.ts';
import { todayOf } from '../../platform/time.ts';
import { couponsFor } from '../coupons/view.ts';
import { heldPayments, currentBalance } from '../loans/heldMoney.ts';
import type { LoanRecord } from '../loans/types.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { openRequestOf, unfinishedOf } from './find.ts';
import { dueOf, fullQuote, quoteOf, refusalCode } from './quote.ts';

/** What a borrower may pay today: the whole amount, or an extension with its price and new due date (S37). */
export async function repaymentOptions(viewer: Viewer): Promise<RepaymentOptions> {
  const loan = await activeLoan(viewer);
  if (!loan) return {};
  const { deps } = viewer;
  const today = todayOf(deps);
  const balance = await currentBalance(deps, deps.db, loan);
  const heldCents = sumOf((await heldPayments(deps, deps.db, [loan.id])).get(loan.id));
  const unfinished = await unfinishedOf(deps.db, loan.id);
  const waits = (await openRequestOf(deps.db, loan.id)) !== undefined;
  return {
    loanId: loan.id,
    orderNumber: loan.order_number,
    ...dueOf(balance),
    ...(balance.state === 'active' ? await openOptions(viewer, balance, today, waits) : {}),
    ...(waits ? { cancellationWaits: true } : {}),
    ...(heldCents > 0 ? { heldCents } : {}),
    ...(unfinished ? { inProgress: unfinished.id, inProgressKind: unfinished.kind } : {}),
  };
}

const sumOf = (held: readonly Payment[] = []): number => held.reduce((sum, { cashCents }) => sum + cashCents, 0);

/** Held money may cover everything that is due. In that case no options remain. */
const openOptions = async (
  viewer: Viewer,
  balance: LoanBalance,
  today: Day,
  waits: boolean,
): Promise<Pick<RepaymentOptions, 'full' | 'extension'>> => ({
  full: await fullOption(viewer, balance, today),
  ...(waits ? refusedExtension(balance, today, 'cancellationWaits') : await extensionOption(viewer, balance, today)),
});

/** The cost of each option, today and later. */
export async function repaymentProjection(viewer: Viewer): Promise<RepaymentProjection> {
  const loan = await activeLoan(viewer);
  if (!loan) return { days: [] };
  const { deps } = viewer;
  const balance = await currentBalance(deps, deps.db, loan);
  return { ...dueOf(balance), days: projectionOf(balance, todayOf(deps)) };
}

const activeLoan = ({ deps, customerId }: Viewer): Promise<LoanRecord | undefined> =>
  deps.db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('state', '=', 'active').executeTakeFirst();

async function fullOption({ deps, customerId }: Viewer, balance: LoanBalance, today: Day): Promise<NonNullable<RepaymentOptions['full']>> {
  const { dueCents: amountCents, parts } = fullQuote(balance, today);
  return { amountCents, parts, coupons: await couponsFor(deps.db, customerId, { kind: 'full', amountCents, ...dueOf(balance) }, today) };
}

/** Absent if the loan's terms allow no extension. A refused extension has the reason and the payoff amount without it. */
async function extensionOption(
  { deps, customerId }: Viewer,
  balance: LoanBalance,
  today: Day,
): Promise<Pick<RepaymentOptions, 'extension'>> {
  const days = balance.terms.parameters.extensionDays;
  const quote = quoteOf(balance, 'extension', today);
  if ('refused' in quote)
    return quote.refused === 'EXTENSION_NOT_OFFERED' ? {} : refusedExtension(balance, today, refusalCode(quote.refused));
  const { dueCents: amountCents, parts, newDueDate = '', payoffThenCents = 0 } = quote;
  const coupons = await couponsFor(deps.db, customerId, { kind: 'extension', amountCents, ...dueOf(balance) }, today);
  return { extension: { allowed: true, days, amountCents, parts, newDueDate, payoffThenCents, coupons } };
}

function refusedExtension(balance: LoanBalance, today: Day, refusal: string): Pick<RepaymentOptions, 'extension'> {
  if (balance.terms.parameters.extensionDays === 0 || balance.terms.instalments) return {};
  return {
    extension: {
      allowed: false,
      refusal,
      days: balance.terms.parameters.extensionDays,
      amountCents: 0,
      parts: nothingPaid,
      newDueDate: nextDueDate(balance) ?? today,
      payoffThenCents: fullQuote(balance, today).dueCents,
      coupons: [],
    },
  };
}
