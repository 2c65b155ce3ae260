import { stableJson } from '../../../engine/form/hash.ts';
import type { CompiledStep, StepView } from '../../../engine/flow/types.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import type { Session } from '../auth/sessions.ts';
import { changedAnswers, filesIn, merge, problemsOf, type Arriving } from './arriving.ts';
import { borrowerIn, type Borrower } from './borrower.ts';
import { checksToRun, runChecks } from './checks.ts';
import type { FlowHooks } from './hooks.ts';
import { isUsedKey, replay, type Answered, type RequestKey } from './idempotency.ts';
import { withForm, writeRecord, type FlowRecord } from './record.ts';
import { standingOf, type Standing } from './resume.ts';
import type { FlowRules } from './rules.ts';
import { indexAnswers, isIndexed } from './searchable.ts';
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
  const borrower = await borrowerIn(deps, save.session);
  const standing = await standingOf(deps, borrower, save.flow);
  const request = requestOf(save, borrower);
  if (standing.record.revision !== save.revision) return repeated(deps, standing, request);
  const step = openStep(standing, save);
  const next = await nextRecord(deps, hooks, standing, step, save);
  if (next.revision === 1) await deps.releases.keep(next.release);
  const answer = answerOf(standing, next);
  if (await store(deps, hooks, standing, step, next, request && { request, answer })) return answer;
  return repeated(deps, await standingOf(deps, borrower, save.flow), request);
}

/**
 * The stored answer if this very request was here before; else a conflict. Asked after reading the record, never before: else a twin of
 * the request could save in between and turn its own retry into a conflict. Only a save that was stored has moved the revision;
 * one that was not has no answer to repeat.
 */
async function repeated(deps: Deps, standing: Standing, request: RequestKey | undefined): Promise<Saved> {
  const known = request && (await replay(deps.db, request));
  return known ? (known as Saved) : conflict(standing);
}

/** Answers whether it was stored: not if somebody saved between our reading and our writing, or used the key. */
async function store(
  deps: Deps,
  hooks: FlowHooks,
  { record, rules }: Standing,
  step: StepView,
  next: FlowRecord,
  answered: Answered | undefined,
): Promise<boolean> {
  const now = deps.clock.now();
  const files = newFiles(rules, step, record, next, hooks);
  const changed = changedAnswers(record, next, step);
  const write = (db: Db | Tx) => writeRecord(db, next, rules.forms, now, answered);
  const writeMore = async (tx: Tx) => {
    if (!(await write(tx))) return false;
    await attachFiles(tx, next.customerId, files, now);
    await indexAnswers(tx, deps, hooks, next, changed);
    return true;
  };
  const isAll = files.length === 0 && !isIndexed(hooks, changed);
  const writing = isAll ? write(deps.db) : deps.db.transaction().execute(writeMore);
  return writing.catch((error: unknown) => (isUsedKey(error) ? false : Promise.reject(error)));
}

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

/** Files that the step names and did not name before: those are attached already. */
function newFiles(rules: FlowRules, { form }: StepView, before: FlowRecord, next: FlowRecord, hooks: FlowHooks): string[] {
  if (form === undefined) return [];
  const named = ({ answers }: FlowRecord) => filesIn(rules.form(form), answers[form] ?? {}, hooks).map(({ fileId }) => fileId);
  const known = new Set(named(before));
  return named(next).filter((fileId) => !known.has(fileId));
}

async function attachFiles(tx: Tx, customerId: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('files').set({ attached_at: now }).where('customer_id', '=', customerId).where('id', 'in', ids).execute();
}

function answerOf({ rules }: Standing, record: FlowRecord): Saved {
  const snapshot = snapshotOf(rules, record);
  return { revision: record.revision, position: snapshot.position, problems: [], snapshot };
}

/** Says where the borrower stands now. */
const conflict = ({ record, rules }: Standing): never =>
  fail('conflict', { position: positionView(rules.position(record)), params: { revision: record.revision } });
