import type { Output } from '../../../contract/operations.ts';
import type { Disclosure } from '../../../contract/disclosure.ts';
import type { Appointment, AdvanceDraft } from '../../../contract/advance.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ownOrNotFound } from '../../../platform/http/own.ts';
import { initialState } from '../../../platform/lifeCycles/machines.ts';
import { fail } from '../../../platform/problem.ts';
import { addDays } from '../../../lending/index.ts';
import type { Appointments } from '../../../lending/kinds/appointments.ts';
import type { Day } from '../../../lending/types.ts';
import { uuidV7 } from '../../../platform/random.ts';
import { todayOf } from '../../../platform/time.ts';
import { lockOwner } from '../../../platform/customer/lock.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { agreeInAdvance, type ConsentInput } from '../consent/agree.ts';
import { draftPlan, draftView } from '../consent/draft.ts';
import { advanceOffer, discloseAdvance } from '../consent/offer.ts';
import type { StandingConsent } from '../consent/table.ts';
import { preloadDraft } from '../consent/text.ts';
import type { Once } from '../../../platform/sessions/command.ts';
import { lendingOf } from '../../lendingConfig.ts';
import type { Choice } from '../../withdrawal/products.ts';
import type { Reader, Viewer } from '../../../platform/customer/viewer.ts';
import type { AppointmentRecord } from './table.ts';
import { applyAppointmentEvent, lifeCycleId } from './transitions.ts';
import { appointmentView } from './view.ts';

type Offer = Output<'appointments.offer'>;
type DayChoice = Choice & { day: Day };

const policyOf = ({ releases }: Deps): Appointments => lendingOf(releases.active()).appointments ?? fail('featureOff');

function daysOf(deps: Deps): Day[] {
  const { minDaysAhead, maxDaysAhead } = policyOf(deps);
  const today = todayOf(deps);
  return Array.from({ length: maxDaysAhead - minDaysAhead + 1 }, (_, index) => addDays(today, minDaysAhead + index));
}

const countBooked = async (db: Reader['db'], customerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('state', '=', 'booked')
    .executeTakeFirstOrThrow();
  return count;
};

/** Products and days that can be booked. Days already booked are left out. */
export async function bookingOffer(reader: Reader): Promise<Offer> {
  const { db, deps, customerId } = reader;
  const offer = await advanceOffer(reader);
  const tooMany = (await countBooked(db, customerId)) >= policyOf(deps).maxOpen;
  const booked = await db
    .selectFrom('appointments')
    .select('day')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'booked')
    .execute();
  const taken = new Set(booked.map(({ day }) => day));
  return {
    ...offer,
    ...(offer.canAgree && tooMany ? { canAgree: false, refusal: 'tooMany' as const, products: [] } : {}),
    days: daysOf(deps).filter((day) => !taken.has(day)),
    waitDays: policyOf(deps).waitDays,
  };
}

/** What the loan costs if it is paid out on that day. Stores nothing. */
export async function quoteBooking(viewer: Viewer, choice: DayChoice): Promise<Disclosure> {
  assertBookable(viewer.deps, choice.day);
  return (await discloseAdvance(viewer.deps.db, viewer, choice, choice.day)).disclosure;
}

function assertBookable(deps: Deps, day: Day): void {
  if (!daysOf(deps).includes(day)) fail('badRequest', { problems: [{ code: 'enum', path: '/day' }] });
}

/** Drafts a booking for the borrower's consent. */
export async function prepareBooking(viewer: Viewer, { day, ...choice }: DayChoice, once: Once): Promise<AdvanceDraft> {
  const { deps } = viewer;
  assertBookable(deps, day);
  await preloadDraft(deps, 'appointment');
  return once(async (tx) => {
    await draftPlan(tx, viewer, { purpose: 'appointment', plan: { mode: 'day', day } }, choice);
    return draftView({ ...viewer, db: tx }, 'appointment');
  });
}

/** Books the disclosed loan. Refuses as `agreeInAdvance` does, and with `tooManyAppointments` or `dayTaken`. */
export const book = (viewer: Viewer, input: ConsentInput, once: Once): Promise<Appointment> =>
  agreeInAdvance(viewer, 'appointment', input, once, async (tx, consent) => {
    const { deps, customerId } = viewer;
    if ((await countBooked(tx, customerId)) >= policyOf(deps).maxOpen) fail('tooManyAppointments');
    const appointment = await insert(tx, viewer, consent);
    const booked = await applyAppointmentEvent(tx, deps, appointment, { name: 'booked' }, 'borrower');
    return appointmentView({ ...viewer, db: tx }, booked, consent);
  });

async function insert(tx: Tx, { deps, customerId }: Viewer, { id: consentId, plan }: StandingConsent): Promise<AppointmentRecord> {
  if (plan.mode !== 'day') throw new Error(`consent ${consentId}: not for one day`);
  const now = deps.clock.now();
  return tx
    .insertInto('appointments')
    .values({
      id: uuidV7(deps.clock, deps.random),
      customer_id: customerId,
      consent_id: consentId,
      day: plan.day,
      state: (await initialState(deps.releases.active(), lifeCycleId)).state,
      loan_id: null,
      reason: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels the bookings of a deleted customer. The caller has locked the customer's row. */
export async function cancelBookings(tx: Tx, deps: Deps, actor: string, customerId: string): Promise<void> {
  const booked = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '=', 'booked')
    .execute();
  for (const row of booked) await applyAppointmentEvent(tx, deps, row, { name: 'cancelled', set: { reason: null } }, actor);
}

/** Cancels a booking before its money is sent. Refuses with `notFound` (another customer's) and `conflict` (no longer booked). */
export async function cancelBooking(viewer: Viewer, appointmentId: string, once: Once): Promise<Appointment> {
  const { deps, customerId } = viewer;
  const found = await deps.db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst();
  ownOrNotFound(deps, customerId, 'appointment', appointmentId, found);
  return once(async (tx) => {
    await lockOwner(tx, customerId);
    const row = await tx.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirstOrThrow();
    const cancelled = await applyAppointmentEvent(tx, deps, row, { name: 'cancelled', set: { reason: null } }, 'borrower');
    const consent = await tx.selectFrom('standing_consents').selectAll().where('id', '=', row.consent_id).executeTakeFirstOrThrow();
    const view = appointmentView({ ...viewer, db: tx }, cancelled, consent);
    await audit(tx, deps, { actor: `customer:${customerId}`, action: 'appointment.cancelled', subject: `appointment:${appointmentId}` });
    return view;
  });
}
