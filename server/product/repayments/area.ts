import { repaymentTexts } from './texts.ts';
import type { Area } from '../../platform/area.ts';
import { collectHandler } from './collect/job.ts';
import { collectionReconcile } from './collect/reconcile.ts';
import { repaymentEffects } from './effects.ts';
import { lateAnswers } from './lateAnswers.ts';
import { placeHeld } from './placeHeld.ts';
import { lateRefunds } from './refund.ts';
import { repayments } from './routes.ts';

export const repaymentsArea: Area = {
  name: 'repayments',
  refusals: ['amountChanged', 'cancellationOver', 'cancellationWaits', 'maxExtensions', 'noOpenLoan', 'repaymentInProgress'],
  texts: repaymentTexts,
  routes: [repayments],
  jobs: [collectHandler, collectionReconcile, lateAnswers, lateRefunds, placeHeld],
  effects: { repayment: repaymentEffects },
};
