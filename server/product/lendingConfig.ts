import { onlyOf, type KindValues } from '../../engine/config/kindValues.ts';
import type { LegalCap } from '../lending/caps.ts';
import type { Appointments } from '../lending/kinds/appointments.ts';
import type { Coupons } from '../lending/kinds/coupons.ts';
import type { EasyReloan } from '../lending/kinds/easyReloan.ts';
import type { Limits } from '../lending/kinds/limits.ts';
import type { PayoutFailures } from '../lending/kinds/payoutFailures.ts';
import type { Product } from '../lending/kinds/product.ts';
import type { Reminders } from '../lending/kinds/reminders.ts';
import { defaultMinLoanDays, type Rewards } from '../lending/kinds/rewards.ts';
import type { LoadedRelease } from '../platform/release/types.ts';

export interface LendingConfig {
  /** In the order of their ids, including disabled ones. */
  products: Product[];
  caps: LegalCap[];
  limits: Limits;
  coupons: Coupons;
  /** Absent where none are configured. */
  rewards: Rewards | undefined;
  /** Days that a loan must run to earn rewards. */
  minLoanDays: number;
  easyReloan: EasyReloan | undefined;
  appointments: Appointments | undefined;
  reminders: Reminders['reminders'];
  payoutFailures: PayoutFailures['failures'] | undefined;
}

/** For a release from before there were loans. */
const noLimits: Limits = { maximumCents: 0, stepCents: 1, growth: [], boosts: {} };

/** Lending configuration of a release. New offers use the active release; a loan keeps the terms stored at its disclosure. */
export function lendingOf({ manifest }: Pick<LoadedRelease, 'manifest'>): LendingConfig {
  const one = <Kind extends keyof KindValues>(kind: Kind) => onlyOf(manifest.other, kind);
  const rewards = one('rewards');
  return {
    products: Object.values(manifest.other.product ?? {}).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    caps: one('legalCaps')?.caps ?? [],
    limits: one('limits') ?? noLimits,
    coupons: one('coupons') ?? { types: [], grants: [] },
    rewards,
    minLoanDays: rewards?.minLoanDays ?? defaultMinLoanDays,
    easyReloan: one('easyReloan'),
    appointments: one('appointments'),
    reminders: one('reminders')?.reminders ?? [],
    payoutFailures: one('payoutFailures')?.failures,
  };
}
