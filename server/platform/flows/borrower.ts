import { brokenExpression } from '../alarms/brokenExpression.ts';
import type { Deps } from '../deps.ts';
import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import { manilaDay } from '../time.ts';
import type { Session } from '../sessions/sessions.ts';
import { customerFrom, getCustomer, type Customer } from '../customer/customers.ts';
import type { LoadedRelease } from '../release/types.ts';
import { flowRules, type FlowRules } from './rules.ts';

/** A borrower as the rules of a flow see one. */
export interface Borrower {
  customerId: string;
  vault: CustomerVault;
  /** The `session` namespace of expressions; the same names as in the browser. */
  session: Record<string, unknown>;
}

/** Reads what expressions may know of a borrower. Call it outside transactions: it may make the data key. */
export const borrowerOf = async (deps: Pick<Deps, 'db' | 'settings'>, customerId: string): Promise<Borrower> =>
  borrowerFor(deps, await getCustomer(deps, customerId));

/** The same for who calls, of whom the session brings it along. */
export const borrowerIn = (
  deps: Pick<Deps, 'db' | 'settings'>,
  { customerId, customer }: Pick<Session, 'customerId' | 'customer'>,
): Promise<Borrower> => borrowerFor(deps, customerFrom(deps, customerId, customer));

async function borrowerFor({ db, settings }: Pick<Deps, 'db' | 'settings'>, customer: Customer): Promise<Borrower> {
  const { id: customerId, phone, language, isReloan } = customer;
  const vault = await vaultOf(settings.keyring).of(db, customerId);
  return { customerId, vault, session: { customerId, phone: phone.national, language, isReloan } };
}

/** The rules of a flow for a borrower today. */
export function rulesFor(
  deps: Pick<Deps, 'clock' | 'alarms'>,
  borrower: Borrower,
  release: LoadedRelease,
  flow: string,
): Promise<FlowRules> {
  return flowRules(release, flow, {
    session: borrower.session,
    today: manilaDay(deps.clock.now()),
    digest: remembered(borrower.vault.digest),
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
