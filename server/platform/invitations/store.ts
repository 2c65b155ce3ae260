import type { Selectable } from 'kysely';
import { audit } from '../audit/audit.ts';
import type { StoredLink } from '../auth/sendLink.ts';
import type { PhoneNumber } from '../customer/phone.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { FlowCustomer } from '../flows/flowCustomer.ts';
import { endInvitations } from '../flows/guests.ts';
import type { InvitationRow } from '../flows/table.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import { isRefused } from './refusals.ts';

export type Invitation = Selectable<InvitationRow>;

export interface Place {
  flow: string;
  step: string;
}

export const phonePlace = (invitationId: string): string => `invitation|${invitationId}`;

/** The invitation of a step that has not ended. */
export const currentOf = (db: Db | Tx, customerId: string, { flow, step }: Place): Promise<Invitation | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('step', '=', step)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export interface NewLink {
  customer: FlowCustomer;
  place: Place;
  phone: PhoneNumber;
  tokenHash: Uint8Array;
  expiresAt: Date;
}

/** Stores a link to a step. An invitation to the same number keeps its session and its earlier link; one to another number ends. */
export async function storeLink(tx: Tx, deps: Deps, link: NewLink): Promise<StoredLink> {
  const { customer, place, phone, tokenHash } = link;
  const { customerId, vault } = customer;
  const isFree = !(await isRefused(tx, deps, phone));
  if (await isKnown(tx, tokenHash)) return 'known';
  if (!isFree) return 'refused';
  const current = await currentOf(tx, customerId, place);
  const waits = current && !current.done_at && !current.declined_at && current.expires_at > deps.clock.now();
  const isSame = waits && vault.open(phonePlace(current.id), current.phone_sealed) === phone.e164;
  const id = isSame ? await storeNext(tx, current.id, tokenHash) : await storeNew(tx, deps, link);
  const actor = `customer:${customerId}`;
  await audit(tx, deps, { actor, action: 'invitation.sent', subject: actor, detail: { ...place, invitation: id } });
  return 'stored';
}

const isKnown = async (tx: Tx, tokenHash: Uint8Array): Promise<boolean> =>
  (await tx
    .selectFrom('invitations')
    .select('id')
    .where((or) => or.or([or('token_hash', '=', tokenHash), or('next_token_hash', '=', tokenHash)]))
    .executeTakeFirst()) !== undefined;

async function storeNext(tx: Tx, id: string, tokenHash: Uint8Array): Promise<string> {
  const stored = await tx
    .updateTable('invitations')
    .set({ next_token_hash: tokenHash })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return stored?.id ?? fail('conflict');
}

async function storeNew(tx: Tx, deps: Deps, { customer, place, phone, tokenHash, expiresAt }: NewLink): Promise<string> {
  const { customerId, vault } = customer;
  const id = uuidV7(deps.clock, deps.random);
  const now = deps.clock.now();
  await endInvitations(tx, now, { customerId, flow: place.flow }, [place.step]);
  const stored = await tx
    .insertInto('invitations')
    .values({
      id,
      customer_id: customerId,
      ...place,
      token_hash: tokenHash,
      phone_sealed: vault.seal(phonePlace(id), phone.e164),
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id ?? fail('conflict');
}

/** Ends the invitation's earlier link, once the gateway has taken the message. */
export async function acceptLink({ db, clock }: Deps, { tokenHash, expiresAt }: NewLink): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ token_hash: tokenHash, next_token_hash: null, created_at: clock.now(), expires_at: expiresAt })
    .where('next_token_hash', '=', tokenHash)
    .execute();
}

/**
 * Removes the link after the gateway refused the message. If the invitation has another link, sent before or meanwhile, it keeps that one.
 */
export async function removeLink({ db }: Deps, { tokenHash }: NewLink): Promise<void> {
  await db.updateTable('invitations').set({ next_token_hash: null }).where('next_token_hash', '=', tokenHash).execute();
  await db
    .updateTable('invitations')
    .set((column) => ({ token_hash: column.ref('next_token_hash').$notNull(), next_token_hash: null }))
    .where('token_hash', '=', tokenHash)
    .where('next_token_hash', 'is not', null)
    .execute();
  await db.deleteFrom('invitations').where('token_hash', '=', tokenHash).execute();
}
