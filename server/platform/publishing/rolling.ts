import { sql, type Selectable } from 'kysely';
import type { RolloutView } from '../../contract/staff/publishing.ts';
import type { Cause } from '../../contract/staff/studio.ts';
import { audit } from '../audit/audit.ts';
import { causeOf, storedCauses } from '../changes/causes.ts';
import { changeRow } from '../changes/changes.ts';
import { studioOf } from '../changes/kind.ts';
import { releasesOf } from '../changes/releases.ts';
import type { Tx } from '../db/database.ts';
import { retryOnDeadlock } from '../db/deadlock.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import { fail, ProblemError } from '../problem.ts';
import { mainApplication } from '../project.ts';
import { randomToken, uuidV7 } from '../random.ts';
import { judgedNow } from '../rollout/figures.ts';
import type { Judged } from '../rollout/judge.ts';
import { openRolloutOf } from '../rollout/store.ts';
import type { RolloutRow } from '../release/rolloutTable.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { formWords } from '../release/formWords.ts';
import { labelOf } from '../stepCounts/figures.ts';
import { addSeconds } from '../time.ts';
import { isApproved } from './approved.ts';
import { stopRollout } from './publish.ts';
import { publishChange } from './publishChange.ts';

type Row = Selectable<RolloutRow>;

/** Begins to roll out an approved change to a share of the people. */
export async function startRollout(deps: Deps, staff: StaffSession, { id }: { id: string }): Promise<{ release: string }> {
  const { application } = await changeRow(deps.db, id);
  if (application !== mainApplication) fail('mainOnly');
  const settings = studioOf(deps).rollout ?? fail('noStages');
  const stages = settings.stages.toSorted((one, other) => one.percent - other.percent);
  const { guardrails, byItself } = settings;
  const plan = { id: uuidV7(deps.clock, deps.random), salt: randomToken(deps.random), stages, guardrails, byItself };
  return publishChange(deps, staff.actor, id, { gradually: plan });
}

interface Seen {
  id: string;
  stage: number;
}

/** Pauses or stops a rollout at a person's request, if it is still in the stage that they saw. */
export async function holdRollout(
  deps: Deps,
  staff: StaffSession,
  { act, reason, ...seen }: Seen & { act: 'pause' | 'stop'; reason?: string },
): Promise<{ state: string }> {
  const row = await seenRollout(deps, seen);
  if (act === 'pause') assertMoved(await pause(deps, staff.actor, row, [{ code: 'pausedBy', params: { name: staff.name } }]));
  else {
    const why = reason ?? fail('badRequest', { problems: [{ code: 'required', path: '/reason' }] });
    assertMoved(await stopRollout(deps, row, staff.actor, why));
  }
  await releasesOf(deps, row.application).refresh?.();
  return { state: act };
}

/** Extends a rollout to more people at a person's request, if it is still as they saw it. */
export async function moveRollout(
  deps: Deps,
  staff: StaffSession,
  { act, state, ...seen }: Seen & { act: 'advance' | 'continue' | 'finish'; state: 'running' | 'paused' },
): Promise<{ state: string }> {
  const row = await seenRollout(deps, seen);
  if (row.state !== state) fail('steered');
  if (act === 'finish') await finish(deps, staff.actor, row);
  else assertMoved(await moveOn(deps, staff.actor, row, act === 'advance' ? row.stage + 1 : row.stage));
  await releasesOf(deps, row.application).refresh?.();
  return { state: act };
}

