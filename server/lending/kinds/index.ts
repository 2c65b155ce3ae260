import type { TSchema } from 'typebox';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { appointmentsKind, type Appointments } from './appointments.ts';
import { couponsKind, type Coupons } from './coupons.ts';
import { easyReloanKind, type EasyReloan } from './easyReloan.ts';
import { legalCapsKind, type LegalCaps } from './legalCaps.ts';
import { limitsKind, type Limits } from './limits.ts';
import { payoutFailuresKind, type PayoutFailures } from './payoutFailures.ts';
import { Product } from './product.ts';
import { checkProduct } from './productCheck.ts';
import { remindersKind, type Reminders } from './reminders.ts';
import { rewardsKind, type Rewards } from './rewards.ts';
import type { LendingRule } from './rules.ts';

/**
 * The kinds of configuration in flows/lending.
 *
 * @param Borrower schema of the facts about a borrower that conditions read as `customer`
 */
export const lendingKinds = (Borrower: TSchema): Record<string, KindDefinition<LendingRule>> => ({
  product: {
    name: 'product',
    metaSchema: Product,
    required: 'flows/lending/products/<product>.product.json',
    check: checkProduct,
    scope: { customer: Borrower },
  },
  legalCaps: legalCapsKind,
  limits: limitsKind,
  coupons: couponsKind(Borrower),
  rewards: rewardsKind,
  easyReloan: easyReloanKind,
  appointments: appointmentsKind,
  reminders: remindersKind,
  payoutFailures: payoutFailuresKind,
});

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    product: Product;
    legalCaps: LegalCaps;
    limits: Limits;
    coupons: Coupons;
    rewards: Rewards;
    easyReloan: EasyReloan;
    appointments: Appointments;
    reminders: Reminders;
    payoutFailures: PayoutFailures;
  }
}
