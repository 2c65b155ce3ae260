import { takesEvent } from '../../platform/lifeCycles/machines.ts';
import type { AccountCorrectionState, AccountFault } from '../../contract/staff/accountCorrections.ts';
import type { Preview } from '../../contract/staff/decisions.ts';
import type { StaffInput } from '../../contract/staff/operations.ts';
import { audit } from '../../platform/audit/audit.ts';
import { lockIfThere } from '../../platform/customer/lock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { rehearse } from '../../platform/notifications/rehearse.ts';
import { fail } from '../../platform/problem.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { applyDecision, prepareDecision, type PreparedDecision } from '../application/staff.ts';
import { latestApplication, type Application } from '../application/view.ts';
import { lendingOf } from '../lendingConfig.ts';
import { stopPayout } from '../loans/payout/stop.ts';
import { releaseOfLoan } from '../loans/transitions.ts';
import type { LoanRecord } from '../loans/types.ts';
import { openAnswers, type Opened } from './opened.ts';
import { fieldsOf, wordsTold } from './preview.ts';

type Input = StaffInput<'staff.sendBackAccount'>;

const openLoanOf = (db: Db | Tx, customerId: string): Promise<LoanRecord | undefined> =>
  db.selectFrom('loans').selectAll().where('customer_id', '=', customerId).where('open', '=', true).executeTakeFirst();

/** The corrections that a payout failure with this reason would ask for. */
const correctionsFor = (deps: Deps, fault: AccountFault) =>
  lendingOf(deps.releases.active()).payoutFailures?.[fault].corrections ?? fail('notFound');

interface Prepared {
  opened: Opened;
  /** The send-back of an application without an open loan. */
  decision: PreparedDecision;
}

/** Reads releases, so it runs before the transaction. */
async function prepare(deps: Deps, { customerId, fault }: Input): Promise<Prepared> {
  const application = (await latestApplication(deps.db, customerId)) ?? fail('notFound');
  const corrections = [...correctionsFor(deps, fault)];
  const loan = await openLoanOf(deps.db, customerId);
  if (loan) await (await releaseOfLoan(deps, loan)).lifeCycle('loan');
  return {
    opened: await openAnswers(deps, application.id),
    decision: await prepareDecision(deps, application.id, { decision: 'sendBack', corrections }),
  };
}

/**
 * Lets the borrower correct the account's answers. If the money of an open loan has not been sent, the payout stops and the loan waits for
 * another account. It keeps its terms, signature and coupon. Refuses with `accountAsked` (the borrower was already asked),
 * `accountOnTheWay` (the money has left or may have), `openLoan` (the loan was paid out), `claimed` and `conflict`.
 */
async function apply(tx: Tx, deps: Deps, { actor }: StaffSession, { customerId, fault }: Input, { decision }: Prepared) {
  if (!(await lockIfThere(tx, customerId))) fail('notFound');
  const loan = await openLoanOf(tx, customerId);
  const state = correctionState(await latestApplication(tx, customerId), loan);
  if (state === 'asked') fail('accountAsked');
  if (state === 'openLoan') fail('openLoan');
  if (loan && !(await stopPayout(tx, deps, loan, fault, actor))) fail('accountOnTheWay');
  if (!loan) await applyDecision(tx, deps, decision, actor);
  const detail = { fault, ...(loan && { loan: loan.id }) };
  await audit(tx, deps, { actor, action: 'account.sentBack', subject: `customer:${customerId}`, detail });
  const after = await latestApplication(tx, customerId);
  return { state: after?.state ?? '', ...(loan && { loanId: loan.id }) };
}

export async function sendBackAccount(deps: Deps, staff: StaffSession, input: Input) {
  const prepared = await prepare(deps, input);
  return deps.db.transaction().execute((tx) => apply(tx, deps, staff, input, prepared));
}

/** Previews what the borrower will read. It runs the send-back and rolls it back, so it refuses whatever the send-back would refuse. */
export async function previewAccountSendBack(deps: Deps, staff: StaffSession, input: Input): Promise<Preview> {
  const prepared = await prepare(deps, input);
  const { opened } = prepared;
  const [told] = await rehearse(deps, (tx, noting) => apply(tx, noting, staff, input, prepared));
  const words = await wordsTold(deps, opened.row.customer_id, told);
  // The borrower's screen shows only the fields of the chosen payout method.
  const shown = correctionsFor(deps, input.fault).filter(({ form, field }) => opened.answers[form]?.[field] !== undefined);
  return { ...words, fields: await fieldsOf(opened, words.language, shown) };
}

/** Judges by the states alone. Only `stopPayout` knows whether the money has left. */
function correctionState(application: Pick<Application, 'state'> | undefined, loan: Pick<LoanRecord, 'state'> | undefined) {
  if (!application) return 'none';
  if (application.state.endsWith('Refill')) return 'asked';
  return loan?.state === 'active' ? 'openLoan' : 'possible';
}

/** Whether staff can ask for another account now. */
export async function accountCorrectionOf(deps: Deps, customerId: string): Promise<AccountCorrectionState> {
  const { db } = deps;
  const [application, loan] = await Promise.all([latestApplication(db, customerId), openLoanOf(db, customerId)]);
  const state = correctionState(application, loan);
  if (state !== 'possible' || !application) return state;
  if (loan) {
    const unsent = db.selectFrom('disbursements').select('id').where('loan_id', '=', loan.id).where('state', '=', 'waiting');
    return (await unsent.executeTakeFirst()) ? 'possible' : 'onTheWay';
  }
  const release = (await deps.releases.get(application.release)) ?? deps.releases.active();
  return (await takesEvent(release, 'application', application.state, { name: 'bankProblem' })) ? 'possible' : 'none';
}
