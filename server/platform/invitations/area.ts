import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Area } from '../area.ts';
import { keyIdsIn } from '../crypto/keyIds.ts';
import type { App } from '../http/types.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { endGuestSession } from '../sessions/guests.ts';
import { clearSessionCookie, endSessionOfCookie, setSessionCookie } from '../sessions/sessions.ts';
import { declineInvitation, openInvitation, requestGuestCode, verifyGuestCode } from './answer.ts';
import { invitationView, sendInvitation, withdrawInvitation } from './invite.ts';
import { guestRefusals } from './migration.ts';
import { sweepInvitations } from './sweep.ts';

function invitations(app: App): void {
  endpoint(app, operations['invitations.get'], ({ deps, session, input }) => invitationView(deps, session, input));
  endpoint(app, operations['invitations.send'], ({ deps, session, input, request }) => sendInvitation(deps, session, input, request));
  endpoint(app, operations['invitations.withdraw'], ({ deps, session, input }) => withdrawInvitation(deps, session, input));
  endpoint(app, operations['invitations.open'], ({ deps, input }) => openInvitation(deps, input.token));
  endpoint(app, operations['invitations.requestCode'], ({ deps, input, request }) => requestGuestCode(deps, input, request));
  endpoint(app, operations['invitations.verifyCode'], async ({ deps, input, request, reply }) => {
    const { invitationId, secrets } = await verifyGuestCode(deps, input, request);
    // One cookie holds one session, so a guest on a customer's device ends the customer's.
    await endSessionOfCookie(deps, request);
    setSessionCookie(deps, reply, secrets.id);
    return { guest: invitationId, token: secrets.token };
  });
  endpoint(app, operations['invitations.leave'], async ({ deps, request, reply }) => {
    if (await endGuestSession(deps, request)) clearSessionCookie(deps, reply);
    return {};
  });
  endpoint(app, operations['invitations.decline'], ({ deps, input }) => declineInvitation(deps, input.token));
}

/** Steps that somebody else answers through their own link. The invitations table belongs to the flows, which end invitations. */
export const invitationsArea: Area = {
  name: 'invitations',
  migrations: [guestRefusals],
  refusals: ['noGuest'],
  texts: { 'sms.invitation': ['from', 'link', 'days'] },
  routes: [invitations],
  jobs: [sweepInvitations],
  keyIds: [keyIdsIn('guest_refusals', 'phone_digest')],
};
