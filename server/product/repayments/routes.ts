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

export function repayments(app: App): void {
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
