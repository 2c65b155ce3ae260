import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { guestOf } from '../../../engine/flow/guests.ts';
import type { Output } from '../../contract/platformOperations.ts';
import { audit } from '../audit/audit.ts';
import { daySeconds } from '../auth/counters.ts';
import { hashToken, linkToken } from '../auth/linkToken.ts';
import { phoneOf } from '../auth/readInput.ts';
import { pageAddress, sendLink } from '../auth/sendLink.ts';
import { customerFrom } from '../customer/customers.ts';
import { maskPhone, phoneVault, type PhoneNumber } from '../customer/phone.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { flowCustomerIn } from '../flows/flowCustomer.ts';
import { endInvitations } from '../flows/guests.ts';
import { progressOf, type FlowProgress } from '../flows/resume.ts';
import type { InvitationRow } from '../flows/table.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import type { Session } from '../sessions/sessions.ts';
import { serverText } from '../texts.ts';
import { addSeconds } from '../time.ts';

export type Invitation = Selectable<InvitationRow>;
type InvitationView = Output<'invitations.get'>;

interface Place {
  flow: string;
  step: string;
}

/** A step at the customer's position with its guest. */
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

const currentOf = (db: Db | Tx, customerId: string, { flow, step }: Place): Promise<Invitation | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('step', '=', step)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

function stateOf(now: Date, row: Invitation | undefined): Pick<InvitationView, 'state' | 'at' | 'expiresAt'> {
  if (!row) return { state: 'none' };
  const iso = (date: Date) => date.toISOString();
  const expiresAt = iso(row.expires_at);
  if (row.done_at) return { state: 'done', at: iso(row.done_at) };
  if (row.declined_at) return { state: 'declined', at: iso(row.declined_at) };
  if (row.expires_at <= now) return { state: 'expired', at: expiresAt };
  return row.opened_at ? { state: 'opened', at: iso(row.opened_at), expiresAt } : { state: 'sent', at: iso(row.created_at), expiresAt };
}

/** What the customer knows about the invitation of a step. */
export async function invitationView(deps: Deps, session: Session, place: Place): Promise<InvitationView> {
  const { guest, progress } = await askingOf(deps, session, place);
  const row = await currentOf(deps.db, session.customerId, place);
  const step = progress.rules.position(progress.record).path.find(({ id }) => id === place.step);
  // Answers that were sent back or that other answers made invalid are asked again.
  const isAskedAgain = row && row.done_at !== null && step?.status !== 'done' && !(await deps.product.flowHooks.sent(deps, progress));
  return { ...stateOf(deps.clock.now(), isAskedAgain ? undefined : row), name: guest.name, maskedPhone: maskPhone(guest.phone) };
}

/**
 * Sends the guest of the current step a link by SMS. An earlier invitation ends. Refuses with `outOfOrder` before the step is reached or
 * after it is done, with `noGuest` if this number declined, and with `alreadySent` after the submission.
 */
export async function sendInvitation(deps: Deps, session: Session, place: Place, request: FastifyRequest): Promise<InvitationView> {
  const { progress, guest, days } = await askingOf(deps, session, place);
  const { rules, record, customer } = progress;
  if (await deps.product.flowHooks.sent(deps, progress)) fail('alreadySent');
  const step = rules.position(record).path.find(({ id }) => id === place.step);
  if (!step?.open || step.status === 'done') fail('outOfOrder');
  const { customerId } = customer;
  // Nobody is asked again at a number that declined.
  if (await hasDeclined(deps, customer, guest.phone)) fail('noGuest');
  const token = linkToken(deps, `invitation|${customerId}|${place.flow}|${place.step}|${guest.phone.e164}`, idempotencyKey(request));
  const link = pageAddress(deps, request, `/invited/${token}`);
  const { language } = customerFrom(deps, session.customer);
  const id = uuidV7(deps.clock, deps.random);
  const now = deps.clock.now();
  const row = {
    id,
    customer_id: customerId,
    ...place,
    token_hash: hashToken(token),
    phone_sealed: customer.vault.seal(phonePlace(id), guest.phone.e164),
    created_at: now,
    expires_at: addSeconds(now, days * daySeconds),
  };
  await sendLink(deps, {
    phone: guest.phone,
    address: request.ip,
    text: serverText(deps, language, 'sms.invitation', { from: plainName(guest.from), link, days }),
    caps: capsOf(deps, customerId, guest.phone),
    store: (tx) => store(tx, deps, row),
    remove: () => deps.db.deleteFrom('invitations').where('id', '=', id).execute(),
  });
  return invitationView(deps, session, place);
}

/** Whether somebody at this number declined an invitation of the customer, for any step. Withdrawing it or changing the number keeps that. */
async function hasDeclined(deps: Deps, { customerId, vault }: FlowProgress['customer'], phone: PhoneNumber): Promise<boolean> {
  const rows = await deps.db
    .selectFrom('invitations')
    .select(['id', 'phone_sealed'])
    .where('customer_id', '=', customerId)
    .where('declined_at', 'is not', null)
    .execute();
  return rows.some(({ id, phone_sealed: sealed }) => vault.open(phonePlace(id), sealed) === phone.e164);
}

const maxNameLength = 40;

/** The customer writes the name that a stranger reads in an SMS, so it holds no address and no message. */
const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}'-]+/gu, ' ')
    .slice(0, maxNameLength)
    .trim();

export const phonePlace = (invitationId: string): string => `invitation|${invitationId}`;

function capsOf(deps: Deps, customerId: string, phone: PhoneNumber) {
  const { invitationsPerDay, invitedPerDay } = loginPolicy(deps);
  const number = phoneVault(deps.settings.keyring).digest(phone);
  return [
    { scope: 'customer', key: `invitation:${customerId}`, cap: invitationsPerDay, windowSeconds: daySeconds },
    { scope: 'invited', key: number, cap: invitedPerDay, windowSeconds: daySeconds },
  ] as const;
}

type NewInvitation = Pick<
  InvitationRow,
  'id' | 'customer_id' | 'flow' | 'step' | 'token_hash' | 'phone_sealed' | 'created_at' | 'expires_at'
>;

/** Replaces the step's invitation. Returns false for a retry, whose invitation is stored already. */
async function store(tx: Tx, deps: Deps, row: NewInvitation): Promise<boolean> {
  const known = await tx.selectFrom('invitations').select('id').where('token_hash', '=', row.token_hash).executeTakeFirst();
  if (known) return false;
  await endInvitations(tx, row.created_at, { customerId: row.customer_id, flow: row.flow }, [row.step]);
  const stored = await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) fail('conflict');
  const detail = { flow: row.flow, step: row.step, invitation: row.id };
  const actor = `customer:${row.customer_id}`;
  await audit(tx, deps, { actor, action: 'invitation.sent', subject: actor, detail });
  return true;
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
