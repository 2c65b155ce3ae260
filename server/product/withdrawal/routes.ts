import { operations } from '../../contract/operations.ts';
import { assertFresh } from '../../platform/auth/fresh.ts';
import { requestKey } from '../../platform/http/requestKey.ts';
import type { App } from '../../platform/http/types.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { disclosedLoan } from '../loans/disclosed.ts';
import { viewerOf } from '../viewer.ts';
import { draftView } from './draft.ts';
import { offer, quote } from './offer.ts';
import { chooseCoupon, prepareLoan } from './prepare.ts';
import { withdraw } from './withdraw.ts';

/** From the offer to the signed loan. */
export function withdrawal(app: App): void {
  endpoint(app, operations['loans.offer'], async ({ session, deps }) => offer(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.quote'], async ({ input, session, deps }) => quote(await viewerOf(deps, session.customerId), input));
  endpoint(app, operations['loans.prepare'], async ({ input, session, request, deps }) => {
    const viewer = await viewerOf(deps, session.customerId);
    return prepareLoan(viewer, input, requestKey(request, viewer, 'loans.prepare', input));
  });
  endpoint(app, operations['loans.chooseCoupon'], async ({ input, session, request, deps }) => {
    const viewer = await viewerOf(deps, session.customerId);
    return chooseCoupon(viewer, input, requestKey(request, viewer, 'loans.chooseCoupon', input));
  });
  endpoint(app, operations['loans.draft'], async ({ session, deps }) => {
    const viewer = await viewerOf(deps, session.customerId);
    return draftView({ ...viewer, db: deps.db }, await disclosedLoan(deps.db, session.customerId));
  });
  endpoint(app, operations['loans.withdraw'], async ({ input, session, request, deps }) => {
    assertFresh(deps, session);
    const viewer = await viewerOf(deps, session.customerId);
    return withdraw(viewer, input, requestKey(request, viewer, 'loans.withdraw', input));
  });
}
