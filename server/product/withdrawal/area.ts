import type { Area } from '../../platform/area.ts';
import { operations } from '../../contract/operations.ts';
import type { App } from '../../platform/http/types.ts';
import { command } from '../../platform/sessions/command.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { disclosedLoan } from '../loans/disclosed.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { draftView } from './draft.ts';
import { loanFigures } from './figures.ts';
import { offer, quote } from './offer.ts';
import { chooseCoupon, prepareLoan } from './prepare.ts';
import { withdraw } from './withdraw.ts';

/** A price change reaches visitors within this time. */
const figuresSeconds = 60;

function withdrawal(app: App): void {
  endpoint(app, operations['loans.figures'], ({ deps, reply }) => {
    reply.header('cache-control', `public, max-age=${figuresSeconds}`);
    return loanFigures(deps);
  });
  endpoint(app, operations['loans.offer'], async ({ session, deps }) => offer(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.quote'], async ({ input, session, deps }) => quote(await viewerOf(deps, session.customerId), input));
  command(app, operations['loans.prepare'], ({ viewer, input, once }) => prepareLoan(viewer, input, once));
  command(app, operations['loans.chooseCoupon'], ({ viewer, input, once }) => chooseCoupon(viewer, input, once));
  endpoint(app, operations['loans.draft'], async ({ session, deps }) => {
    const viewer = await viewerOf(deps, session.customerId);
    return draftView({ ...viewer, db: deps.db }, await disclosedLoan(deps.db, session.customerId));
  });
  command(app, operations['loans.withdraw'], ({ viewer, input, once }) => withdraw(viewer, input, once));
}

export const withdrawalArea: Area = {
  name: 'withdrawal',
  refusals: ['disclosureChanged', 'notAccepted', 'overLimit', 'withdrawalsPaused'],
  routes: [withdrawal],
};
