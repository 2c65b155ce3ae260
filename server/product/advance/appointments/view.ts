import type { Appointment, MissedReason, NextBooking, WaitingReason } from '../../../contract/advance.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addDays, daysBetween } from '../../../lending/index.ts';
import { todayOf } from '../../../platform/time.ts';
import { placeOf } from '../consent/agree.ts';
import type { StandingConsent } from '../consent/table.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { Reader } from '../../../platform/customer/viewer.ts';
import type { AppointmentRecord } from './table.ts';

export function appointmentView({ deps, vault }: Reader, row: AppointmentRecord, consent: StandingConsent): Appointment {
  return {
    id: row.id,
    state: row.state as Appointment['state'],
    day: row.day,
    daysLeft: daysBetween(todayOf(deps), row.day),
    productId: consent.product_id,
    amountCents: consent.principal_cents,
    termDays: consent.term_days,
    receivedCents: consent.disclosure.receivedCents,
    totalDueCents: consent.disclosure.totalDueCents,
    dueDate: consent.disclosure.dueDate,
    bookedAt: row.created_at.toISOString(),
    ...reasonView(row),
    waitsUntil: lastDayOf(deps, row),
    ...(row.loan_id === null ? {} : { loanId: row.loan_id }),
    title: consent.title ?? '',
    markdown: consent.sealed_text === null ? '' : (vault.open(placeOf(consent.id), consent.sealed_text) as string),
    language: consent.language ?? '',
  };
}

/** Before the payout, `reason` is what the appointment waits for; afterwards, why it was missed. */
function reasonView({ state, reason }: AppointmentRecord): Pick<Appointment, 'reason' | 'waitsFor'> {
  if (reason === null) return {};
  return state === 'booked' ? { waitsFor: reason as WaitingReason } : { reason: reason as MissedReason };
}

/** The last day on which a waiting booking is retried. */
export const lastDayOf = ({ releases }: Deps, { day }: Pick<AppointmentRecord, 'day'>): string =>
  addDays(day, lendingOf(releases.active()).appointments?.waitDays ?? 0);

/** The next booking whose money is not sent yet. */
export async function nextBooking({ db, deps, customerId }: Reader): Promise<{ booking?: NextBooking }> {
  const row = await db
    .selectFrom('appointments')
    .innerJoin('standing_consents', 'standing_consents.id', 'appointments.consent_id')
    .selectAll('appointments')
    .select('principal_cents')
    .where('appointments.customer_id', '=', customerId)
    .where('appointments.state', '=', 'booked')
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  if (!row) return {};
  const { waitsFor } = reasonView(row);
  const booking = { id: row.id, day: row.day, amountCents: row.principal_cents, waitsUntil: lastDayOf(deps, row) };
  return { booking: { ...booking, ...(waitsFor ? { waitsFor } : {}) } };
}

const maxListed = 50;

/** Upcoming appointments, soonest first, and past ones, newest first. */
export async function listAppointments(reader: Reader): Promise<{ coming: Appointment[]; past: Appointment[] }> {
  const rows = await reader.db
    .selectFrom('appointments')
    .selectAll()
    .where('customer_id', '=', reader.customerId)
    .where('state', '!=', 'prepared')
    .orderBy('day', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
  const consents = await consentsOf(reader, rows);
  const isUpcoming = ({ state }: Appointment) => state === 'booked' || state === 'disbursing';
  const views = rows.flatMap((row) => {
    const consent = consents.get(row.consent_id);
    return consent ? [appointmentView(reader, row, consent)] : [];
  });
  return { coming: views.filter(isUpcoming).toReversed(), past: views.filter((view) => !isUpcoming(view)) };
}

async function consentsOf({ db }: Reader, rows: readonly AppointmentRecord[]): Promise<ReadonlyMap<string, StandingConsent>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ consent_id: id }) => id);
  const consents = await db.selectFrom('standing_consents').selectAll().where('id', 'in', ids).execute();
  return new Map(consents.map((consent) => [consent.id, consent]));
}
