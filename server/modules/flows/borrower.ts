import type { Deps } from '../../deps.ts';
import { vaultOf, type CustomerVault } from '../../crypto/vault.ts';
import { fail } from '../../http/problem.ts';
import { manilaDay } from '../../time.ts';
import { openPhone } from '../customer/phone.ts';
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
export async function borrowerOf(deps: Deps, customerId: string): Promise<Borrower> {
  const [vault, row] = await Promise.all([
    vaultOf(deps.settings.keyring).of(deps.db, customerId),
    deps.db.selectFrom('customers').select(['phone_sealed', 'language', 'is_reloan']).where('id', '=', customerId).executeTakeFirst(),
  ]);
  if (!row) fail('unauthenticated');
  const phone = openPhone(deps, row.phone_sealed);
  return { customerId, vault, session: { customerId, phone, language: row.language, isReloan: row.is_reloan } };
}

/** The rules of a flow for a borrower today. */
export function rulesFor(deps: Deps, borrower: Borrower, release: LoadedRelease, flow: string): Promise<FlowRules> {
  return flowRules(release, flow, {
    session: borrower.session,
    today: manilaDay(deps.clock.now()),
    digest: borrower.vault.digest,
    // The message of an expression may quote a value, so only its name and place are logged.
    report: (error, where) => deps.log.error({ where, error: error instanceof Error ? error.name : 'unknown' }, 'an expression broke'),
  });
}
