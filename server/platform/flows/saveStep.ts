import { stableJson } from '../../../engine/form/hash.ts';
import { stepOf } from '../../../engine/flow/instances.ts';
import { isSentBack } from '../../../engine/flow/position.ts';
import { confirmStep, submitStep, type SubmittedStep } from '../../../engine/flow/save.ts';
import { submission } from '../../../engine/flow/submission.ts';
import type { FlowState, StepView } from '../../../engine/flow/types.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import { fail } from '../problem.ts';
import type { Session } from '../sessions/sessions.ts';
import { flowCustomerIn, type FlowCustomer } from './flowCustomer.ts';
import { checksToRun, runChecks } from './checks.ts';
import { countOpened, countRefused, countSaved } from './counts.ts';
import { fileProblems, filesIn, repeatedFiles } from './files.ts';
import { endInvitations, finishInvitation, positionFor, snapshotFor, stepsWithoutGuest } from './guests.ts';
import type { FlowHooks } from './hooks.ts';
import { lookupProblems } from '../lookups/check.ts';
import { isUsedKey, replay, type Answered, type RequestKey } from '../http/idempotency.ts';
import { withAnswers, writeRecord, type FlowRecord } from './record.ts';
import { progressOf, type FlowProgress } from './resume.ts';
import type { FlowRules } from './rules.ts';
import type { PositionView, Snapshot } from './snapshot.ts';

export interface SaveStep extends SubmittedStep {
  session: Session;
  flow: string;
  /** Revision from If-Match. */
  revision: number;
  /** Idempotency key, if the client sent one. */
  key?: string;
}

/** Each save keeps its answer for a day, for retries. */
const savesPerHour = 360;

export interface Saved {
  revision: number;
  position: PositionView;
  problems: never[];
  snapshot: Snapshot;
}

/**
 * Saves one step of a flow. The release defines the questions, their validation, which answers are sensitive and the next step, so this
 * code names no form.
 *
 * Refuses with `alreadySent` (409, the flow is closed), `conflict` (409, a concurrent save won), `outOfOrder` (409, the step is beyond the
 * position, off the path or locked by a send-back), `invalidAnswers` (422), `idempotencyMismatch` (422), `tooFrequent` (429), or an error
 * code of the step's check.
 */
export async function saveStep(deps: Deps, hooks: FlowHooks, save: SaveStep): Promise<Saved> {
  const customer = await flowCustomerIn(deps, save.session);
  const progress = await progressOf(deps, customer, save.flow);
  const request = requestOf(save, customer);
  if (progress.record.revision !== save.revision) return repeated(deps, hooks, save, progress, request);
  await refuseSubmitted(deps, hooks, save, progress);
  await limitPerHour(deps, customer.customerId, 'saveStep', savesPerHour);
  await countOpened(deps, progress);
  const { step, next } = await nextRecord(deps, hooks, progress, save).catch((error: unknown) => {
    countRefused(deps, progress, save.step, error);
    throw error;
  });
  if (next.revision === 1) await deps.releases.keep(next.release);
  const answer = answerOf(save, { ...progress, record: next });
  const answered = request && { request, answer: sealAnswer(customer, answer) };
  if (await store(deps, hooks, save, progress, { step, next, answered })) {
    countSaved(deps, progress, step, next, save.skip === true);
    return answer;
  }
  return repeated(deps, hooks, save, await progressOf(deps, customer, save.flow), request);
}

/**
 * Replays the stored answer of a retried request, or refuses with a conflict. It must run after the record is read: otherwise a concurrent
 * twin could save in between and turn its own retry into a conflict. Only a stored save advances the revision, and only a stored save has
 * an answer to replay.
 */
async function repeated(
  deps: Deps,
  hooks: FlowHooks,
  save: SaveStep,
  progress: FlowProgress,
  request: RequestKey | undefined,
): Promise<Saved> {
  const known = request && (await replay(deps.db, request));
  if (known) return openAnswer(progress.customer, known);
  await refuseSubmitted(deps, hooks, save, progress);
  return conflict(save, progress);
}

/** Refuses changes to submitted answers. A submission advances the revision, so a save that passed this check earlier still fails. */
async function refuseSubmitted(deps: Deps, hooks: FlowHooks, { session }: SaveStep, progress: FlowProgress): Promise<void> {
  if (session.guest?.isDone || (await hooks.sent(deps, progress))) fail('alreadySent', { position: positionFor(session, progress) });
}

const answerPlace = 'answer|flows.saveStep';

/** Encrypts the stored answer until a retry replays it, because it contains personal data. */
const sealAnswer = ({ vault }: FlowCustomer, answer: Saved) => ({ sealed: vault.seal(answerPlace, answer) });

/** An earlier version stored answers unencrypted, with all personal data masked. */
const openAnswer = ({ vault }: FlowCustomer, known: object): Saved =>
  ('sealed' in known ? vault.open(answerPlace, String(known.sealed)) : known) as Saved;

