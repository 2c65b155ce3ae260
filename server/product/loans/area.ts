import type { Area } from '../../platform/area.ts';
import { loanEffectDefinitions } from './effects.ts';
import { payoutHandler } from './payout/job.ts';
import { payoutSweep } from './payout/sweep.ts';
import { loans } from './routes.ts';

export const loansArea: Area = {
  name: 'loans',
  routes: [loans],
  jobs: [payoutHandler, payoutSweep],
  effects: loanEffectDefinitions,
};
