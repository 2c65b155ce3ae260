import { growthCents, type SettledHow } from '../../lending/limit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { lendingOf } from '../lendingConfig.ts';
import { grantedLimit, grantLimit } from './limits.ts';

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
