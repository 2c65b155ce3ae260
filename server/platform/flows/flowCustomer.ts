import { dayIn } from '../../../engine/config/days.ts';
import { brokenExpression } from '../alarms/brokenExpression.ts';
import type { Deps } from '../deps.ts';
import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import type { Session } from '../sessions/sessions.ts';
import { customerFrom, readCustomer, type StoredCustomer } from '../customer/customers.ts';
import type { LoadedRelease } from '../release/types.ts';
import { flowRules, type FlowRules } from './rules.ts';

/** The customer data that a flow's rules use. */
export interface FlowCustomer {
  customerId: string;
  vault: CustomerVault;
  language: string;
  /** The `session` namespace of expressions, with the same names as in the browser. */
  session: Record<string, unknown>;
}

type Needed = Pick<Deps, 'db' | 'settings' | 'product'>;

/** Reads the data that expressions may use. Call it outside transactions, because it may create the data key. */
export const flowCustomerOf = async (deps: Needed, customerId: string): Promise<FlowCustomer> =>
  flowCustomerFor(deps, await readCustomer(deps.db, customerId));

/** Builds the same for the caller from the session's row, without a query. */
export const flowCustomerIn = (deps: Needed, { customer }: Pick<Session, 'customer'>): Promise<FlowCustomer> =>
  flowCustomerFor(deps, customer);

async function flowCustomerFor(deps: Needed, row: StoredCustomer): Promise<FlowCustomer> {
  const { id: customerId, phone, language } = customerFrom(deps, row);
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const facts = deps.product.customerFacts(row);
  return { customerId, vault, language, session: { ...facts, customerId, phone: phone.national, language } };
}

/** Returns the rules of a flow for a customer today. */
export function rulesFor(
  deps: Pick<Deps, 'clock' | 'alarms'>,
  customer: FlowCustomer,
  release: LoadedRelease,
  flow: string,
): Promise<FlowRules> {
  return flowRules(release, flow, {
    session: customer.session,
    today: dayIn(release.manifest.settings.timeZone, deps.clock.now()),
    digest: remembered(customer.vault.digest),
    report: brokenExpression(deps),
  });
}

/** Caches digests: saving a step computes several positions over mostly the same answers. */
function remembered(digest: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const value = known.get(text) ?? digest(text);
    known.set(text, value);
    return value;
  };
}
