/** A row by which a limit came about; rows are added, never changed (lending.md, "Limit"). */
export interface LimitGrant {
  /** `application`: the decision on an application, the newest counts; `growth` and `boost` come on top. */
  kind: 'application' | 'growth' | 'boost';
  amountCents: number;
  /** Instant, ISO 8601: tells which decision is the newest. */
  grantedAt: string;
}

export interface Limit {
  /** By decision and good repayment. */
  grantedCents: number;
  boostCents: number;
  /** Both, at most the maximum. */
  totalCents: number;
}

/** The limit that the rows come to; without an accepted application there is none. */
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

/** available = granted + boosts − outstanding principal, never below nothing. */
export const availableCents = ({ totalCents }: Limit, outstandingPrincipalCents: number): number =>
  Math.max(0, totalCents - outstandingPrincipalCents);

/** How a loan was paid back. Grace days are not late. */
export type SettledHow = 'settledOnTime' | 'settledLate';

/** By how much good repayment raises the limit: a sum, a share of what was granted, or both. */
export interface GrowthRule {
  on: SettledHow;
  raiseCents?: number;
  raisePpm?: number;
}

/**
 * What a settled loan adds to the limit; 0 for nothing.
 *
 * @param limit before it was settled
 * @param stepCents growth is rounded down to a multiple of it, so that a limit stays a round sum
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
