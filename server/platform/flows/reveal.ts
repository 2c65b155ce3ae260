import { guestForms } from '../../../engine/flow/guests.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { audit } from '../audit/audit.ts';
import { assertFresh } from '../sessions/fresh.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import type { Session } from '../sessions/sessions.ts';
import { flowCustomerIn } from './flowCustomer.ts';
import { progressOf } from './resume.ts';

/**
 * Reveals one of a customer's own secret answers. Somebody with an unlocked phone must not read it, so the login must be fresh
 * (`freshCodeRequired`). Reveals are rate limited (`tooFrequent`), and the audit entry is written before the answer is returned.
 */
export async function revealAnswer(
  deps: Deps,
  session: Session,
  { flow, form, field }: { flow: string; form: string; field: string },
): Promise<{ value: unknown; seconds: number }> {
  assertFresh(deps, session);
  const { record, rules } = await progressOf(deps, await flowCustomerIn(deps, session), flow);
  const module = rules.forms.get(withoutItem(form))?.module;
  const given = Object.hasOwn(record.answers, form) ? record.answers[form] : undefined;
  const isSecret = module !== undefined && Object.hasOwn(module.fields, field) && module.fields[field]?.sensitive === 'secret';
  if (!isSecret || guestForms(rules.flow).has(form) || !given || !Object.hasOwn(given, field)) fail('notFound');
  const { revealsPerHour, revealSeconds } = loginPolicy(deps);
  await limitPerHour(deps, session.customerId, 'reveal', revealsPerHour);
  const actor = `customer:${session.customerId}`;
  await deps.db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor, action: 'answer.revealedToOwner', subject: actor, detail: { flow, form, field } }));
  return { value: given[field], seconds: revealSeconds };
}
