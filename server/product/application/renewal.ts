import { sameAnswer } from '../../../engine/form/reopen.ts';
import { submission } from '../../../engine/flow/submission.ts';
import { audit } from '../../platform/audit/audit.ts';
import { lockOwner } from '../../platform/customer/lock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FlowCustomer } from '../../platform/flows/flowCustomer.ts';
import { resetRecord, resealed, submittedRecord, writeRecord } from '../../platform/flows/record.ts';
import { progressOf, resume, type FlowProgress } from '../../platform/flows/resume.ts';
import { positionView } from '../../platform/flows/snapshot.ts';
import { fail } from '../../platform/problem.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { areDetailsDue } from './detailsDue.ts';
import { underwrite, type Outcome } from './outcome.ts';
import { earlierAnswers } from './earlier.ts';
import { sealSnapshot } from './snapshot.ts';
import { applyApplicationEvent } from './transitions.ts';
import { latestApplication, viewOf, type Application, type View } from './view.ts';

/** The flow that asks a returning borrower whether the details are still correct. */
export const renewalFlow = 'renewal';
const renewed = 'renewed';

/**
 * Refuses a loan with `detailsToConfirm` while the details are due. Loans agreed to in advance skip this check, because nobody is there to
 * answer.
 */
export async function refuseDueDetails(db: Db | Tx, deps: Deps, customerId: string): Promise<void> {
  const { is_reloan: isReloan } = await db
    .selectFrom('customers')
    .select('is_reloan')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (areDetailsDue(deps, await latestApplication(db, customerId), isReloan)) fail('detailsToConfirm');
}

/**
 * Stores what the renewal confirmed or changed. Unchanged answers keep the acceptance. Changed answers need a new decision, which also sets
 * the limit.
 *
 * Refuses with `outOfOrder` (409, the flow is not complete), `notAccepted`, `openLoan` (its terms rest on the answers), `conflict`.
 */
export async function renewDetails(deps: Deps, customer: FlowCustomer, once: Once): Promise<View> {
  const { customerId } = customer;
  const confirmed = await progressOf(deps, customer, renewalFlow);
  const position = confirmed.rules.position(confirmed.record);
  if (!position.complete) fail('outOfOrder', { position: positionView(position) });
  const application = await latestApplication(deps.db, customerId);
  if (application?.state !== 'accepted') fail('notAccepted');
  const progress = await resume(deps, customer, application.flow);
  const earlier = await earlierAnswers(deps, customer, application);
  const answers = { ...earlier, ...submission(position, confirmed.record.answers) };
  const isChanged = Object.keys(answers).some((form) => !sameAnswer(earlier[form], answers[form]));
  const next = { ...progress, record: { ...progress.record, answers } };
  const outcome = isChanged ? await underwrite(deps, next) : undefined;
  await deps.releases.keep(progress.record.release);
  return once(async (tx) => {
    await lockOwner(tx, customerId);
    const open = tx.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true);
    if (await open.executeTakeFirst()) fail('openLoan');
    await store(tx, deps, { confirmed, progress: next, application, outcome });
    return viewOf(deps, progress, await latestApplication(tx, customerId));
  });
}

interface Renewal {
  confirmed: FlowProgress;
  /** The application's flow, with the answers as confirmed. */
  progress: FlowProgress;
  application: Application;
  /** Absent when nothing was changed. */
  outcome: Outcome | undefined;
}

async function store(tx: Tx, deps: Deps, { confirmed, progress, application, outcome }: Renewal): Promise<void> {
  const { customer, record, rules } = progress;
  const now = deps.clock.now();
  if (!(await resetRecord(tx, confirmed.record, now))) fail('conflict');
  const marked = await tx
    .updateTable('applications')
    .set({ details_confirmed_at: now, updated_at: now })
    .where('id', '=', application.id)
    .where('state', '=', application.state)
    .where('updated_at', '=', application.updated_at)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) fail('conflict');
  if (outcome) {
    const { id, flow, state, snapshot } = application;
    const head = { id, flow, customerId: customer.customerId };
    const event = { event: renewed, detail: { snapshotBefore: snapshot } };
    const underReview = await applyApplicationEvent(tx, deps, rules.release, { ...head, state }, event, 'borrower');
    await tx
      .updateTable('applications')
      .set({ snapshot: sealSnapshot(customer.vault, id, record.answers), release: record.release })
      .where('id', '=', id)
      .execute();
    const sent = submittedRecord(rules, record, record.answers);
    const written = { ...resealed(sent, customer.vault, rules.forms), revision: record.revision + 1 };
    if (!(await writeRecord(tx, written, rules, now))) fail('conflict');
    await applyApplicationEvent(tx, deps, rules.release, { ...head, state: underReview }, outcome, 'underwriting');
  }
  await audit(tx, deps, {
    actor: `customer:${customer.customerId}`,
    action: 'application.renewed',
    subject: `application:${application.id}`,
    detail: { changed: outcome !== undefined },
  });
}
