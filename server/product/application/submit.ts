import type { Answers } from '../../../engine/config/definitions.ts';
import { resubmitted as resubmittedAnswers, submission as submissionFrom } from '../../../engine/flow/submission.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { initialState } from '../../platform/lifeCycles/machines.ts';
import { fail } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import { todayOf } from '../../platform/time.ts';
import { rememberPayoutAccount } from '../payoutAccount/accounts.ts';
import { alarmIfShared } from '../payoutAccount/shared.ts';
import { accountForm } from '../payoutAccount/details.ts';
import type { FlowCustomer } from '../../platform/flows/flowCustomer.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { progressOf, type FlowProgress } from '../../platform/flows/resume.ts';
import { positionView } from '../../platform/flows/snapshot.ts';
import { closeRecord } from '../../platform/flows/record.ts';
import { storeNumbers } from '../submittedNumbers/numbers.ts';
import { numbersIn } from './answers.ts';
import { daysBetween } from '../../../engine/config/days.ts';
import { decideOutcome, type Outcome } from './outcome.ts';
import { openSnapshot, sealSnapshot } from './snapshot.ts';
import { applyApplicationEvent, lifeCycleId, acceptsEvent, type ApplicationHead } from './transitions.ts';
import { latestApplication, mayResubmit, viewOf, type Application, type View } from './view.ts';

const resubmitted = 'resubmitted';
const accountRefilled = 'accountRefilled';

/** Loans of an application whose payout is waiting for another account. */
export interface WaitingPayouts {
  find(db: Db, applicationId: string): Promise<WaitingLoan | undefined>;
  resume(tx: Tx, deps: Deps, loan: WaitingLoan): Promise<void>;
}

interface WaitingLoan {
  id: string;
  customer_id: string;
}

/**
 * Submits the answers of a flow: takes a sealed snapshot and decides on it. After a send-back, decides the same application again. If a
 * loan waits only for another account, it is paid out to the new account without another decision (L12). While an application is open, or
 * when two requests arrive at once, nothing is submitted twice: the response is its current state.
 *
 * Refuses with `outOfOrder` (409, the flow is not complete) and `notQualified` (rejected, and the retry day has not come).
 */
export async function submitApplication(
  deps: Deps,
  payouts: WaitingPayouts,
  customer: FlowCustomer,
  flow: string,
  once: Once,
): Promise<View> {
  const { customerId } = customer;
  const progress = await progressOf(deps, customer, flow);
  const before = await latestApplication(deps.db, customerId);
  const submission = await submissionOf(deps, payouts, progress, before);
  if (submission.is === 'alreadySent') return viewOf(deps, progress, before);
  const sent = withAnswers(progress, submittedAnswers(progress, submission));
  const outcome = submission.is === 'refilled' ? undefined : await decide(deps, sent, submission);
  await deps.releases.keep(progress.record.release);
  return once(async (tx) => {
    await submit(tx, deps, payouts, sent, submission, outcome);
    return viewOf(deps, sentBack(sent, outcome), await latestApplication(tx, customerId));
  });
}

async function submit(
  tx: Tx,
  deps: Deps,
  payouts: WaitingPayouts,
  progress: FlowProgress,
  submission: Submission,
  outcome: Outcome | undefined,
): Promise<void> {
  const { customer, record, rules } = progress;
  const { answers } = record;
  const head = await headOf(tx, deps, progress, submission);
  if (!head) return;
  if (!(await closeRecord(tx, deps, progress))) fail('conflict');
  const source = 'before' in submission && submission.before.state === 'bankRefill' ? 'refill' : 'application';
  const account = await rememberPayoutAccount(tx, deps, customer, answers, source);
  const shared = await storeNumbers(tx, deps, customer.customerId, numbersIn(answers));
  // Another customer has submitted the same number since the decision. The borrower submits again, and the new decision takes that into
  // account.
  if (outcome?.shared && shared.some((kind) => !outcome.shared?.includes(kind))) fail('conflict');
  if (submission.is === 'refilled') {
    alarmIfShared(deps, account.id, shared);
    await payouts.resume(tx, deps, submission.loan);
  }
  if (outcome) await applyApplicationEvent(tx, deps, rules.release, head, outcome, 'underwriting');
}

const withAnswers = (progress: FlowProgress, answers: Answers): FlowProgress => ({ ...progress, record: { ...progress.record, answers } });

/** A draft of an older version does not name the fields that were sent back, so it goes to manual review. */
const lacksCorrections = (submission: Submission, { record }: FlowProgress): boolean =>
  submission.is === 'resubmitted' && record.corrections.length === 0;

