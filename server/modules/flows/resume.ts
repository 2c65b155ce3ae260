import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { rulesFor, type Borrower } from './borrower.ts';
import { emptyRecord, readRecord, resealed, writeRelease, type FlowRecord } from './record.ts';
import type { FlowRules } from './rules.ts';

/** A borrower's record and the rules it is under. */
export interface Standing {
  borrower: Borrower;
  record: FlowRecord;
  rules: FlowRules;
}

/**
 * Where a borrower stands. What was begun stays under the release it was begun with. A release that is gone cannot rule
 * any more, and the active one takes over.
 */
export async function standingOf(deps: Deps, borrower: Borrower, flow: string): Promise<Standing> {
  const active = deps.releases.active();
  if (!Object.hasOwn(active.manifest.flows, flow)) fail('notFound');
  const record =
    (await readRecord(deps.db, borrower.vault, borrower.customerId, flow)) ?? emptyRecord(borrower.customerId, flow, active.hash);
  const release = (await pinnedRelease(deps, record, active)) ?? active;
  return { borrower, record: { ...record, release: release.hash }, rules: await rulesFor(deps, borrower, release, flow) };
}

async function pinnedRelease(deps: Deps, record: FlowRecord, active: LoadedRelease): Promise<LoadedRelease | undefined> {
  if (record.release === active.hash) return active;
  const release = await deps.releases.get(record.release);
  if (!release) deps.log.warn({ release: record.release, flow: record.flow }, 'a pinned release is gone; the active one takes over');
  return release && Object.hasOwn(release.manifest.flows, record.flow) ? release : undefined;
}

/**
 * The same on resume: moves to the active release if every answer still holds there, and stays where it is otherwise
 * (design §4). The revision stays, because no answer changes.
 */
export async function resume(deps: Deps, borrower: Borrower, flow: string): Promise<Standing> {
  const standing = await standingOf(deps, borrower, flow);
  const active = deps.releases.active();
  if (standing.record.release === active.hash || standing.record.revision === 0) return standing;
  const rules = await rulesFor(deps, borrower, active, flow);
  if (!answersHold(rules, standing.record)) return standing;
  const record = { ...resealed(standing.record, borrower.vault, rules.forms), release: active.hash };
  await deps.releases.keep(active.hash);
  const moved = await deps.db.transaction().execute((tx) => writeRelease(tx, record, rules.forms, deps.clock.now()));
  return moved ? { borrower, record, rules } : standing;
}

/** Every stored answer is known to the release and still sound there. */
function answersHold(rules: FlowRules, record: FlowRecord): boolean {
  const onPath = new Set(rules.position(record).path.flatMap(({ form }) => form ?? []));
  return Object.entries(record.answers).every(([id, answers]) => {
    const form = rules.forms.get(id);
    if (!form || !Object.keys(answers).every((field) => Object.hasOwn(form.module.fields, field))) return false;
    return !onPath.has(id) || rules.check(id, record.answers).length === 0;
  });
}
