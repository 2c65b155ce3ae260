import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import { outstanding } from '../../../engine/flow/save.ts';
import type { ApplicationView } from '../../contract/schemas.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { todayOf } from '../../platform/time.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FlowProgress } from '../../platform/flows/resume.ts';
import { daysBetween } from '../../../engine/config/days.ts';
import { areDetailsDue, confirmedOn } from './detailsDue.ts';
import { numberOf } from './number.ts';
import type { ApplicationRow } from './table.ts';

export type View = Static<typeof ApplicationView>;
export type Application = Selectable<ApplicationRow>;

export const latestApplication = (db: Db | Tx, customerId: string): Promise<Application | undefined> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a rejected borrower may apply again: on or after the day named in the rejection. */
export const mayResubmit = (application: Application, today: string): boolean =>
  application.resubmission_day === null || daysBetween(today, application.resubmission_day) <= 0;

/** Whether answers may still change: some were sent back, or a new application is allowed. */
export const canGoOn = (application: Application, today: string): boolean =>
  application.state.endsWith('Refill') || (application.state === 'rejected' && mayResubmit(application, today));

/** The state of a borrower's application, with waiting times in days. */
export function viewOf(deps: Deps, { customer, record, rules }: FlowProgress, application: Application | undefined): View {
  const position = rules.position(record);
  const lastRoute = position.path.at(-1)?.route;
  const resumeRoute = position.step?.route ?? lastRoute;
  const resume = resumeRoute === undefined ? {} : { resumeRoute };
  if (!application) return { state: record.revision === 0 ? 'none' : 'draft', corrections: [], ...resume };
  const today = todayOf(deps);
  return {
    state: application.state as View['state'],
    id: application.id,
    number: numberOf(application.id),
    submittedAt: application.submitted_at.toISOString(),
    ...(application.reason === null ? {} : { reason: application.reason }),
    ...(application.limit_cents === null || application.state !== 'accepted' ? {} : { limitCents: application.limit_cents }),
    ...retryOf(application, today),
    ...(areDetailsDue(deps, application, customer.session['isReloan'] === true) && { detailsDue: confirmedOn(deps, application) }),
    corrections: outstanding(record.corrections).map(({ anew: _anew, ...request }) => request),
    ...(canGoOn(application, today) ? resume : {}),
  };
}

function retryOf({ state, resubmission_day: day }: Application, today: string): Pick<View, 'retryAfterDays' | 'resubmissionDate'> {
  return state === 'rejected' && day !== null ? { retryAfterDays: Math.max(0, daysBetween(today, day)), resubmissionDate: day } : {};
}
