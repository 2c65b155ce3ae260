import { sql, type Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import { judgeRollout, type Judged, type Window } from './judge.ts';
import type { RolloutRow, Sums } from '../release/rolloutTable.ts';

/** Everything that was counted for a release since a day. */
async function sumsOf({ db }: Pick<Deps, 'db'>, hash: string, since: string): Promise<Sums> {
  const { rows } = await sql<{ flow: string; step: string; event: string; count: number }>`
    select flow, step, event, sum(count)::int as count from step_counts
    where release = ${hash} and day >= ${since}::date and (flow = '' or (field = '' and event in ('reached', 'saved')))
    group by 1, 2, 3`.execute(db);
  return Object.fromEntries(rows.map(({ flow, step, event, count }) => [flow === '' ? event : `${flow}|${step}|${event}`, count]));
}

/** What stands in the counts now: a later window begins there. Not inside a transaction. */
export async function countedNow(
  deps: Pick<Deps, 'db' | 'stepCounts'>,
  { hash, base, since }: { hash: string; base: string; since: string },
): Promise<Window> {
  await deps.stepCounts.settled();
  return { base: await sumsOf(deps, base, since), next: await sumsOf(deps, hash, since) };
}

const since = (now: Sums, before: Sums): Sums =>
  Object.fromEntries(Object.entries(now).map(([key, count]) => [key, Math.max(0, count - (before[key] ?? 0))]));

/** What both releases did since the stage began, and whether that is good enough. */
export async function judgedNow(deps: Pick<Deps, 'db' | 'stepCounts'>, row: Selectable<RolloutRow>): Promise<Judged> {
  const now = await countedNow(deps, { hash: row.hash, base: row.base_hash, since: row.since_day });
  const window = { base: since(now.base, row.counted.base), next: since(now.next, row.counted.next) };
  return judgeRollout(window, row.guardrails);
}
