import type { MissedReason, WaitingReason } from '../../../contract/advance.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hasFeature } from '../../../platform/http/feature.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addDays, daysBetween } from '../../../lending/index.ts';
import { dayOf, todayOf } from '../../../platform/time.ts';
import { lockIfThere } from '../../../platform/customer/lock.ts';
import { isTemporary, payOutByConsent, preparePayOut, reasonOf, type PreparedPayOut } from '../consent/payOut.ts';
import { lendingOf } from '../../lendingConfig.ts';
import { mayContactNow } from '../../../platform/notifications/hours.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { AppointmentRecord } from './table.ts';
import { applyAppointmentEvent } from './transitions.ts';
import { lastDayOf } from './view.ts';

const runKind = 'appointments.run';
const actor = 'appointment';
const everySeconds = 3600;
const batch = 500;

/** Each hour between contact hours, starts due bookings and sends reminders of upcoming ones. Does nothing while the feature is off. */
export const appointmentTick: JobHandler = {
  kind: 'appointments.tick',
  everySeconds,
  maxAttempts: 3,
  run: async (deps) => {
    const policy = lendingOf(deps.releases.active()).appointments;
    if (!policy || !mayContactNow(deps) || !hasFeature(deps.releases.active(), 'appointment')) return;
    const until = addDays(todayOf(deps), policy.remindDaysBefore);
    for (let after = ''; ;) {
      const rows = await booked(deps, until, after);
      await deps.db.transaction().execute(async (tx) => {
        for (const row of rows) await processBooking(tx, deps, row);
      });
      if (rows.length < batch) return;
      after = rows.at(-1)?.id ?? after;
    }
  },
};

const booked = ({ db }: Deps, until: string, after: string) =>
  db
    .selectFrom('appointments')
    .innerJoin('standing_consents', 'standing_consents.id', 'appointments.consent_id')
    .select(['appointments.id', 'appointments.customer_id', 'appointments.day', 'standing_consents.principal_cents'])
    .select((expression) =>
      expression
        .exists(
          expression
            .selectFrom('loans')
            .select('loans.id')
            .whereRef('loans.customer_id', '=', 'appointments.customer_id')
            .where('loans.open', '=', true),
        )
        .as('meetsOpenLoan'),
    )
    .where('appointments.state', '=', 'booked')
    .where('day', '<=', until)
    .where('appointments.id', '>', after)
    .orderBy('appointments.id')
    .limit(batch)
    .execute();

type Upcoming = Awaited<ReturnType<typeof booked>>[number];

async function processBooking(
  tx: Tx,
  deps: Deps,
  { id, customer_id: customerId, day, principal_cents: amountCents, meetsOpenLoan }: Upcoming,
): Promise<void> {
  const now = deps.clock.now();
  if (day > dayOf(deps, now)) {
    const [text, values] = meetsOpenLoan
      ? (['appointment.soonOpenLoan', { amountCents, day, lastDay: lastDayOf(deps, { day }) }] as const)
      : (['appointment.soon', { amountCents, day }] as const);
    return notify(tx, deps, customerId, text, values, { key: `appointment:${id}:soon` });
  }
  const hour = Math.floor(now.getTime() / (everySeconds * 1000));
  await deps.jobs.enqueue(tx, runKind, { appointmentId: id }, { key: `appointment:${id}:${hour}` });
}

/** Pays out one booking on its day, or notifies the borrower of the reason. Several nodes may run it; the lock lets one act. */
export const appointmentRun: JobHandler = {
  kind: runKind,
  run: async (deps, { appointmentId }: { appointmentId: string }) => {
    const row = await deps.db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst();
    if (row?.state !== 'booked' || !hasFeature(deps.releases.active(), 'appointment')) return;
    const reason = await payOut(deps, await preparePayOut(deps, row.customer_id), row);
    if (reason) await missOrWait(deps, row, reason);
  },
};

async function payOut(
  deps: Deps,
  prepared: PreparedPayOut,
  { id, customer_id: customerId }: AppointmentRecord,
): Promise<MissedReason | undefined> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (!(await lockIfThere(tx, customerId))) return;
      // Read again under the lock, because another node or the borrower's cancellation may have been first.
      const row = await tx.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      if (row.state !== 'booked') return;
      const consent = await tx.selectFrom('standing_consents').selectAll().where('id', '=', row.consent_id).executeTakeFirstOrThrow();
      await payOutByConsent(tx, prepared, consent, actor, async ({ id: loanId }) => {
        await applyAppointmentEvent(tx, deps, row, { name: 'started', set: { loan_id: loanId, reason: null } }, actor);
      });
    });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Tells the borrower, once for each reason, what the booking waits for and until when. */
async function notifyWaiting(
  tx: Tx,
  deps: Deps,
  { id, customer_id: customerId, consent_id: consentId, day }: AppointmentRecord,
  reason: WaitingReason,
) {
  const { principal_cents: amountCents } = await tx
    .selectFrom('standing_consents')
    .select('principal_cents')
    .where('id', '=', consentId)
    .executeTakeFirstOrThrow();
  const values = { amountCents, lastDay: lastDayOf(deps, { day }) };
  await notify(tx, deps, customerId, `appointment.waits.${reason}`, values, { key: `appointment:${id}:waits:${reason}` });
}

/** Retries for some days if the obstacle may pass. Any other obstacle ends the booking at once. */
async function missOrWait(deps: Deps, { id, customer_id: customerId, day }: AppointmentRecord, reason: MissedReason): Promise<void> {
  const waitDays = lendingOf(deps.releases.active()).appointments?.waitDays ?? 0;
  const lateDays = daysBetween(day, todayOf(deps));
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockIfThere(tx, customerId))) return;
    const row = await tx.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (row.state !== 'booked') return;
    if (!isTemporary(reason) || lateDays > waitDays) {
      await applyAppointmentEvent(tx, deps, row, { name: 'refused', set: { reason } }, actor);
      return;
    }
    await tx.updateTable('appointments').set({ reason, updated_at: deps.clock.now() }).where('id', '=', id).execute();
    await notifyWaiting(tx, deps, row, reason);
  });
}
