import { sql, type Selectable } from 'kysely';
import type { Deps } from '../deps.ts';
import { judgeRollout, type Judged } from './judge.ts';
import type { RolloutRow } from '../release/rolloutTable.ts';

const usualPerAddress = 50;

/**
 * What people, and networks of visitors without a session, did under both releases in this round, and whether that is good enough. Counts
 * only a limited number of people per IP address, the oldest accounts first, so that nobody outweighs the others with many accounts. Do not
 * call inside a transaction.
 */
export async function judgedNow(deps: Pick<Deps, 'db' | 'rolloutCounts'>, row: Selectable<RolloutRow>): Promise<Judged> {
  await deps.rolloutCounts.settled();
  const { id, round, guardrails } = row;
  const { rows } = await sql<{ is_next: boolean; event: string; count: number }>`
    with round as (select * from rollout_counts where rollout_id = ${id} and round = ${round}),
    people as (
      select is_next, customer_id, row_number() over (partition by is_next, source order by created_at, customer_id) as place
      from round join customers on customers.id = customer_id where event = 'visit')
    select is_next, event, count(*)::int as count from round join people using (is_next, customer_id)
    where place <= ${guardrails.perAddress ?? usualPerAddress} group by 1, 2
    union all select is_next, event, count(*)::int from rollout_visitors where rollout_id = ${id} and round = ${round} group by 1, 2`.execute(
    deps.db,
  );
  const sumsOf = (isNext: boolean) =>
    Object.fromEntries(rows.filter(({ is_next }) => is_next === isNext).map(({ event, count }) => [event, count]));
  return judgeRollout({ base: sumsOf(false), next: sumsOf(true) }, guardrails);
}
