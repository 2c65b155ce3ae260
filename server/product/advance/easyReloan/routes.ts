import { operations } from '../../../contract/operations.ts';
import type { Deps } from '../../../platform/deps.ts';
import { endpoint } from '../../../platform/sessions/endpoint.ts';
import { requireFeature } from '../../../platform/http/feature.ts';
import type { App } from '../../../platform/http/types.ts';
import { assertFresh } from '../../../platform/auth/fresh.ts';
import { draftView } from '../consent/draft.ts';
import { viewerOf, type Viewer } from '../../viewer.ts';
import { requestKey } from '../../../platform/http/requestKey.ts';
import { agreeToReloan, prepareReloan, quoteReloan, turnReloanOff } from './change.ts';
import { easyReloanView } from './view.ts';

/** Who looks, while the feature is on (G15). */
function lookingAt(deps: Deps, customerId: string): Promise<Viewer> {
  requireFeature(deps.releases.active(), 'easyReloan');
  return viewerOf(deps, customerId);
}

export function easyReloan(app: App): void {
  endpoint(app, operations['easyReloan.view'], async ({ session, deps }) =>
    easyReloanView({ ...(await lookingAt(deps, session.customerId)), db: deps.db }),
  );
  endpoint(app, operations['easyReloan.quote'], async ({ input, session, deps }) =>
    quoteReloan(await lookingAt(deps, session.customerId), input),
  );
  endpoint(app, operations['easyReloan.prepare'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    return prepareReloan(viewer, input, requestKey(request, viewer, 'easyReloan.prepare', input));
  });
  endpoint(app, operations['easyReloan.draft'], async ({ session, deps }) =>
    draftView({ ...(await lookingAt(deps, session.customerId)), db: deps.db }, 'easyReloan'),
  );
  endpoint(app, operations['easyReloan.agree'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    assertFresh(deps, session);
    return agreeToReloan(viewer, input, requestKey(request, viewer, 'easyReloan.agree', input));
  });
  endpoint(app, operations['easyReloan.off'], async ({ input, session, request, deps }) => {
    const viewer = await lookingAt(deps, session.customerId);
    return turnReloanOff(viewer, requestKey(request, viewer, 'easyReloan.off', input));
  });
}
