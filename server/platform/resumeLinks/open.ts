import type { FastifyRequest } from 'fastify';
import type { Input, Output } from '../../contract/platformOperations.ts';
import type { CodeSent } from '../auth/issueCode.ts';
import { hashToken } from '../auth/linkToken.ts';
import { hasAcceptedPrivacy } from '../auth/privacy.ts';
import { requestCode } from '../auth/requestCode.ts';
import { getCustomer } from '../customer/customers.ts';
import { maskPhone } from '../customer/phone.ts';
import type { Deps } from '../deps.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { fail } from '../problem.ts';
import { findSession } from '../sessions/sessions.ts';

/** Reads a link that works. Unknown, expired and ended links look the same. */
const findLink = (deps: Deps, token: string) =>
  deps.db
    .selectFrom('resume_links')
    .select(['customer_id', 'flow'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', deps.clock.now())
    .executeTakeFirst();

/** Says what a link leads to for this client. It grants no access: only a session of its customer can read the flow. */
export async function openResumeLink(deps: Deps, token: string, request: FastifyRequest): Promise<Output<'resumeLinks.open'>> {
  const link = await findLink(deps, token);
  if (!link) return { state: 'gone' };
  const session = await findSession(deps, request);
  if (session?.customerId === link.customer_id) return { state: 'yours', flow: link.flow };
  if (session) return { state: 'somebodyElse' };
  const { phone } = await getCustomer(deps, link.customer_id);
  return { state: 'login', maskedPhone: maskPhone(phone) };
}

/**
 * Sends a login code to the number of the link's customer, under all rules of a login. The customer accepted the privacy policy when
 * registering; after a change of the policy, she has to log in with her number (`privacyNotAccepted`). Refuses with `linkGone`.
 */
export async function requestLinkCode(
  deps: Deps,
  { token, ...input }: Input<'resumeLinks.requestCode'>,
  request: FastifyRequest,
): Promise<CodeSent> {
  const link = (await findLink(deps, token)) ?? fail('linkGone');
  const { phone } = await getCustomer(deps, link.customer_id);
  const isAccepted = await hasAcceptedPrivacy(deps, link.customer_id);
  const asked = { ...input, phone: phone.national, ...(isAccepted && { privacyAccepted: true }) };
  return requestCode(deps, asked, request.ip, idempotencyKey(request));
}
