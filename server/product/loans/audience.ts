import { isShownOn } from '../../../engine/config/shownOn.ts';
import { judge } from '../../../engine/form/context.ts';
import { conditionOf } from '../../../engine/flow/load.ts';
import type { Deps } from '../../platform/deps.ts';
import { daysBetween } from '../../lending/index.ts';
import { manilaDay } from '../../platform/time.ts';
import { messagesOf, type Activity, type AudienceFacts } from '../../platform/messages/kind.ts';

/** The activities that a customer sees today, the newest first. */
export async function activitiesFor(deps: Deps, customerId: string): Promise<Activity[]> {
  const release = deps.releases.active();
  const { id, activities } = messagesOf(release);
  const today = manilaDay(deps.clock.now());
  const current = activities.filter((activity) => isShownOn(today, activity)).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (current.every(({ when }) => when === undefined)) return current;
  const expressions = await release.expressionsOf('messages', id);
  const { constants, features } = release.manifest.settings;
  const context = { customer: await factsOf(deps, customerId, today), today, constants, features };
  const report = (error: unknown, where: string) => deps.log.error({ alarm: 'expressionBroken', where, error }, 'an audience is not told');
  const isMeant = ({ id: activity, when }: Activity) =>
    when === undefined || judge(conditionOf(when, expressions), context, `activity ${activity}`, report) === 'yes';
  return current.filter(isMeant);
}

/** All in one statement: the number beside the bell is asked for on every visit. */
async function factsOf({ db }: Deps, customerId: string, today: string): Promise<AudienceFacts> {
  const row = await db
    .selectFrom('customers')
    .select((eb) => [
      'is_reloan',
      'created_at',
      eb
        .selectFrom('applications')
        .select('state')
        .where('customer_id', '=', customerId)
        .orderBy('submitted_at', 'desc')
        .limit(1)
        .as('application'),
      eb
        .selectFrom('loans')
        .select('state')
        .where('customer_id', '=', customerId)
        .where('state', 'not in', ['disclosed', 'superseded'])
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('loan'),
      eb
        .selectFrom('coupons')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('customer_id', '=', customerId)
        .where('state', '=', 'available')
        .where('expires_day', '>=', today)
        .as('coupons'),
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    isReloan: row.is_reloan,
    memberDays: daysBetween(manilaDay(row.created_at), today),
    applicationState: row.application ?? 'none',
    loanState: row.loan ?? 'none',
    coupons: row.coupons ?? 0,
  };
}
