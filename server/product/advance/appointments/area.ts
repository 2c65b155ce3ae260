import { alike } from '../../../platform/spokenTexts.ts';
import type { Area } from '../../../platform/area.ts';
import { cancelBookings, book, bookingOffer, cancelBooking, prepareBooking, quoteBooking } from './book.ts';
import { appointmentEffects } from './effects.ts';
import { appointmentRun, appointmentTick } from './job.ts';
import { operations } from '../../../contract/operations.ts';
import { viewerOf } from '../../../platform/customer/viewer.ts';
import type { App } from '../../../platform/http/types.ts';
import { command } from '../../../platform/sessions/command.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { draftView } from '../consent/draft.ts';
import { listAppointments, nextBooking } from './view.ts';

function appointments(app: App): void {
  endpoint(app, operations['appointments.offer'], async ({ session, deps }) =>
    bookingOffer({ ...(await viewerOf(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['appointments.quote'], async ({ input, session, deps }) =>
    quoteBooking(await viewerOf(deps, session.customerId), input),
  );
  command(app, operations['appointments.prepare'], ({ viewer, input, once }) => prepareBooking(viewer, input, once));
  endpoint(app, operations['appointments.draft'], async ({ session, deps }) =>
    draftView({ ...(await viewerOf(deps, session.customerId)), db: deps.db }, 'appointment'),
  );
  command(app, operations['appointments.book'], ({ viewer, input, once }) => book(viewer, input, once));
  endpoint(app, operations['appointments.list'], async ({ session, deps }) =>
    listAppointments({ ...(await viewerOf(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['appointments.next'], async ({ session, deps }) =>
    nextBooking({ ...(await viewerOf(deps, session.customerId)), db: deps.db }),
  );
  command(app, operations['appointments.cancel'], ({ viewer, input, once }) => cancelBooking(viewer, input.appointmentId, once));
}

export const appointmentsArea: Area = {
  name: 'appointments',
  refusals: ['dayTaken', 'tooManyAppointments'],
  texts: {
    ...alike('sms.appointment', ['booked', 'soon', 'missed', 'cancelled'], ['amountCents', 'day']),
    ...alike('sms.appointment', ['bookedOpenLoan', 'soonOpenLoan'], ['amountCents', 'day', 'lastDay']),
    ...alike('sms.appointment.waits', ['openLoan', 'withdrawalsPaused'], ['amountCents', 'lastDay']),
  },
  routes: [appointments],
  erase: ({ tx, deps, customerId }) => cancelBookings(tx, deps, 'deletion', customerId),
  jobs: [appointmentRun, appointmentTick],
  effects: { appointment: appointmentEffects },
  events: { appointment: ['booked', 'started', 'refused', 'cancelled', 'paid', 'failed'] },
};
