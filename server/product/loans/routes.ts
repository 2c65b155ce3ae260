import { operations } from '../../contract/operations.ts';
import type { App } from '../../platform/http/types.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import { currentLoan, getLoan, listLoans } from './read.ts';

export function loans(app: App): void {
  endpoint(app, operations['loans.current'], async ({ session, deps }) => currentLoan(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.list'], async ({ session, deps }) => listLoans(await viewerOf(deps, session.customerId)));
  endpoint(app, operations['loans.get'], async ({ input, session, deps }) =>
    getLoan(await viewerOf(deps, session.customerId), input.loanId),
  );
}
