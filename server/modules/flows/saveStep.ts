import { stableJson } from '../../../engine/form/hash.ts';
import type { CompiledStep, StepView } from '../../../engine/flow/types.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import type { Session } from '../auth/sessions.ts';
import { changedAnswers, filesIn, merge, problemsOf, type Arriving } from './arriving.ts';
import { borrowerOf, type Borrower } from './borrower.ts';
import { checksToRun, runChecks } from './checks.ts';
import type { FlowHooks } from './hooks.ts';
import { onceAnswering, replay, type RequestKey } from './idempotency.ts';
import { withForm, writeRecord, type FlowRecord } from './record.ts';
import { standingOf, type Standing } from './resume.ts';
import { indexAnswers } from './searchable.ts';
import { positionView, snapshotOf, type PositionView, type Snapshot } from './snapshot.ts';

export interface SaveStep extends Arriving {
  session: Session;
  flow: string;
  step: string;
  /** The revision the browser saw, from If-Match. */
  revision: number;
  /** Idempotency-Key, if the request has one. */
  key?: string;
}

export interface Saved {
  revision: number;
  position: PositionView;
  problems: never[];
  snapshot: Snapshot;
}

/**
 * Saves one step of a flow. Knows no form by name: what is asked, what is sound, what is sensitive and what comes next
 * all stand in the release.
 *
 * Refuses with `conflict` (409, another save was first), `outOfOrder` (409, the step is beyond the position, off the path
 * or locked by a send-back), `invalidAnswers` (422), `idempotencyMismatch` (422), or the code of the step's check.
 */
export async function saveStep(deps: Deps, hooks: FlowHooks, save: SaveStep): Promise<Saved> {
  const borrower = await borrowerOf(deps, save.session.customerId);
  const standing = await standingOf(deps, borrower, save.flow);
  const request = requestOf(save, borrower);
  if (standing.record.revision !== save.revision) {
    // After reading, never before: else a twin of this request could save in between and turn its own retry into a conflict.
    // Only a save that was stored has moved the revision; one that was not has no answer to repeat.
    const known = request && (await replay(deps.db, request));
    return known ? (known as Saved) : conflict(standing);
  }
  const step = openStep(standing, save);
  const next = await nextRecord(deps, hooks, standing, step, save);
  if (next.revision === 1) await deps.releases.keep(next.release);
  const answer = answerOf(standing, next);
  const writing = deps.db.transaction().execute((tx) =>
    onceAnswering(tx, request, deps.clock.now(), answer, async () => {
      if (!(await writeRecord(tx, next, standing.rules.forms, deps.clock.now()))) throw new Superseded();
      await attachFiles(tx, deps, hooks, standing, step, next);
      await indexAnswers(tx, deps, hooks, next, changedAnswers(standing.record, next, step));
    }),
  );
  return writing.catch((error: unknown) =>
    error instanceof Superseded ? standingOf(deps, borrower, save.flow).then(conflict) : Promise.reject(error),
  );
}

/** Somebody saved between our reading and our writing; thrown inside the transaction, so that nothing of it stays. */
class Superseded extends Error {}

function requestOf({ session: _session, key, ...body }: SaveStep, { customerId, vault }: Borrower): RequestKey | undefined {
  return key === undefined ? undefined : { customerId, operation: 'flows.saveStep', key, bodyDigest: vault.digest(stableJson(body)) };
}

/** The step, if the borrower may save it. */
function openStep({ record, rules }: Standing, save: SaveStep): StepView {
  const position = rules.position(record);
  const step = position.path.find(({ id }) => id === save.step);
  if (!step && !rules.flow.steps.some(({ id }) => id === save.step)) fail('notFound');
  if (!step?.open) fail('outOfOrder', { position: positionView(position) });
  return step;
}

/** The record as it will be: answers merged, checked and settled, the step confirmed, checks run. Nothing is stored yet. */
async function nextRecord(deps: Deps, hooks: FlowHooks, standing: Standing, step: StepView, save: SaveStep): Promise<FlowRecord> {
  const { record, rules } = standing;
  const answered = step.form === undefined ? unchanged(save, record) : await withAnswers(deps, hooks, standing, step.form, save);
  const corrections = record.corrections.filter(({ form }) => form !== step.form);
  const changed = changedAnswers(record, answered, step);
  const checks = checksToRun(rules, hooks, step, record, changed);
  const { facts, unconfirmed } = await runChecks(deps, checks, answered, { locked: record.corrections.length > 0, session: save.session });
  const confirmed = Object.fromEntries(Object.entries(record.confirmed).filter(([id]) => !unconfirmed.includes(id)));
  const notices = record.notices.filter(({ form }) => form !== step.form);
  const next = { ...answered, revision: record.revision + 1, corrections, notices, confirmed, facts };
  const compiled = rules.flow.steps.find(({ id }) => id === step.id) as CompiledStep;
  return { ...next, confirmed: { ...confirmed, [step.id]: rules.confirmation(compiled, next) } };
}

/** A review confirms what is there and brings no answers of its own. */
function unchanged({ answers }: SaveStep, record: FlowRecord): FlowRecord {
  const problems = Object.keys(answers).map((field) => ({ code: 'additionalProperties', path: `/${field}` }));
  if (problems.length > 0) fail('invalidAnswers', { problems });
  return record;
}

async function withAnswers(
  deps: Deps,
  hooks: FlowHooks,
  { borrower, record, rules }: Standing,
  formId: string,
  save: SaveStep,
): Promise<FlowRecord> {
  const form = rules.form(formId);
  const merged = merge(form, save, record, hooks);
  const problems = await problemsOf(rules, record, form, merged, hooks, deps.db);
  if (problems.length > 0) fail('invalidAnswers', { problems });
  return withForm(record, borrower.vault, form, rules.settleArriving(form, merged.answers, record.answers));
}

async function attachFiles(tx: Tx, deps: Deps, hooks: FlowHooks, { rules }: Standing, { form }: StepView, next: FlowRecord): Promise<void> {
  if (form === undefined) return;
  const ids = filesIn(rules.form(form), next.answers[form] ?? {}, hooks).map(({ fileId }) => fileId);
  if (ids.length === 0) return;
  await tx
    .updateTable('files')
    .set({ attached_at: deps.clock.now() })
    .where('customer_id', '=', next.customerId)
    .where('id', 'in', ids)
    .execute();
}

function answerOf({ rules }: Standing, record: FlowRecord): Saved {
  const snapshot = snapshotOf(rules, record);
  return { revision: record.revision, position: snapshot.position, problems: [], snapshot };
}

/** Says where the borrower stands now. */
const conflict = ({ record, rules }: Standing): never =>
  fail('conflict', { position: positionView(rules.position(record)), params: { revision: record.revision } });
