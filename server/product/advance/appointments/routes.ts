import { operations } from '../../../contract/operations.ts';
import { viewerOf } from '../../../platform/customer/viewer.ts';
import type { App } from '../../../platform/http/types.ts';
import { command } from '../../../platform/sessions/command.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { draftView } from '../consent/draft.ts';
import { book, bookingOffer, cancelBooking, prepareBooking, quoteBooking } from './book.ts';
import { listAppointments, nextBooking } from './view.ts';

export function appointments(app: App): void {
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
