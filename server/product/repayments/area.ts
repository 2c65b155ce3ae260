import type { Area } from '../../platform/area.ts';
import { collectHandler } from './collect/job.ts';
import { collectionReconcile } from './collect/reconcile.ts';
import { repaymentEffects } from './effects.ts';
import { lateAnswers } from './lateAnswers.ts';
import { repaymentsDev } from './devRoutes.ts';
import { placeHeld } from './placeHeld.ts';
import { lateRefunds } from './refund.ts';
import { operations } from '../../contract/operations.ts';
import { command } from '../../platform/sessions/command.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { abandonRepayment } from './abandon.ts';
import { requestCancellation } from './cancellationRequest.ts';
import { createRepayment } from './create.ts';
import { repaymentOptions, repaymentProjection } from './options.ts';
import { getRepayment, listRepayments, repaymentResult } from './read.ts';
import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';

/** SMS texts of this area. */
const repaymentTexts: SpokenTexts = {
  'sms.repayment.toReturn': ['order', 'amountCents', 'by', 'code'],
  'sms.repayment.refunded': ['order', 'owedCents'],
  'sms.loan.cancelAsked': ['order', 'at', 'by'],
  'sms.loan.cancelDeclined': ['order', 'day'],
  ...alike(
    'sms.repayment',
    [
      'settled',
      'settledByCoupon',
      'extendedByCoupon',
      'extendedMore',
      'settledMore',
      'part',
      'extended',
      'notExtended',
      'notCancelled',
      'overpaid',
      'failed',
      'notReturned',
      'held',
      'allocated',
      'owed',
    ],
    ['order', 'amountCents', 'day', 'leftCents', 'owedCents', 'refundBy', 'couponCents', 'restCents'],
  ),
};

function repayments(app: App): void {
  endpoint(app, operations['repayments.options'], async ({ session, deps }) => repaymentOptions(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['repayments.projection'], async ({ session, deps }) =>
    repaymentProjection(await viewerOf(deps, session.customerId)),
  );
  command(app, operations['repayments.create'], ({ viewer, input, once }) => createRepayment(viewer, input, once));
  endpoint(app, operations['repayments.abandon'], async ({ input, session, deps }) =>
    abandonRepayment(await viewerOf(deps, session.customerId), input.repaymentId),
  );
  command(app, operations['loans.requestCancellation'], ({ viewer, input, once }) => requestCancellation(viewer, input.loanId, once));
  endpoint(app, operations['repayments.get'], async ({ input, session, deps }) =>
    getRepayment(await viewerOf(deps, session.customerId), input.repaymentId),
  );
  endpoint(app, operations['repayments.list'], async ({ input, session, deps }) =>
    listRepayments(await viewerOf(deps, session.customerId), input.loanId),
  );
  endpoint(app, operations['repayments.result'], async ({ input, deps }) => repaymentResult(deps, input.repaymentId));
}

export const repaymentsArea: Area = {
  name: 'repayments',
  refusals: ['amountChanged', 'cancellationOver', 'cancellationWaits', 'maxExtensions', 'noOpenLoan', 'repaymentInProgress'],
  texts: repaymentTexts,
  routes: [repayments, repaymentsDev],
  jobs: [collectHandler, collectionReconcile, lateAnswers, lateRefunds, placeHeld],
  effects: { repayment: repaymentEffects },
  events: { repayment: ['requested', 'succeeded', 'failed', 'abandoned', 'mismatched'] },
};
