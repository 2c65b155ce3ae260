import { blindIndex } from '../../crypto/blindIndex.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { uuidV7 } from '../../random.ts';
import { audit } from '../audit/audit.ts';
import { boostForLink } from './boost.ts';

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
 * Links an account to a borrower and gives the boost, once a person. One account serves one person for ever, by a unique index,
 * so that it cannot raise the limits of several by being unlinked in between.
 *
 * @param accountId the provider's id of the account; only a keyed digest of it is kept
 */
export async function link(deps: Deps, customerId: string, accountId: string): Promise<Linked> {
  const index = blindIndex(deps.settings.keyring);
  const digests = index.lookup('socialAccount', `${provider}|${accountId}`);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('social_links')
      .set({ unlinked_at: now })
      .where('customer_id', '=', customerId)
      .where('provider', '=', provider)
      .where('unlinked_at', 'is', null)
      .where('account_digest', 'not in', digests)
      .execute();
    await tx
      .insertInto('social_links')
      .values({
        id: uuidV7(deps.clock, deps.random),
        customer_id: customerId,
        provider,
        account_digest: (await knownDigest(tx, digests)) ?? index.digest('socialAccount', `${provider}|${accountId}`),
        linked_at: now,
        unlinked_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'account_digest'])
          .doUpdateSet({ unlinked_at: null, linked_at: now })
          .where('social_links.customer_id', '=', customerId),
      )
      .execute();
    const mine = await liveLink(tx, customerId);
    if (!mine) return 'taken';
    const boostCents = await boostForLink(tx, deps, customerId);
    await audit(tx, deps, {
      actor: `customer:${customerId}`,
      action: 'social.linked',
      subject: `customer:${customerId}`,
      detail: { provider, boostCents },
    });
    return 'linked';
  });
}

/** The digest that the account already has, perhaps by an older key of the ring. */
async function knownDigest(tx: Tx, digests: readonly string[]): Promise<string | undefined> {
  const row = await tx
    .selectFrom('social_links')
    .select('account_digest')
    .where('provider', '=', provider)
    .where('account_digest', 'in', digests)
    .executeTakeFirst();
  return row?.account_digest;
}

/** Takes the link away; the boost stays, and the account stays this person's. */
export async function unlink(deps: Deps, customerId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('social_links')
      .set({ unlinked_at: deps.clock.now() })
      .where('customer_id', '=', customerId)
      .where('provider', '=', provider)
      .where('unlinked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await audit(tx, deps, {
      actor: `customer:${customerId}`,
      action: 'social.unlinked',
      subject: `customer:${customerId}`,
      detail: { provider },
    });
  });
}
