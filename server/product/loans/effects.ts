import { effectDefinitions, effectsByName } from '../../platform/lifeCycles/machines.ts';
import { advanceEffects } from './effects/advance.ts';
import { couponEffects } from './effects/coupons.ts';
import { noticeEffects } from './effects/notices.ts';
import { payoutEffects } from './effects/payout.ts';
import { settlementEffects } from './effects/settlement.ts';

/** What transitions of a loan may do, by the names in flows/lifecycles/loan.lifecycle.json. */
export const loanEffects = effectsByName([...couponEffects, ...payoutEffects, ...settlementEffects, ...noticeEffects, ...advanceEffects]);

export const loanEffectDefinitions = effectDefinitions(loanEffects);
