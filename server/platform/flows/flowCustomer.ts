import { brokenExpression } from '../alarms/brokenExpression.ts';
import type { Deps } from '../deps.ts';
import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import { manilaDay } from '../time.ts';
import type { Session } from '../sessions/sessions.ts';
import { customerFrom, getCustomer, type Customer } from '../customer/customers.ts';
import type { LoadedRelease } from '../release/types.ts';
import { flowRules, type FlowRules } from './rules.ts';

/** A customer as the rules of a flow see one. */
export interface FlowCustomer {
  customerId: string;
  vault: CustomerVault;
  /** The `session` namespace of expressions; the same names as in the browser. */
  session: Record<string, unknown>;
}

/** Reads what expressions may know of a customer. Call it outside transactions: it may make the data key. */
export const flowCustomerOf = async (deps: Pick<Deps, 'db' | 'settings'>, customerId: string): Promise<FlowCustomer> =>
  flowCustomerFor(deps, await getCustomer(deps, customerId));

/** The same for the caller, whose row the session carries. */
export const flowCustomerIn = (
  deps: Pick<Deps, 'db' | 'settings'>,
  { customerId, customer }: Pick<Session, 'customerId' | 'customer'>,
): Promise<FlowCustomer> => flowCustomerFor(deps, customerFrom(deps, customerId, customer));

async function flowCustomerFor({ db, settings }: Pick<Deps, 'db' | 'settings'>, customer: Customer): Promise<FlowCustomer> {
  const { id: customerId, phone, language, isReloan } = customer;
  const vault = await vaultOf(settings.keyring).of(db, customerId);
  return { customerId, vault, session: { customerId, phone: phone.national, language, isReloan } };
}

/** The rules of a flow for a customer today. */
export function rulesFor(
  deps: Pick<Deps, 'clock' | 'alarms'>,
  customer: FlowCustomer,
  release: LoadedRelease,
  flow: string,
): Promise<FlowRules> {
  return flowRules(release, flow, {
    session: customer.session,
    today: manilaDay(deps.clock.now()),
    digest: remembered(customer.vault.digest),
    report: brokenExpression(deps),
  });
}

/** A position is found several times while a step is saved, mostly over the same answers. */
function remembered(digest: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const value = known.get(text) ?? digest(text);
    known.set(text, value);
    return value;
  };
}
