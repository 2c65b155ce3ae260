import { staffOperations, type StaffInput } from '../../contract/staff/operations.ts';
import { type ActionFacts, approvable } from '../../platform/approvals/approvable.ts';
import { lockIfThere } from '../../platform/customer/lock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { numberOf } from '../application/number.ts';
import { applyDecision, prepareDecision } from '../application/staff.ts';
import { decisionOf } from './decisionOf.ts';
import { refuseUnfit } from './fitness.ts';
import { openAnswers } from './opened.ts';

type Input = StaffInput<'staff.decide'>;

/** What a decision grants the borrower: the limit of an acceptance. */
export const grantedCents = (decision: { decision: string; limitCents?: number }): number =>
  decision.decision === 'accepted' ? (decision.limitCents ?? 0) : 0;

/** A decision on an application. Any later change to the application voids the proposal. The lock blocks changes while this runs. */
async function decisionFacts(tx: Tx, _deps: Deps, input: Input): Promise<ActionFacts> {
  const find = () => tx.selectFrom('applications').select(['customer_id', 'state', 'updated_at']).where('id', '=', input.id);
  const known = (await find().executeTakeFirst()) ?? fail('notFound');
  // Lock in the same order as every decision, to avoid deadlocks.
  if (!(await lockIfThere(tx, known.customer_id))) fail('notFound');
  const row = await find().forNoKeyUpdate().executeTakeFirstOrThrow();
  return {
    subject: `application:${input.id}`,
    number: numberOf(input.id),
    customerId: row.customer_id,
    amountCents: grantedCents(input),
    state: row.state,
    changedAt: row.updated_at.toISOString(),
  };
}

export const decideAction = approvable(staffOperations['staff.decide'], {
  prepare: async (deps, input: Input) => {
    const decision = decisionOf(input);
    await refuseUnfit(deps, await openAnswers(deps, input.id), decision);
    return prepareDecision(deps, input.id, decision);
  },
  facts: decisionFacts,
  run: (tx, deps, _input, { actor, checker }, prepared) => applyDecision(tx, deps, prepared, actor, checker),
});
