import { operations } from '../../../contract/operations.ts';
import { viewerOf } from '../../../platform/customer/viewer.ts';
import type { App } from '../../../platform/http/types.ts';
import { command } from '../../../platform/sessions/command.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { draftView } from '../consent/draft.ts';
import { agreeToReloan, prepareReloan, quoteReloan, turnReloanOff } from './change.ts';
import { easyReloanView } from './view.ts';

export function easyReloan(app: App): void {
  endpoint(app, operations['easyReloan.view'], async ({ session, deps }) =>
    easyReloanView({ ...(await viewerOf(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['easyReloan.quote'], async ({ input, session, deps }) =>
    quoteReloan(await viewerOf(deps, session.customerId), input),
  );
  command(app, operations['easyReloan.prepare'], ({ viewer, input, once }) => prepareReloan(viewer, input, once));
  endpoint(app, operations['easyReloan.draft'], async ({ session, deps }) =>
    draftView({ ...(await viewerOf(deps, session.customerId)), db: deps.db }, 'easyReloan'),
  );
  command(app, operations['easyReloan.agree'], ({ viewer, input, once }) => agreeToReloan(viewer, input, once));
  command(app, operations['easyReloan.off'], ({ viewer, once }) => turnReloanOff(viewer, once));
}
