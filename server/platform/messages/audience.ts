import { isShownOn } from '../../../engine/config/shownOn.ts';
import { judge } from '../../../engine/form/context.ts';
import { conditionOf } from '../../../engine/flow/load.ts';
import { brokenExpression } from '../alarms/brokenExpression.ts';
import type { Deps } from '../deps.ts';
import { todayOf } from '../time.ts';
import { messagesOf, type Activity } from './kind.ts';

/** Returns today's activities for a customer, newest first. */
export async function activitiesFor(deps: Deps, customerId: string): Promise<Activity[]> {
  const release = deps.releases.active();
  const { id, activities } = messagesOf(release);
  const today = todayOf(deps);
  const current = activities.filter((activity) => isShownOn(today, activity)).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  if (current.every(({ when }) => when === undefined)) return current;
  const expressions = await release.expressionsOf('messages', id);
  const { constants, features } = release.manifest.settings;
  const context = { customer: await deps.product.audienceFacts(deps, customerId, today), today, constants, features };
  const isMeant = ({ id: activity, when }: Activity) =>
    when === undefined || judge(conditionOf(when, expressions), context, `activity ${activity}`, brokenExpression(deps)) === 'yes';
  return current.filter(isMeant);
}
