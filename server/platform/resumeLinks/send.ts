import type { FastifyRequest } from 'fastify';
import type { Output } from '../../contract/platformOperations.ts';
import { hashToken, linkToken } from '../auth/linkToken.ts';
import { pageAddress, sendLink, type StoredLink } from '../auth/sendLink.ts';
import { customerFrom } from '../customer/customers.ts';
import { maskPhone } from '../customer/phone.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { flowCustomerIn } from '../flows/flowCustomer.ts';
import { progressOf } from '../flows/resume.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import type { Session } from '../sessions/sessions.ts';
import { serverText } from '../texts.ts';
import { addSeconds, daySeconds, hourSeconds } from '../time.ts';

/** Sends a customer a link to the flow, and returns it so that the page can share it. Refuses with `alreadySent` after the submission. */
export async function sendResumeLink(
  deps: Deps,
  session: Session,
  flow: string,
  request: FastifyRequest,
): Promise<Output<'flows.sendLink'>> {
  const progress = await progressOf(deps, await flowCustomerIn(deps, session), flow);
  if (await deps.product.flowHooks.sent(deps, progress)) fail('alreadySent');
  const { id, phone, language } = customerFrom(deps, session.customer);
  const { resumeLinkDays: days, resumeLinksPerHour } = loginPolicy(deps);
  const token = linkToken(deps, `resume|${id}|${flow}`, idempotencyKey(request));
  const url = pageAddress(deps, request, `/resume/${token}`);
  await sendLink(deps, {
    phone,
    address: request.ip,
    text: serverText(deps, language, 'sms.resumeLink', { link: url, days }),
    caps: [{ scope: 'customer', key: `resumeLink:${id}`, cap: resumeLinksPerHour, windowSeconds: hourSeconds }],
    store: (tx) => storeLink(tx, deps, { customerId: id, flow, tokenHash: hashToken(token), days }),
    accepted: () => endOldest(deps, id, flow),
    remove: () => deps.db.deleteFrom('resume_links').where('token_hash', '=', hashToken(token)).execute(),
  });
  return { url, maskedPhone: maskPhone(phone), days };
}

interface NewLink {
  customerId: string;
  flow: string;
  tokenHash: Uint8Array;
  days: number;
}

async function storeLink(tx: Tx, deps: Deps, { customerId, flow, tokenHash, days }: NewLink): Promise<StoredLink> {
  const now = deps.clock.now();
  const row = { token_hash: tokenHash, customer_id: customerId, flow, created_at: now, expires_at: addSeconds(now, days * daySeconds) };
  const stored = await tx
    .insertInto('resume_links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('flow')
    .executeTakeFirst();
  return stored ? 'stored' : 'known';
}

/** Ends the oldest links beyond the limit. */
async function endOldest(deps: Deps, customerId: string, flow: string): Promise<void> {
  const { db } = deps;
  const ofFlow = db.selectFrom('resume_links').select('token_hash').where('customer_id', '=', customerId).where('flow', '=', flow);
  const newest = ofFlow.orderBy('created_at', 'desc').orderBy('token_hash').limit(loginPolicy(deps).resumeLinksKept);
  await db
    .deleteFrom('resume_links')
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('token_hash', 'not in', newest)
    .execute();
}
