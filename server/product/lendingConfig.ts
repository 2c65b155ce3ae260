import { onlyOf, type KindValues } from '../../engine/config/kindValues.ts';
import type { Limits } from '../lending/kinds/limits.ts';
import { defaultMinLoanDays } from '../lending/kinds/rewards.ts';
import type { LoadedRelease } from '../platform/release/types.ts';

/** Used for a release from before the product had loans. */
const noLimits: Limits = { maximumCents: 0, stepCents: 1, growth: [], boosts: {} };

/** Lending configuration of a release. New offers use the active release; a loan keeps the terms stored at its disclosure. */
export function lendingOf({ manifest }: Pick<LoadedRelease, 'manifest'>) {
  const one = <Kind extends keyof KindValues>(kind: Kind) => onlyOf(manifest.other, kind);
  const rewards = one('rewards');
  return {
    /** In the order of their ids, including disabled ones. */
    products: Object.values(manifest.other.product ?? {}).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    caps: one('legalCaps')?.caps ?? [],
    limits: one('limits') ?? noLimits,
    coupons: one('coupons') ?? { types: [], grants: [] },
    rewards,
    /** Days that a loan must run to earn rewards. */
    minLoanDays: rewards?.minLoanDays ?? defaultMinLoanDays,
    easyReloan: one('easyReloan'),
    appointments: one('appointments'),
    reminders: one('reminders')?.reminders ?? [],
    payoutFailures: one('payoutFailures')?.failures,
  };
}
