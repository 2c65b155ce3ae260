/** A change of a limit. The table is append-only (lending.md, "Limit"). */
export interface LimitGrant {
  /** `application`: set by the decision on an application; the latest counts. `growth` and `boost` add to it. */
  kind: 'application' | 'growth' | 'boost';
  amountCents: number;
  /** ISO 8601 instant. It identifies the latest decision. */
  grantedAt: string;
}

export interface Limit {
  /** The sum of decisions and growth. */
  grantedCents: number;
  boostCents: number;
  /** Granted plus boosts, up to the maximum. */
  totalCents: number;
}

/** Sums up the rows. Without an accepted application, there is no limit. */
export function limitOf(grants: readonly LimitGrant[], maximumCents: number): Limit {
  const sumOf = (kind: LimitGrant['kind']) => grants.reduce((sum, grant) => (grant.kind === kind ? sum + grant.amountCents : sum), 0);
  const decision = grants
    .filter(({ kind }) => kind === 'application')
    .reduce<LimitGrant | undefined>((newest, grant) => (newest && newest.grantedAt >= grant.grantedAt ? newest : grant), undefined);
  if (!decision) return { grantedCents: 0, boostCents: 0, totalCents: 0 };
  const grantedCents = Math.min(maximumCents, decision.amountCents + sumOf('growth'));
  const boostCents = sumOf('boost');
  return { grantedCents, boostCents, totalCents: Math.min(maximumCents, grantedCents + boostCents) };
}

/** available = granted + boosts − outstanding principal, at least 0. */
export const availableCents = ({ totalCents }: Limit, outstandingPrincipalCents: number): number =>
  Math.max(0, totalCents - outstandingPrincipalCents);

/** How a loan was settled. Grace days count as on time. */
export type SettledHow = 'settledOnTime' | 'settledLate';

/** Growth after a settled loan: an amount, a share of the granted limit, or both. */
export interface GrowthRule {
  on: SettledHow;
  raiseCents?: number;
  raisePpm?: number;
}

/**
 * Returns the amount that a settled loan adds to the limit, possibly 0.
 *
 * @param limit limit before the loan was settled
 * @param stepCents growth is rounded down to a multiple of this, so that limits stay round
 */
export function growthCents(
  rules: readonly GrowthRule[],
  how: SettledHow,
  limit: Limit,
  { maximumCents, stepCents }: { maximumCents: number; stepCents: number },
): number {
  const raiseCents = rules
    .filter(({ on }) => on === how)
    .reduce((sum, rule) => sum + (rule.raiseCents ?? 0) + Math.floor((limit.grantedCents * (rule.raisePpm ?? 0)) / 1_000_000), 0);
  const roundCents = Math.floor(raiseCents / stepCents) * stepCents;
  return Math.max(0, Math.min(roundCents, maximumCents - limit.totalCents));
}
