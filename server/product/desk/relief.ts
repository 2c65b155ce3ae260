import {
  applyPosting,
  isRefused,
  outstandingPrincipalCents,
  overdueDays,
  payoffOn,
  waivableOn,
  waivedCentsOf,
} from '../../lending/index.ts';
import type { Due, LoanBalance, Waived } from '../../lending/types.ts';
import type { StaffInput } from '../../contract/staff/operations.ts';
import type { ReliefPreview } from '../../contract/staff/relief.ts';
import type { ActionFacts, Proposal } from '../../platform/approvals/approvable.ts';
import { needsSecond } from '../../platform/approvals/approvals.ts';
import { audit } from '../../platform/audit/audit.ts';
import { getCustomer } from '../../platform/customer/customers.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { rehearse, wordsOf } from '../../platform/notifications/rehearse.ts';
import { fail } from '../../platform/problem.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { todayOf } from '../../platform/time.ts';
import { heldRows } from '../loans/heldMoney.ts';
import { bookPosting, lockBalance, postingsOf } from '../loans/postings.ts';
import { applyLoanEvent, readLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import { openRequestOf, unfinishedOf } from '../repayments/find.ts';
import { deskOf } from './kind.ts';

type WaiverInput = StaffInput<'staff.waive'>;
type WriteOffInput = StaffInput<'staff.writeOff'>;

/** An active loan on which nothing else is under way. Locks it, so that no payment can interfere. */
async function quietLoan(tx: Tx, loanId: string): Promise<{ loan: LoanRecord; balance: LoanBalance }> {
  const known = await tx.selectFrom('loans').select('id').where('id', '=', loanId).executeTakeFirst();
  if (!known) return fail('notFound');
  const balance = await lockBalance(tx, loanId);
  const loan = await readLoan(tx, loanId);
  if (loan.state !== 'active') fail('reliefNotActive');
  const held = await heldRows(tx).where('loan_id', '=', loanId).executeTakeFirst();
  if (held || (await unfinishedOf(tx, loanId)) || (await openRequestOf(tx, loanId))) fail('reliefWaits');
  return { loan, balance };
}

const askedOf = ({ penaltyCents = 0, lateChargeCents = 0, interestCents = 0 }: Partial<Waived>): Waived => ({
  penaltyCents,
  lateChargeCents,
  interestCents,
});

/**
 * The amount already waived on the loan. It counts towards the caps and the threshold. Otherwise staff could split a waiver to stay below
 * them.
 */
const waivedBefore = ({ postings }: LoanBalance): number =>
  postings.reduce((cents, posting) => cents + (posting.type === 'waiver' ? waivedCentsOf(posting) : 0), 0);

/**
 * What a waiver would cost the lender. A later posting voids the proposal. Refuses with `reliefChanged` if the request predates the last
 * posting, as a repeated request does.
 */
export async function waiverFacts(tx: Tx, deps: Deps, input: WaiverInput, { role, checker }: Proposal): Promise<ActionFacts> {
  const { loan, balance } = await quietLoan(tx, input.id);
  if (checker === undefined && input.postings !== balance.postings.length) fail('reliefChanged');
  const asked = askedOf(input);
  const amountCents = waivedCentsOf(asked);
  if (amountCents === 0) fail('reliefNothing');
  const day = todayOf(deps);
  if (isRefused(applyPosting(balance, { type: 'waiver', day, ...asked }))) fail('reliefExceeds');
  const cap = deskOf(deps).waiver.caps[role];
  const before = waivedBefore(balance);
  const total = before + waivedCentsOf(waivableOn(balance, day));
  const mostCents = cap ? Math.max(0, Math.min(cap.upToCents, Math.floor((total * cap.sharePercent) / 100)) - before) : 0;
  if (amountCents > mostCents) fail('reliefCap', { params: { mostCents } });
  return {
    subject: `loan:${loan.id}`,
    number: loan.order_number,
    customerId: loan.customer_id,
    amountCents,
    countedCents: before + amountCents,
    postings: balance.postings.length,
  };
}

/** Books a waiver and tells the borrower how much is left to pay. */
export async function waive(tx: Tx, deps: Deps, input: WaiverInput, { actor }: Proposal) {
  const { id, postings } = input;
  const { loan, balance } = await quietLoan(tx, id);
  const asked = askedOf(input);
  const day = todayOf(deps);
  const key = `waiver:${id}:${postings}`;
  const booked = await bookPosting(tx, deps, id, key, { type: 'waiver', day, ...asked });
  const leftCents = payoffOn(booked?.balance ?? balance, day).totalCents;
  const amountCents = waivedCentsOf(asked);
  await audit(tx, deps, { actor, action: 'loan.waived', subject: `loan:${id}`, detail: { ...asked, reason: input.reason } });
  await notify(tx, deps, loan.customer_id, 'loan.waived', { order: loan.order_number, amountCents, leftCents }, { key });
  return { id, amountCents, leftCents };
}

/** What a write-off would cost the lender. A later posting voids the proposal. */
export async function writeOffFacts(tx: Tx, deps: Deps, { id }: WriteOffInput, { role }: Proposal): Promise<ActionFacts> {
  const { loan, balance } = await quietLoan(tx, id);
  const { afterDaysOverdue, caps } = deskOf(deps).writeOff;
  const days = overdueDays(balance, todayOf(deps));
  if (days < afterDaysOverdue) fail('reliefTooEarly', { params: { days, afterDays: afterDaysOverdue } });
  const amountCents = outstandingPrincipalCents(balance);
  const mostCents = caps[role]?.upToCents ?? 0;
  if (amountCents > mostCents) fail('reliefCap', { params: { mostCents } });
  return { subject: `loan:${id}`, number: loan.order_number, customerId: loan.customer_id, amountCents, postings: balance.postings.length };
}

/** Books a write-off and ends the loan. The loan's life cycle determines what the borrower is told. */
export async function writeOff(tx: Tx, deps: Deps, { id, reason }: WriteOffInput, { actor }: Proposal) {
  const { loan, balance } = await quietLoan(tx, id);
  const amountCents = outstandingPrincipalCents(balance);
  await bookPosting(tx, deps, id, `writeOff:${id}`, { type: 'writeOff', day: todayOf(deps) });
  await applyLoanEvent(tx, deps, loan, { name: 'writtenOff', detail: { amountCents } }, actor);
  await audit(tx, deps, { actor, action: 'loan.writtenOff', subject: `loan:${id}`, detail: { amountCents, reason } });
  return { id, amountCents };
}

/**
 * Previews a waiver or a write-off and what the borrower would read about it. It books the action and rolls it back, so the figures and
 * texts are the real ones, and it refuses whatever the action would refuse.
 */
export async function previewRelief(
  deps: Deps,
  staff: StaffSession,
  { id, kind, ...amounts }: StaffInput<'staff.previewRelief'>,
): Promise<ReliefPreview> {
  const proposal = { actor: staff.actor, role: staff.role, proposedAt: deps.clock.now() };
  const day = todayOf(deps);
  let found: Omit<ReliefPreview, 'language'> | undefined;
  let customerId = '';
  const told = await rehearse(deps, async (tx, noting) => {
    const postings = (await postingsOf(tx, id)).length;
    const input = { id, reason: '', postings, ...amounts };
    const facts = await (kind === 'waive' ? waiverFacts : writeOffFacts)(tx, noting, input, proposal);
    const before = payoffOn(await lockBalance(tx, id), day);
    await (kind === 'waive' ? waive : writeOff)(tx, noting, input, proposal);
    const after = payoffOn(await lockBalance(tx, id), day);
    customerId = facts.customerId ?? '';
    found = {
      before: dueParts(before),
      after: dueParts(after),
      amountCents: facts.amountCents ?? 0,
      postings,
      needsSecond: needsSecond(deps, `staff.${kind}`, facts),
    };
  });
  if (!found) throw new Error('relief: the rehearsal did nothing');
  const [notice] = told;
  const words = notice && (await wordsOf(deps, notice));
  const { language } = await getCustomer(deps, customerId);
  return { ...found, language, ...(words && { sms: words.sms }) };
}

const dueParts = ({ principalCents, interestCents, lateChargeCents, penaltyCents, totalCents }: Due): ReliefPreview['before'] => ({
  principalCents,
  interestCents,
  lateChargeCents,
  penaltyCents,
  totalCents,
});
