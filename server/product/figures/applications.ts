import { sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { cachedFigure } from '../../platform/figures/cached.ts';
import { beginOf } from '../../platform/figures/period.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import { timeZoneOf } from '../../platform/time.ts';

interface Period {
  days: number;
}

/** Applications by current state. */
export const applicationFigures = (deps: Deps, { days }: Period) =>
  cachedFigure(deps, `applications ${days}`, async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from applications where submitted_at >= ${beginOf(deps, days)}
      group by state order by count desc, state`.execute(deps.db);
    return { sent: rows.reduce((sum, { count }) => sum + count, 0), states: rows };
  });

interface Times {
  day: string | null;
  decided: number;
  /** p50 and p90. */
  hours: [number, number] | null;
}

/**
 * How long people took to decide, counted from the last referral. Uses a hash join, because a lookup for each decision takes twice as long.
 */
export const decisionFigures = (deps: Deps, { days }: Period) =>
  cachedFigure(deps, `decisions ${days}`, async () => {
    const { rows } = await sql<Times>`
      with decided as (
        select to_char(e.at at time zone ${timeZoneOf(deps)}, 'YYYY-MM-DD') as day, extract(epoch from e.at - max(p.at))::float8 / 3600 as hours
        from application_events e
        join application_events p on p.application_id = e.application_id and p.id < e.id and p.to_state = 'referred'
        where e.from_state = 'referred' and e.at >= ${beginOf(deps, days)} group by e.id
      )
      select day, count(*)::int as decided, percentile_cont(array[0.5, 0.9]) within group (order by hours) as hours
      from decided group by grouping sets ((day), ()) order by day`.execute(deps.db);
    const all = rows.find(({ day }) => day === null);
    return {
      ...timesOf(all ?? { decided: 0, hours: null }),
      byDay: rows.flatMap(({ day, ...times }) => (day === null ? [] : [{ day, ...timesOf(times) }])),
    };
  });

const rounded = (hours: number): number => Math.round(hours * 10) / 10;

const timesOf = ({ decided, hours }: Omit<Times, 'day'>) => ({
  decided,
  ...(hours && { halfHours: rounded(hours[0]), mostHours: rounded(hours[1]) }),
});

/** Why applications were referred to people. */
export const referralFigures = (deps: Deps, { days }: Period) =>
  cachedFigure(deps, `referrals ${days}`, async () => {
    const { rows } = await sql<{ reason: string; count: number }>`
      select coalesce(detail ->> 'reason', 'manualReview') as reason, count(*)::int as count from application_events
      where to_state = 'referred' and at >= ${beginOf(deps, days)} group by 1 order by count desc, 1`.execute(deps.db);
    const release = deps.releases.active();
    const { decisionReason = {} } = await enumLabels(release, release.manifest.settings.languages.default);
    return { reasons: rows.map(({ reason, count }) => ({ reason, label: decisionReason[reason] ?? reason, count })) };
  });
