import type { FastifyRequest } from 'fastify';
import { guestOf } from '../../../engine/flow/guests.ts';
import type { Input, Output } from '../../contract/platformOperations.ts';
import { audit } from '../audit/audit.ts';
import { guessCode } from '../auth/guessCode.ts';
import type { CodeSent } from '../auth/issueCode.ts';
import { hashToken } from '../auth/linkToken.ts';
import { requestCode } from '../auth/requestCode.ts';
import { maskPhone, readPhone, type PhoneNumber } from '../customer/phone.ts';
import type { Deps } from '../deps.ts';
import { flowCustomerOf } from '../flows/flowCustomer.ts';
import { openNaming } from '../flows/guests.ts';
import { progressOf } from '../flows/resume.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { countryServed } from '../loginPolicy/policy.ts';
import { notify } from '../notifications/notify.ts';
import { fail } from '../problem.ts';
import { beginGuestSession } from '../sessions/guests.ts';
import type { SessionSecrets } from '../sessions/sessions.ts';
import { storeRefusal } from './refusals.ts';
import { phonePlace, type Invitation } from './store.ts';

/** Reads an invitation that works or was answered. Unknown, expired, withdrawn and declined ones look the same. */
async function findInvitation(deps: Deps, token: string): Promise<Invitation | undefined> {
  const hash = hashToken(token);
  const row = await deps.db
    .selectFrom('invitations')
    .selectAll()
    .where((or) => or.or([or('token_hash', '=', hash), or('next_token_hash', '=', hash)]))
    .executeTakeFirst();
  if (!row || row.ended_at !== null || row.declined_at !== null) return undefined;
  return row.done_at !== null || row.expires_at > deps.clock.now() ? row : undefined;
}

/** Returns an invitation that waits for its guest, or refuses with `linkGone`. */
async function openRow(deps: Deps, token: string): Promise<Invitation> {
  const row = await findInvitation(deps, token);
  return row && row.done_at === null ? row : fail('linkGone');
}

/** The target of the link. It grants no access: the guest has to prove the number first. */
export async function openInvitation(deps: Deps, token: string): Promise<Output<'invitations.open'>> {
  const row = await findInvitation(deps, token);
  if (!row) return { state: 'gone' };
  if (row.done_at !== null) return { state: 'done' };
  const customer = await flowCustomerOf(deps, row.customer_id);
  const { rules, record } = await progressOf(deps, customer, row.flow);
  const guest = guestOf(rules, record, row.step);
  if (!guest) return { state: 'gone' };
  const { flow, step } = row;
  const phone = phoneIn(deps, customer.vault.open(phonePlace(row.id), row.phone_sealed));
  return { state: 'open', flow, step, from: guest.from, name: guest.name, maskedPhone: maskPhone(phone) };
}

const phoneIn = (deps: Deps, e164: unknown): PhoneNumber => readPhone(String(e164), countryServed(deps)) ?? fail('linkGone');

/** Sends a code to the invited number, under all rules of a login. The code is bound to the invitation, so it logs nobody in. */
export async function requestGuestCode(
  deps: Deps,
  { token, ...input }: Input<'invitations.requestCode'>,
  request: FastifyRequest,
): Promise<CodeSent> {
  const row = await openRow(deps, token);
  const { vault } = await flowCustomerOf(deps, row.customer_id);
  const phone = phoneIn(deps, vault.open(phonePlace(row.id), row.phone_sealed));
  const bound = { sessionHash: hashToken(row.id), purpose: 'guest' } as const;
  return requestCode(deps, { ...input, phone: phone.national }, request.ip, idempotencyKey(request), bound);
}

/** Evaluates a guess at a guest's code and begins a guest session. */
export async function verifyGuestCode(
  deps: Deps,
  { token, ...input }: Input<'invitations.verifyCode'>,
  request: FastifyRequest,
): Promise<{ invitationId: string; secrets: SessionSecrets }> {
  const row = await openRow(deps, token);
  const key = idempotencyKey(request);
  return guessCode(deps, { input, sessionHash: hashToken(row.id), key }, async (tx, challenge, isRepeated) => {
    const secrets = await beginGuestSession(tx, deps, row.id);
    await tx
      .updateTable('invitations')
      .set({ opened_at: deps.clock.now() })
      .where('id', '=', row.id)
      .where('opened_at', 'is', null)
      .execute();
    if (!isRepeated) {
      const detail = { flow: row.flow, step: row.step, privacy: challenge.privacy_hash };
      await audit(tx, deps, { actor: `guest:${row.id}`, action: 'invitation.opened', subject: `customer:${row.customer_id}`, detail });
    }
    return { invitationId: row.id, secrets };
  });
}

/** Declines on behalf of the person at the number. The customer gets a neutral message, the link ends, and nobody may ask again. */
export async function declineInvitation(deps: Deps, token: string): Promise<Record<string, never>> {
  const row = await openRow(deps, token);
  const customer = await flowCustomerOf(deps, row.customer_id);
  const phone = phoneIn(deps, customer.vault.open(phonePlace(row.id), row.phone_sealed));
  const progress = await progressOf(deps, customer, row.flow);
  await deps.db.transaction().execute(async (tx) => {
    await storeRefusal(tx, deps, phone);
    const declined = await tx
      .updateTable('invitations')
      .set({ declined_at: deps.clock.now() })
      .where('id', '=', row.id)
      .where('declined_at', 'is', null)
      .where('done_at', 'is', null)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!declined) return;
    await openNaming(tx, deps.clock.now(), progress, row.step);
    await notify(tx, deps, row.customer_id, 'guestDeclined', {}, { key: `guestDeclined:${row.id}` });
    const detail = { flow: row.flow, step: row.step };
    await audit(tx, deps, { actor: `guest:${row.id}`, action: 'invitation.declined', subject: `customer:${row.customer_id}`, detail });
  });
  return {};
}
