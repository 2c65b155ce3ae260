import { blindIndex } from '../crypto/blindIndex.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import { lockOwner } from '../customer/lock.ts';
import { audit } from '../audit/audit.ts';

export const provider = 'facebook';

/** The account that is linked now. */
export const liveLink = (db: Db | Tx, customerId: string) =>
  db
    .selectFrom('social_links')
    .select(['id', 'linked_at'])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();

/** `taken`: the account serves, or served, another person. */
export type Linked = 'linked' | 'taken';

/**
 * Links an account to a customer and lets the product act on it. One account serves one person for ever, by a unique index,
 * so that it cannot raise the limits of several by being unlinked in between.
 *
 * @param accountId the provider's id of the account; only a keyed digest of it is kept
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

/** Another took the account in the same moment; what was done so far is undone. */
class Taken extends Error {
  override name = 'Taken';
}

/** Makes the account this customer's. False when another took it in the same moment: the unique index lets one have it. */
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

/** Ends this customer's links but for the one that is kept. Answers how many. */
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

/** Whose the account is or was, perhaps under an older key of the ring. */
const knownAccount = (tx: Tx, digests: readonly string[]) =>
  tx
    .selectFrom('social_links')
    .select(['customer_id', 'account_digest'])
    .where('provider', '=', provider)
    .where('account_digest', 'in', digests)
    .executeTakeFirst();

/** Takes the link away; the boost stays, and the account stays this person's. */
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
