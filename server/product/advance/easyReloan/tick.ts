import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hasFeature } from '../../../platform/http/feature.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { daysBetween } from '../../../lending/index.ts';
import type { EasyReloan } from '../../../lending/kinds/easyReloan.ts';
import { lastMonthly, nextMonthly } from '../../../lending/advance.ts';
import { dayOf } from '../../../platform/time.ts';
import { lendingOf } from '../../lendingConfig.ts';
import { mayContactNow } from '../../../platform/notifications/hours.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { mayTurnOff, vouchersOf } from './rewards.ts';
import { scheduleRun, runJob } from './runs.ts';
import { turnOffUntil } from './turnOffUntil.ts';

const everySeconds = 3600;
const batch = 500;

/** Each hour between contact hours: schedules the loans whose day has come, sends reminders of upcoming ones, and retries waiting ones. */
export const easyReloanTick: JobHandler = {
  kind: 'easyReloan.tick',
  everySeconds,
  maxAttempts: 3,
  run: async (deps) => {
    const release = deps.releases.active();
    const policy = lendingOf(release).easyReloan;
    if (!policy || !mayContactNow(deps) || !hasFeature(release, 'easyReloan')) return;
    for (let after = ''; ;) {
      const rows = await scheduled(deps, after);
      await deps.db.transaction().execute(async (tx) => {
        for (const row of rows) await processPlan(tx, deps, policy, row);
      });
      if (rows.length < batch) break;
      after = rows.at(-1)?.customer_id ?? after;
    }
    await beginWaiting(deps);
  },
};

const scheduled = ({ db }: Deps, after: string) =>
  db
    .selectFrom('easy_reloans')
    .innerJoin('standing_consents', 'standing_consents.id', 'easy_reloans.consent_id')
    .select(['easy_reloans.customer_id', 'consent_id', 'day_of_month', 'since', 'principal_cents'])
    .where('easy_reloans.state', '=', 'on')
    .where('mode', '=', 'scheduled')
    .where('easy_reloans.customer_id', '>', after)
    .orderBy('easy_reloans.customer_id')
    .limit(batch)
    .execute();

type Scheduled = Awaited<ReturnType<typeof scheduled>>[number];

/** Schedules the loan for a day that has come since the consent. Drops days missed by more than `waitDays`. */
async function processPlan(tx: Tx, deps: Deps, { scheduled: policy }: EasyReloan, row: Scheduled): Promise<void> {
  const { customer_id: customerId, consent_id: consentId, day_of_month: dayOfMonth, since, principal_cents: amountCents } = row;
  if (consentId === null || dayOfMonth === null || since === null) return;
  const now = deps.clock.now();
  const today = dayOf(deps, now);
  const last = lastMonthly(dayOfMonth, today);
  if (last > dayOf(deps, since) && daysBetween(last, today) <= policy.waitDays)
    await scheduleRun(tx, deps, { customerId, consentId, cause: `day:${last}`, dueAt: now });
  const day = nextMonthly(dayOfMonth, today);
  if (daysBetween(today, day) > policy.tellDaysBefore) return;
  // The SMS offers turning off only if that is allowed and still in time.
  const until = turnOffUntil(deps, day);
  const isFree = until !== undefined && mayTurnOff(await vouchersOf(tx, customerId));
  const [text, values] = isFree ? ['soon', { at: until.toISOString() }] : ['soonFixed', {}];
  const options = { key: `easyReloan:${customerId}:${day}:soon`, ...(until && { notAfter: until }) };
  await notify(tx, deps, customerId, `easyReloan.${text}`, { amountCents, day, ...values }, options);
}

/** Enqueues every due loan. The key limits this to one job an hour across all nodes. */
async function beginWaiting(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const rows = await deps.db
    .selectFrom('easy_reloan_runs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .execute();
  const hour = Math.floor(now.getTime() / (everySeconds * 1000));
  await deps.db.transaction().execute(async (tx) => {
    for (const { id } of rows) await deps.jobs.enqueue(tx, runJob, { runId: id }, { key: `easyReloan:${id}:${hour}` });
  });
}
