import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { appointmentsKind } from './appointments.ts';
import { couponsKind } from './coupons.ts';
import { easyReloanKind } from './easyReloan.ts';
import { legalCapsKind } from './legalCaps.ts';
import { limitsKind } from './limits.ts';
import { payoutFailuresKind } from './payoutFailures.ts';
import { Product } from './product.ts';
import { checkProduct } from './productCheck.ts';
import { remindersKind } from './reminders.ts';
import { rewardsKind } from './rewards.ts';
import type { LendingRule } from './rules.ts';

/** The kinds of configuration in flows/lending. */
export const lendingKinds: Record<string, KindDefinition<LendingRule>> = {
  product: { name: 'product', metaSchema: Product, check: checkProduct },
  legalCaps: legalCapsKind,
  limits: limitsKind,
  coupons: couponsKind,
  rewards: rewardsKind,
  easyReloan: easyReloanKind,
  appointments: appointmentsKind,
  reminders: remindersKind,
  payoutFailures: payoutFailuresKind,
};
