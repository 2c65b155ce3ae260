import { availableCents, limitOf as limitOfGrants, type Limit as CoreLimit, growthCents, type SettledHow } from '../../lending/limit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { uuidV7 } from '../../platform/random.ts';
import { receivableOf } from '../ledger/balances.ts';
import { claimOnce } from '../oncePerPerson/marks.ts';
import type { LimitGrantRow } from './table.ts';
import { lendingOf } from '../lendingConfig.ts';

/** Raises the limit for a settled loan, once, by the growth of flows/lending/limits.json. */
export async function growLimit(
  tx: Tx,
  deps: Deps,
  { loanId, customerId, how }: { loanId: string; customerId: string; how: SettledHow },
): Promise<number> {
  const { growth, maximumCents, stepCents } = lendingOf(deps.releases.active()).limits;
  const limit = await grantedLimit(tx, customerId, maximumCents);
  const amountCents = growthCents(growth, how, limit, { maximumCents, stepCents });
  if (amountCents <= 0) return 0;
  await grantLimit(tx, deps, { customerId, kind: 'growth', key: `settled:${loanId}`, amountCents, reason: how, actor: 'limits' });
  return amountCents;
}

export interface LimitGrant {
  customerId: string;
  kind: LimitGrantRow['kind'];
  /** Identifies the cause. Each cause raises the limit once. */
  key: string;
  amountCents: number;
  reason: string;
  actor: string;
}

/** Name of a boost among the once-per-person rewards. */
export const boostReward = (reason: string): string => `boost:${reason}`;

/** Raises a borrower's limit, once for each key. A boost is granted once per person. Returns whether this call raised the limit. */
export async function grantLimit(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random' | 'settings' | 'releases'>,
  grant: LimitGrant,
): Promise<boolean> {
  if (grant.kind === 'boost' && !(await claimOnce(tx, deps, grant.customerId, boostReward(grant.reason)))) return false;
  const granted = await tx
    .insertInto('limit_grants')
    .values({
      id: uuidV7(deps.clock, deps.random),
      customer_id: grant.customerId,
      kind: grant.kind,
      key: grant.key,
      amount_cents: grant.amountCents,
      reason: grant.reason,
      actor: grant.actor,
      granted_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return granted !== undefined;
}

/** The limit that results from a borrower's grants. */
export async function grantedLimit(db: Db | Tx, customerId: string, maximumCents: number): Promise<CoreLimit> {
  const grants = await db
    .selectFrom('limit_grants')
    .select(['kind', 'amount_cents', 'granted_at'])
    .where('customer_id', '=', customerId)
    .orderBy('granted_at')
    .orderBy('id')
    .execute();
  // If two decisions have the same timestamp, the row inserted later is the newer one.
  const newest = grants.findLast(({ kind }) => kind === 'application');
  const counting = grants.filter((grant) => grant.kind !== 'application' || grant === newest);
  return limitOfGrants(
    counting.map(({ kind, amount_cents: amountCents, granted_at: at }) => ({ kind, amountCents, grantedAt: at.toISOString() })),
    maximumCents,
  );
}

export interface Limit extends CoreLimit {
  hasOpenLoan: boolean;
  outstandingCents: number;
  /** Amount that may still be borrowed; never below zero. */
  availableCents: number;
}

/** available = granted + boosts − outstanding principal (lending.md, "Limit"). */
export async function limitOf(db: Db | Tx, customerId: string, maximumCents: number): Promise<Limit> {
  const limit = await grantedLimit(db, customerId, maximumCents);
  const outstanding = await outstandingOf(db, customerId);
  const outstandingCents = outstanding ?? 0;
  return { ...limit, hasOpenLoan: outstanding !== undefined, outstandingCents, availableCents: availableCents(limit, outstandingCents) };
}

/** Outstanding principal of the open or written-off loan, or the amount about to be paid out. */
async function outstandingOf(db: Db | Tx, customerId: string): Promise<number | undefined> {
  const loan = await db
    .selectFrom('loans')
    .select(['id', 'state', 'principal_cents'])
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('open', '=', true), eb('state', '=', 'writtenOff')]))
    .executeTakeFirst();
  if (!loan) return undefined;
  return loan.state === 'active' ? receivableOf(db, loan.id) : loan.principal_cents;
}
