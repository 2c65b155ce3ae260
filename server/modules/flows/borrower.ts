import type { Deps } from '../../deps.ts';
import { vaultOf, type CustomerVault } from '../../crypto/vault.ts';
import { manilaDay } from '../../time.ts';
import { getCustomer } from '../customer/customers.ts';
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
export async function borrowerOf(deps: Pick<Deps, 'db' | 'settings'>, customerId: string): Promise<Borrower> {
  const [vault, { phone, language, isReloan }] = await Promise.all([
    vaultOf(deps.settings.keyring).of(deps.db, customerId),
    getCustomer(deps, customerId),
  ]);
  return { customerId, vault, session: { customerId, phone: phone.national, language, isReloan } };
}

/** The rules of a flow for a borrower today. */
export function rulesFor(deps: Pick<Deps, 'clock' | 'log'>, borrower: Borrower, release: LoadedRelease, flow: string): Promise<FlowRules> {
  return flowRules(release, flow, {
    session: borrower.session,
    today: manilaDay(deps.clock.now()),
    digest: remembered(borrower.vault.digest),
    // The message of an expression may quote a value, so only its name and place are logged.
    report: (error, where) => deps.log.error({ where, error: error instanceof Error ? error.name : 'unknown' }, 'an expression broke'),
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
