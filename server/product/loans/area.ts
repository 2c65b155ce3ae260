import { alike } from '../../platform/spokenTexts.ts';
import type { Area } from '../../platform/area.ts';
import { couponEffects } from './effects/coupons.ts';
import { noticeEffects } from './effects/notices.ts';
import { payoutEffects } from './effects/payout.ts';
import { settlementEffects } from './effects/settlement.ts';
import { payoutHandler } from './payout/job.ts';
import { payoutSweep } from './payout/sweep.ts';
import { loans } from './routes.ts';

export const loansArea: Area = {
  name: 'loans',
  refusals: ['openLoan'],
  texts: {
    ...alike('sms.loan', ['payoutFailed', 'payoutLate', 'cancelled'], ['order']),
    ...alike('sms.loan', ['paidOut', 'paidOutShop'], ['order', 'amountCents', 'day', 'dueCents']),
  },
  routes: [loans],
  jobs: [payoutHandler, payoutSweep],
  effects: { loan: [...couponEffects, ...payoutEffects, ...settlementEffects, ...noticeEffects] },
};
