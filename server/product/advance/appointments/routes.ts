import { operations } from '../../../contract/operations.ts';
import type { Deps } from '../../../platform/deps.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { requireFeature } from '../../../platform/http/feature.ts';
import type { App } from '../../../platform/http/types.ts';
import { assertFresh } from '../../../platform/auth/fresh.ts';
import { draftView } from '../consent/draft.ts';
import { viewerOf, type Viewer } from '../../viewer.ts';
import { requestKey } from '../../../platform/http/requestKey.ts';
import { book, bookingOffer, cancelBooking, prepareBooking, quoteBooking } from './book.ts';
import { listAppointments, nextBooking } from './view.ts';

/** Who looks, while the feature is on (G15). */
function lookingAt(deps: Deps, customerId: string): Promise<Viewer> {
  requireFeature(deps.releases.active(), 'appointment');
  return viewerOf(deps, customerId);
}

export function appointments(app: App): void {
  endpoint(app, operations['appointments.offer'], async ({ session, deps }) =>
    bookingOffer({ ...(await lookingAt(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['appointments.quote'], async ({ input, session, deps }) =>
    quoteBooking(await lookingAt(deps, session.customerId), input),
  );
  endpoint(app, operations['appointments.prepare'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    return prepareBooking(viewer, input, requestKey(request, viewer, 'appointments.prepare', input));
  });
  endpoint(app, operations['appointments.draft'], async ({ session, deps }) =>
    draftView({ ...(await lookingAt(deps, session.customerId)), db: deps.db }, 'appointment'),
  );
  endpoint(app, operations['appointments.book'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    assertFresh(deps, session);
    return book(viewer, input, requestKey(request, viewer, 'appointments.book', input));
  });
  endpoint(app, operations['appointments.list'], async ({ session, deps }) =>
    listAppointments({ ...(await lookingAt(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['appointments.next'], async ({ session, deps }) =>
    nextBooking({ ...(await lookingAt(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['appointments.cancel'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    return cancelBooking(viewer, input.appointmentId, requestKey(request, viewer, 'appointments.cancel', input));
  });
}