async function seenRollout({ db }: Deps, { id, stage }: Seen): Promise<Row> {
  const row = (await db.selectFrom('rollouts').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  if (row.ended_at !== null) fail('steered');
  if (row.stage !== stage - 1) fail('steered');
  return row;
}

function assertMoved(row: unknown): void {
  if (!row) fail('steered');
}

const finish = (deps: Deps, by: string, { id, change_id: change, state, stage }: Row) =>
  publishChange(deps, by, change, { finishes: { id, state, stage } });

const pause = (deps: Deps, by: string, row: Row, causes: Cause[]): Promise<boolean> =>
  deps.db.transaction().execute((tx) => pauseWithin(tx, deps, by, row, causes));

/**
 * Gives new people the old release from now on. Those who have the new one keep it. Returns false if the rollout has changed since it was
 * read.
 */
async function pauseWithin(tx: Tx, deps: Deps, by: string, row: Row, causes: Cause[]): Promise<boolean> {
  const paused = await tx
    .updateTable('rollouts')
    .set({ state: 'paused', causes: json(causes) })
    .where('id', '=', row.id)
    .where('state', '=', 'running')
    .where('stage', '=', row.stage)
    .returning('id')
    .executeTakeFirst();
  if (!paused) return false;
  const detail = { rollout: row.id, percent: row.stages[row.stage]?.percent ?? 0, causes };
  await audit(tx, deps, { actor: by, action: 'release.rolloutPaused', subject: `release:${row.hash}`, detail });
  return true;
}

/**
 * Changes the reviews of a change. If this leaves its rollout without approval, pauses the rollout in the same transaction, so that no
 * newcomer gets the release.
 */
export async function reviewing(deps: Deps, change: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const paused = await retryOnDeadlock(() =>
    deps.db.transaction().execute(async (tx) => {
      // Lock the rollout before its change, in the same order as the code that moves or ends it.
      await runningOf(tx, change).forUpdate().execute();
      await work(tx);
      const row = await runningOf(tx, change).executeTakeFirst();
      if (!row || (await isApproved(tx, change))) return undefined;
      return (await pauseWithin(tx, deps, actor, row, unapproved)) ? row : undefined;
    }),
  );
  if (!paused) return;
  raisePaused(deps, paused, unapproved);
  await releasesOf(deps, paused.application).refresh?.();
}

const runningOf = (tx: Tx, change: string) =>
  tx.selectFrom('rollouts').selectAll().where('change_id', '=', change).where('state', '=', 'running');

/**
 * Begins a stage, or restarts the current one after a pause, because earlier counts say nothing about it. The last stage has no next one.
 */
async function moveOn(deps: Deps, by: string, row: Row, stage: number): Promise<boolean> {
  const { id, hash, stages } = row;
  const next = stages[stage];
  if (!next) return (await finish(deps, by, row)).release === hash;
  if (stage === row.stage && row.state !== 'paused') fail('steered');
  const done = await deps.db
    .transaction()
    .execute(async (tx) => {
      if (!(await isApproved(tx, row.change_id))) return 'unapproved';
      const moved = await tx
        .updateTable('rollouts')
        .set({ state: 'running', stage, stage_since: deps.clock.now(), round: sql`round + 1`, causes: null, why: null })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('state', '=', row.state)
        .where('stage', '=', row.stage)
        .returning('id')
        .executeTakeFirst();
      if (!moved) return 'lost';
      const action = stage === row.stage ? 'release.rolloutContinued' : 'release.rolloutMoved';
      await audit(tx, deps, { actor: by, action, subject: `release:${hash}`, detail: { rollout: id, percent: next.percent } });
      return 'moved';
    })
    .catch(isUnapproved);
  if (done !== 'unapproved') return done === 'moved';
  await pauseWithAlarm(deps, row, unapproved);
  return fail('approvalLost');
}

/** Somebody objected concurrently (0061_guardedRollouts). */
function isUnapproved(error: unknown): 'unapproved' {
  if ((error as { constraint?: unknown }).constraint === 'rollouts_approved') return 'unapproved';
  throw error;
}

const unapproved: Cause[] = [{ code: 'approvalLost', params: {} }];

const endOfStage = ({ stage_since: since, stages, stage }: Row): Date => addSeconds(since, (stages[stage]?.hours ?? 0) * 3600);

const actor = 'rollout';

/** Pauses a rollout whose new release does worse than the old one, and advances one whose stage is over. */
export const followRollouts: JobHandler = {
  kind: 'publishing.rollouts',
  everySeconds: 60,
  maxAttempts: 3,
  async run(deps) {
    const row = await openRolloutOf(deps.db, mainApplication);
    if (row?.state !== 'running') return;
    const { verdict, causes } = await judgedNow(deps, row);
    // An approver may have lost their access.
    if (!(await isApproved(deps.db, row.change_id))) await pauseWithAlarm(deps, row, unapproved);
    else if (verdict === 'breached') await pauseWithAlarm(deps, row, causes);
    else if (verdict === 'holds' && row.by_itself && deps.clock.now() >= endOfStage(row)) await moveOnByItself(deps, row);
    await deps.releases.refresh?.();
  },
};

async function moveOnByItself(deps: Deps, row: Row): Promise<void> {
  try {
    await moveOn(deps, actor, row, row.stage + 1);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await pauseWithAlarm(deps, row, [causeOf(error)]);
  }
}

async function pauseWithAlarm(deps: Deps, row: Row, causes: Cause[]): Promise<void> {
  if (await pause(deps, actor, row, causes)) raisePaused(deps, row, causes);
}

function raisePaused({ alarms }: Deps, { id, hash }: Row, causes: Cause[]): void {
  alarms.raise({ kind: 'rolloutPaused', subject: `release:${hash}`, detail: { rollout: id, causes } }, 'a rollout was paused');
}

/** The open rollout, or the last one. */
export async function rolloutOf(
  deps: Deps,
  { application = mainApplication }: { application?: string },
): Promise<{ rollouts: RolloutView[] }> {
  const row = await deps.db
    .selectFrom('rollouts')
    .innerJoin('changes', 'changes.id', 'rollouts.change_id')
    .leftJoin('staff', (join) => join.on(sql<boolean>`rollouts.started_by = 'staff:' || staff.id`))
    .selectAll('rollouts')
    .select(['changes.title', 'staff.name as starter'])
    .where('rollouts.application', '=', application)
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('basis', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { rollouts: row ? [viewOf(row, await judgedNow(deps, row), await labelsOf(deps, row))] : [] };
}

function viewOf(row: Row & { title: string; starter: string | null }, judged: Judged, label: Labels): RolloutView {
  const { stages, stage, state, why, ended_at: endedAt } = row;
  const isPaused = state === 'paused';
  const next = stages[stage + 1]?.percent;
  return {
    id: row.id,
    hash: row.hash,
    base: row.base_hash,
    change: { id: row.change_id, title: row.title },
    state,
    stage: stage + 1,
    percent: stages[stage]?.percent ?? 0,
    ...(next !== undefined && { nextPercent: next }),
    stages: stages.map((each, index) => ({ ...each, state: index < stage ? 'past' : index === stage ? 'now' : 'coming' })),
    byItself: row.by_itself,
    startedBy: row.starter ?? row.started_by,
    startedAt: row.started_at.toISOString(),
    stageSince: row.stage_since.toISOString(),
    stageUntil: endOfStage(row).toISOString(),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    causes: isPaused ? storedCauses(row.causes, why).map((cause) => labelled(cause, label)) : [],
    ...(why !== null && !isPaused && { why }),
    verdict: judged.verdict,
    visitsBefore: judged.visitsBefore,
    visitsAfter: judged.visitsAfter,
    visitsNeeded: row.guardrails.visits,
    figures: figuresOf(row, judged, label),
  };
}

/** Names the step of a cause as people know it. */
function labelled({ code, params }: Cause, label: Labels): Cause {
  const { flow, step } = params;
  return { code, params: step === undefined ? params : { ...params, step: label(String(flow), String(step)) } };
}

/** The values that the guardrails compare, errors first. */
function figuresOf({ guardrails }: Row, judged: Judged, label: Labels): RolloutView['figures'] {
  const { visitsBefore, visitsAfter, errorsBefore, errorsAfter, isErrorsBreached, networks, steps } = judged;
  const state = (isBreached: boolean, counts: number[], needed: number) =>
    isBreached ? ('breached' as const) : Math.min(...counts) < needed ? ('waits' as const) : ('holds' as const);
  const errors = {
    kind: 'errors' as const,
    before: errorsBefore,
    after: errorsAfter,
    of: `${visitsBefore}; ${visitsAfter}`,
    judged: state(isErrorsBreached, [visitsBefore, visitsAfter], guardrails.visits),
  };
  const { before, after } = networks;
  const ofVisitors = {
    kind: 'visitorErrors' as const,
    before: networks.errorsBefore,
    after: networks.errorsAfter,
    of: `${before}; ${after}`,
    judged: state(networks.isBreached, [before, after], guardrails.visits),
  };
  const reached = steps.filter(({ reachedBefore, reachedAfter }) => reachedBefore + reachedAfter > 0);
  const dropOffs = reached.map(({ flow, step, reachedBefore, reachedAfter, dropOffBefore, dropOffAfter, isBreached }) => ({
    kind: 'dropOff' as const,
    step: label(flow, step),
    before: dropOffBefore,
    after: dropOffAfter,
    of: `${reachedBefore}; ${reachedAfter}`,
    judged: state(isBreached, [reachedBefore, reachedAfter], guardrails.reached),
  }));
  return [errors, ...(before + after > 0 ? [ofVisitors] : []), ...dropOffs];
}

type Labels = (flow: string, step: string) => string;

/** Titles of steps in the new release. A step that it no longer has keeps its id. */
async function labelsOf(deps: Deps, { hash }: Row): Promise<Labels> {
  const release = await deps.releases.get(hash);
  if (!release) return (_, step) => step;
  const words = await formWords(release, release.manifest.settings.languages.default);
  const flows = new Map(await Promise.all(Object.keys(release.manifest.flows).map(async (id) => [id, await release.flow(id)] as const)));
  return (flow, id) => {
    const step = flows.get(flow)?.steps.find((each) => each.id === id);
    return step ? labelOf(release, words, step) : id;
  };
}
