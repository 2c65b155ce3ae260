import type { FastifyRequest } from 'fastify';
import { guestOf } from '../../../engine/flow/guests.ts';
import type { Output } from '../../contract/platformOperations.ts';
import { audit } from '../audit/audit.ts';
import { hashToken, linkToken } from '../auth/linkToken.ts';
import { phoneOf } from '../auth/readInput.ts';
import { pageAddress, sendLink } from '../auth/sendLink.ts';
import { customerFrom } from '../customer/customers.ts';
import { maskPhone, phoneVault, type PhoneNumber } from '../customer/phone.ts';
import type { Deps } from '../deps.ts';
import { flowCustomerIn } from '../flows/flowCustomer.ts';
import { endInvitations, openNaming } from '../flows/guests.ts';
import { progressOf, type FlowProgress } from '../flows/resume.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import type { Session } from '../sessions/sessions.ts';
import { serverText } from '../texts.ts';
import { addSeconds, daySeconds } from '../time.ts';
import { acceptLink, currentOf, removeLink, storeLink, type Invitation, type NewLink, type Place } from './store.ts';

type InvitationView = Output<'invitations.get'>;

/** A step at the customer's position, with its guest. */
interface Asking {
  progress: FlowProgress;
  guest: { name: string; from: string; phone: PhoneNumber };
  days: number;
}

/** Refuses with `noGuest` if the step is not on the path, or its guest has no number. */
async function askingOf(deps: Deps, session: Session, { flow, step }: Place): Promise<Asking> {
  const progress = await progressOf(deps, await flowCustomerIn(deps, session), flow);
  const { rules, record } = progress;
  const found = guestOf(rules, record, step) ?? fail('noGuest');
  const days = rules.release.manifest.flows[flow]?.flow.steps.find(({ id }) => id === step)?.guest?.days ?? fail('noGuest');
  return { progress, guest: { ...found, phone: await phoneOf(deps, found.phone) }, days };
}

function stateOf(now: Date, row: Invitation | undefined): Pick<InvitationView, 'state' | 'at' | 'expiresAt'> {
  if (!row) return { state: 'none' };
  const iso = (date: Date) => date.toISOString();
  const expiresAt = iso(row.expires_at);
  if (row.done_at) return { state: 'done', at: iso(row.done_at) };
  if (row.declined_at) return { state: 'declined', at: iso(row.declined_at) };
  if (row.expires_at <= now) return { state: 'expired', at: expiresAt };
  return row.opened_at ? { state: 'opened', at: iso(row.opened_at), expiresAt } : { state: 'sent', at: iso(row.created_at), expiresAt };
}

/** The customer's view of the invitation to a step. */
export async function invitationView(deps: Deps, session: Session, place: Place): Promise<InvitationView> {
  const { guest, progress } = await askingOf(deps, session, place);
  const row = await currentOf(deps.db, session.customerId, place);
  const step = progress.rules.position(progress.record).path.find(({ id }) => id === place.step);
  // Answers that were sent back, or that other answers made invalid, are asked again.
  const isAskedAgain = row && row.done_at !== null && step?.status !== 'done' && !(await deps.product.flowHooks.sent(deps, progress));
  return { ...stateOf(deps.clock.now(), isAskedAgain ? undefined : row), name: guest.name, maskedPhone: maskPhone(guest.phone) };
}

/**
 * Sends a link by SMS to the guest of the current step. Resending keeps the guest's session, and the earlier link ends once the gateway
 * takes the message. Refuses with `outOfOrder` before the step is reached or after it is done, with `noGuest` if the holder of the number
 * declined anybody's invitation, and with `alreadySent` after the submission.
 */
export async function sendInvitation(deps: Deps, session: Session, place: Place, request: FastifyRequest): Promise<InvitationView> {
  const { progress, guest, days } = await askingOf(deps, session, place);
  const { rules, record, customer } = progress;
  if (await deps.product.flowHooks.sent(deps, progress)) fail('alreadySent');
  const step = rules.position(record).path.find(({ id }) => id === place.step);
  if (!step?.open || step.status === 'done') fail('outOfOrder');
  const { customerId } = customer;
  const token = linkToken(deps, `invitation|${customerId}|${place.flow}|${place.step}|${guest.phone.e164}`, idempotencyKey(request));
  const link = pageAddress(deps, request, `/invited/${token}`);
  const { language } = customerFrom(deps, session.customer);
  const expiresAt = addSeconds(deps.clock.now(), days * daySeconds);
  const stored: NewLink = { customer, place, phone: guest.phone, tokenHash: hashToken(token), expiresAt };
  const sent = await sendLink(deps, {
    phone: guest.phone,
    address: request.ip,
    text: serverText(deps, language, 'sms.invitation', { from: plainName(guest.from), link, days }),
    caps: capsOf(deps, customerId, guest.phone),
    store: (tx) => storeLink(tx, deps, stored),
    accepted: () => acceptLink(deps, stored),
    remove: () => removeLink(deps, stored),
  });
  if (sent === 'refused') {
    await openNaming(deps.db, deps.clock.now(), progress, place.step);
    fail('noGuest');
  }
  return invitationView(deps, session, place);
}

const maxNameLength = 40;

/** A customer writes this name and a stranger reads it in an SMS, so it must contain no URL and no message. */
const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}'-]+/gu, ' ')
    .slice(0, maxNameLength)
    .trim();

function capsOf(deps: Deps, customerId: string, phone: PhoneNumber) {
  const { invitationsPerDay, invitedPerDay } = loginPolicy(deps);
  const number = phoneVault(deps.settings.keyring).digest(phone);
  return [
    { scope: 'customer', key: `invitation:${customerId}`, cap: invitationsPerDay, windowSeconds: daySeconds },
    { scope: 'invited', key: number, cap: invitedPerDay, windowSeconds: daySeconds },
  ] as const;
}

/** Ends the invitation of a step: its link and its sessions stop working. Answers that were sent stay. */
export async function withdrawInvitation(deps: Deps, session: Session, place: Place): Promise<InvitationView> {
  const actor = `customer:${session.customerId}`;
  await deps.db.transaction().execute(async (tx) => {
    const row = await currentOf(tx, session.customerId, place);
    if (!row || row.done_at) return;
    await endInvitations(tx, deps.clock.now(), { customerId: session.customerId, flow: place.flow }, [place.step]);
    await audit(tx, deps, { actor, action: 'invitation.withdrawn', subject: actor, detail: { ...place, invitation: row.id } });
  });
  return invitationView(deps, session, place);
}