/** Returns whether the record was stored. It is not if a concurrent request changed the record or used the key. */
async function store(
  deps: Deps,
  hooks: FlowHooks,
  { session: { guest } }: SaveStep,
  { record, rules }: FlowProgress,
  { step, next, answered }: { step: StepView; next: FlowRecord; answered: Answered | undefined },
): Promise<boolean> {
  const now = deps.clock.now();
  const files = newFiles(rules, step, record, next, hooks);
  const write = (db: Db | Tx) => writeRecord(db, next, rules, now, answered);
  const dismissed = stepsWithoutGuest(rules, record, next);
  const writeMore = async (tx: Tx) => {
    if (!(await write(tx))) return false;
    await attachFiles(tx, next.customerId, files, now);
    await endInvitations(tx, now, next, dismissed);
    // The refusal rolls the answers back.
    if (guest && !(await finishInvitation(tx, deps, next.customerId, guest))) fail('guestEnded');
    return true;
  };
  const isSimple = files.length === 0 && dismissed.length === 0 && !guest;
  const writing = isSimple ? write(deps.db) : deps.db.transaction().execute(writeMore);
  return writing.catch((error: unknown) => (isUsedKey(error) ? false : Promise.reject(error)));
}

/** A guest's keys are apart from the customer's, because each must get only their own stored answers. */
function requestOf({ session: { guest }, key, ...body }: SaveStep, { customerId, vault }: FlowCustomer): RequestKey | undefined {
  if (key === undefined) return undefined;
  const operation = guest ? `flows.saveStep ${guest.invitationId}` : 'flows.saveStep';
  return { customerId, operation, key, bodyDigest: vault.digest(stableJson(body)) };
}

/** Validates the step, its files and its checks, and returns the confirmed record without storing it. */
async function nextRecord(
  deps: Deps,
  hooks: FlowHooks,
  progress: FlowProgress,
  save: SaveStep,
): Promise<{ step: StepView; next: FlowRecord }> {
  const { record, rules } = progress;
  if (!stepOf(rules.flow, save.step)) fail('notFound');
  const verdict = submitStep(rules, record, { ...save, guest: save.session.guest !== undefined });
  if (verdict.is === 'outOfOrder') fail('outOfOrder', { position: positionFor(save.session, progress) });
  if (verdict.is === 'refused') fail('invalidAnswers', { problems: verdict.problems });
  const { step, state } = verdict;
  const answered = await checkedRecord(deps, hooks, progress, step, state);
  const skips = save.skip === true;
  const position = rules.position(answered);
  const changes = { changed: changedAnswers(record, answered, step), path: position.path };
  const checks = checksToRun(rules, hooks, { ...step, skips }, record, changes);
  const locked = isSentBack(rules.position(record));
  const onPath = { ...answered, answers: submission(position, answered.answers) };
  const { facts, unconfirmed } = await runChecks(deps, checks, onPath, { locked, session: save.session });
  const confirmed = Object.fromEntries(Object.entries(answered.confirmed).filter(([id]) => !unconfirmed.includes(id)));
  const notices = record.notices.filter(({ form }) => form !== step.form);
  const next = { ...answered, revision: record.revision + 1, notices, confirmed, facts };
  return { step, next: confirmStep(rules, next, step.id) };
}

/** Returns the record with the step's encrypted answers, after verifying that its files belong to the customer. */
async function checkedRecord(
  deps: Deps,
  hooks: FlowHooks,
  { customer, record, rules }: FlowProgress,
  { form: id }: StepView,
  { answers, confirmed, corrections }: FlowState,
): Promise<FlowRecord> {
  const given = id === undefined ? undefined : answers[id];
  if (id !== undefined && given !== undefined) {
    const form = rules.form(id);
    const stored = record.answers[id];
    const files = await fileProblems(deps.db, record.customerId, form, given, hooks, stored);
    const problems = [...files, ...(await lookupProblems(deps, form, given, stored))];
    if (problems.length === 0) {
      const requests = record.corrections.filter((request) => request.form === id);
      problems.push(...(await repeatedFiles(deps, record.customerId, form, given, { hooks, requests, stored })));
    }
    if (problems.length > 0) fail('invalidAnswers', { problems });
  }
  return withAnswers({ ...record, confirmed, corrections }, customer.vault, rules.form, answers);
}

/** Fields of the step's form whose stored value changes, as `form.field`. */
function changedAnswers(before: FlowRecord, after: FlowRecord, { form }: StepView): Set<string> {
  if (form === undefined) return new Set();
  const [old, next] = [before.answers[form] ?? {}, after.answers[form] ?? {}];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return new Set(fields.filter((field) => stableJson(old[field]) !== stableJson(next[field])).map((field) => `${form}.${field}`));
}

/** Files that the step references for the first time. Earlier ones are attached already. */
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

function answerOf({ session }: SaveStep, progress: FlowProgress): Saved {
  const { guest } = session;
  const snapshot = snapshotFor(guest ? { guest: { ...guest, isDone: true } } : session, progress);
  return { revision: progress.record.revision, position: snapshot.position, problems: [], snapshot };
}

/** Refuses with the current position and revision. */
const conflict = ({ session }: SaveStep, progress: FlowProgress): never =>
  fail('conflict', { position: positionFor(session, progress), params: { revision: progress.record.revision } });