const decide = async (deps: Deps, progress: FlowProgress, submission: Submission): Promise<Outcome> =>
  lacksCorrections(submission, progress)
    ? { event: 'referred', reason: 'manualReview', detail: { requests: 'gone' } }
    : decideOutcome(deps, progress);

/**
 * The submitted answers. After a send-back only the open fields may change. A refill of the account skips the decision, so only the
 * account's form may change. Otherwise the money could go to somebody who was never accepted.
 */
function submittedAnswers(progress: FlowProgress, submission: Submission): Answers {
  const { customer, record, rules } = progress;
  const onPath = (answers: Answers) => submissionFrom(rules.position({ ...record, answers }), answers);
  if (!('before' in submission) || lacksCorrections(submission, progress)) return onPath(record.answers);
  const before = openSnapshot(customer.vault, submission.before);
  if (submission.is === 'resubmitted') return resubmittedAnswers(rules, record, before);
  return onPath({ ...before, [accountForm]: record.answers[accountForm] ?? {} });
}

/** Inserts the application or updates the resubmitted one; undefined if another request was first. */
const headOf = (tx: Tx, deps: Deps, progress: FlowProgress, submission: Submission): Promise<ApplicationHead | undefined> =>
  'before' in submission
    ? resubmit(tx, deps, progress, submission.before, submission.is === 'refilled' ? accountRefilled : resubmitted)
    : insert(tx, deps, progress);

/** Kind of a submission: a new application, a new decision on one sent back, a payout to another account, or no change. */
type Submission =
  | { is: 'new' }
  | { is: 'resubmitted'; before: Application }
  | { is: 'refilled'; before: Application; loan: WaitingLoan }
  | { is: 'alreadySent' };

async function submissionOf(
  deps: Deps,
  payouts: WaitingPayouts,
  { rules, record }: FlowProgress,
  before: Application | undefined,
): Promise<Submission> {
  const isSentBack = before !== undefined && (await acceptsEvent(rules.release, before.state, resubmitted));
  if (before?.open && !isSentBack) return { is: 'alreadySent' };
  const position = rules.position(record);
  if (!position.complete) fail('outOfOrder', { position: positionView(position) });
  const today = todayOf(deps);
  if (before?.state === 'rejected' && !mayResubmit(before, today)) {
    const date = before.resubmission_day ?? today;
    fail('notQualified', { params: { day: daysBetween(today, date), date } });
  }
  if (!before || !isSentBack) return { is: 'new' };
  const loan = (await acceptsEvent(rules.release, before.state, accountRefilled)) ? await payouts.find(deps.db, before.id) : undefined;
  return loan ? { is: 'refilled', before, loan } : { is: 'resubmitted', before };
}

/** Undefined if another request was first, because the unique index allows one open application. */
async function insert(tx: Tx, deps: Deps, progress: FlowProgress): Promise<ApplicationHead | undefined> {
  const { customer, record, rules } = progress;
  const { state, open } = await initialState(rules.release, lifeCycleId);
  const head = { id: uuidV7(deps.clock, deps.random), customerId: customer.customerId, flow: record.flow, state };
  const now = deps.clock.now();
  const inserted = await tx
    .insertInto('applications')
    .values({
      id: head.id,
      customer_id: head.customerId,
      flow: head.flow,
      release: record.release,
      state: head.state,
      open,
      snapshot: sealSnapshot(customer.vault, head.id, record.answers),
      reason: null,
      limit_cents: null,
      resubmission_day: null,
      submitted_at: now,
      details_confirmed_at: null,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted && head;
}

/** Stores the corrected answers. The event keeps the previous snapshot. */
async function resubmit(
  tx: Tx,
  deps: Deps,
  { customer, rules, record }: FlowProgress,
  before: Application,
  name: string,
): Promise<ApplicationHead> {
  const head = { id: before.id, customerId: before.customer_id, flow: before.flow, state: before.state };
  const event = { event: name, detail: { snapshotBefore: before.snapshot } };
  const state = await applyApplicationEvent(tx, deps, rules.release, head, event, 'borrower');
  await tx
    .updateTable('applications')
    .set({ snapshot: sealSnapshot(customer.vault, before.id, record.answers), release: record.release })
    .where('id', '=', before.id)
    .execute();
  return { ...head, state };
}

/** The progress after the decision, so that the response already names the fields to fill again. */
function sentBack(progress: FlowProgress, outcome: Outcome | undefined): FlowProgress {
  return { ...progress, record: { ...progress.record, corrections: outcome?.corrections ?? [] } };
}
