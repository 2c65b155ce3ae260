import { answersByForm, decide, resubmitted, submission } from 'hakbang/engine';
import {
  brokenExpression,
  closeRecord,
  type Deps,
  fail,
  type FlowCustomer,
  type FlowProgress,
  initialState,
  type Once,
  positionView,
  progressOf,
  todayOf,
  type Tx,
  uuidV7,
} from 'hakbang/server';
import type { ClaimView } from '../contract.ts';
import { applyClaimEvent, type ClaimEvent } from './events.ts';
import { type Claim, claimOf, flowId, isSentBack, openAnswers, sealAnswers, viewOf } from './view.ts';

/**
 * Submits the claim and decides it by flows/decisions/claims.decisions.json. After a send-back, only the open fields may have changed. A
 * repeated request returns the claim as it is. Refuses with `outOfOrder` if a step is missing.
 */
export async function submitClaim(deps: Deps, customer: FlowCustomer, once: Once): Promise<ClaimView> {
  const progress = await progressOf(deps, customer, flowId);
  const { record, rules } = progress;
  const before = await claimOf(deps.db, customer.customerId);
  if (before && !isSentBack(before)) return viewOf(progress, before);
  const position = rules.position(record);
  if (!position.complete) fail('outOfOrder', { position: positionView(position) });
  const answers = before ? resubmitted(rules, record, openAnswers(customer.vault, before)) : submission(position, record.answers);
  const sent = { ...progress, record: { ...record, answers } };
  const outcome = await decideClaim(deps, sent);
  await deps.releases.keep(record.release);
  return once(async (tx) => {
    if (!(await closeRecord(tx, deps, progress))) fail('conflict');
    const claim = before ? await resubmit(tx, deps, sent, before) : await insert(tx, deps, sent);
    await applyClaimEvent(tx, deps, claim, outcome, 'decision');
    return viewOf({ ...sent, record: { ...sent.record, corrections: [] } }, await claimOf(tx, customer.customerId));
  });
}

/** The first row that holds decides. If an earlier row fails to evaluate, a person decides. */
async function decideClaim(deps: Deps, { record, rules }: FlowProgress): Promise<ClaimEvent> {
  const { table, expressions } = await rules.release.decisionTable('claims');
  const { constants, features } = rules.release.manifest.settings;
  const scope = { ...answersByForm(rules.flow, record.answers), facts: record.facts, today: todayOf(deps), constants, features };
  const { outcome, row, broken } = decide(table, expressions, scope, brokenExpression(deps));
  if (broken.length > 0) return { name: 'referred', detail: { broken } };
  const { decision, reason } = outcome;
  return { name: String(decision), ...(typeof reason === 'string' ? { reason } : {}), detail: { row } };
}

async function insert(tx: Tx, deps: Deps, { customer, record, rules }: FlowProgress): Promise<Claim> {
  const { state, open } = await initialState(rules.release, 'claim');
  const id = uuidV7(deps.clock, deps.random);
  const now = deps.clock.now();
  const inserted = await tx
    .insertInto('claims')
    .values({
      id,
      customer_id: customer.customerId,
      release: record.release,
      state,
      open,
      snapshot: sealAnswers(customer.vault, id, record.answers),
      reason: null,
      submitted_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? fail('conflict');
}

async function resubmit(tx: Tx, deps: Deps, { customer, record }: FlowProgress, before: Claim): Promise<Claim> {
  const claim = await applyClaimEvent(tx, deps, before, { name: 'resubmitted' }, 'customer');
  return tx
    .updateTable('claims')
    .set({ snapshot: sealAnswers(customer.vault, claim.id, record.answers), release: record.release })
    .where('id', '=', claim.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
