import { blindIndex } from '../crypto/blindIndex.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import { lockOwner } from '../customer/lock.ts';
import { audit } from '../audit/audit.ts';

export const provider = 'facebook';

/** Query for the currently linked account. */
export const liveLink = (db: Db | Tx, customerId: string) =>
  db
    .selectFrom('social_links')
    .select(['id', 'linked_at'])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();

/** `taken`: the account is or was linked to another person. */
export type Linked = 'linked' | 'taken';

/**
 * Links an account to a customer and notifies the product. A unique index ties an account to one person forever, so that it cannot raise
 * the limits of several people by being unlinked in between.
 *
 * @param accountId the provider's id of the account; only a keyed digest is stored
 */
export async function link(deps: Deps, customerId: string, accountId: string): Promise<Linked> {
  const index = blindIndex(deps.settings.keyring);
  const digests = index.lookup('socialAccount', `${provider}|${accountId}`);
  const linking = deps.db.transaction().execute(async (tx): Promise<Linked> => {
    await lockOwner(tx, customerId);
    const known = await knownAccount(tx, digests);
    if (known && known.customer_id !== customerId) return 'taken';
    const digest = known?.account_digest ?? index.digest('socialAccount', `${provider}|${accountId}`);
    await endLinks(tx, deps, customerId, digest);
    if (!(await take(tx, deps, customerId, digest))) throw new Taken();
    const noted = await deps.product.accountLinked(tx, deps, customerId);
    await audit(tx, deps, {
      actor: `customer:${customerId}`,
      action: 'social.linked',
      subject: `customer:${customerId}`,
      detail: { provider, ...noted },
    });
    return 'linked';
  });
  return linking.catch((error: unknown) => {
    if (error instanceof Taken) return 'taken';
    throw error;
  });
}

/** A concurrent request linked the account to somebody else. Rolls the transaction back. */
class Taken extends Error {
  override name = 'Taken';
}

/** Links the account to this customer. Returns false if a concurrent request won; the unique index allows only one. */
async function take(tx: Tx, deps: Deps, customerId: string, digest: string): Promise<boolean> {
  const taken = await tx
    .insertInto('social_links')
    .values({
      id: uuidV7(deps.clock, deps.random),
      customer_id: customerId,
      provider,
      account_digest: digest,
      linked_at: deps.clock.now(),
      unlinked_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'account_digest'])
        .doUpdateSet({ unlinked_at: null, linked_at: deps.clock.now() })
        .where('social_links.customer_id', '=', customerId),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Ends the customer's links, except for one to keep. Returns how many ended. */
async function endLinks(tx: Tx, { clock }: Pick<Deps, 'clock'>, customerId: string, kept?: string): Promise<number> {
  let query = tx
    .updateTable('social_links')
    .set({ unlinked_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('unlinked_at', 'is', null);
  if (kept !== undefined) query = query.where('account_digest', '!=', kept);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The owner of an account, past or present, by a digest under any key of the ring. */
const knownAccount = (tx: Tx, digests: readonly string[]) =>
  tx
    .selectFrom('social_links')
    .select(['customer_id', 'account_digest'])
    .where('provider', '=', provider)
    .where('account_digest', 'in', digests)
    .executeTakeFirst();

/** Ends the link. The boost stays, and the account stays tied to this person. */
export async function unlink(deps: Deps, customerId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if ((await endLinks(tx, deps, customerId)) === 0) return;
    await audit(tx, deps, {
      actor: `customer:${customerId}`,
      action: 'social.unlinked',
      subject: `customer:${customerId}`,
      detail: { provider },
    });
  });
}
