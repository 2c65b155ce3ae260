import type { Loan } from '../../contract/loans.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { fail } from '../../platform/problem.ts';
import { latestApplication } from '../application/view.ts';
import { flowCustomerOf } from '../../platform/flows/flowCustomer.ts';
import { progressOf } from '../../platform/flows/resume.ts';
import type { LoanRecord } from './types.ts';
import { loanView, noLoan } from './view.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';

/** States in which the borrower has not agreed to the loan, so it is not listed. */
const unsignedStates = ['disclosed', 'superseded'] as const;
const maxListed = 200;

/** A borrower's own loan. Refuses another customer's with `notFound` and logs the attempt. */
export async function ownLoan({ deps, customerId }: Viewer, loanId: string): Promise<LoanRecord> {
  const loan = await deps.db.selectFrom('loans').selectAll().where('id', '=', loanId).executeTakeFirst();
  const own = ownOrNotFound(deps, customerId, 'loan', loanId, loan);
  return own.state === 'superseded' ? fail('notFound') : own;
}

const loansOf = ({ deps, customerId }: Viewer): Promise<LoanRecord[]> =>
  deps.db
    .selectFrom('loans')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', 'not in', unsignedStates)
    .orderBy('open', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();

/**
 * The open loan, otherwise the newest one. A loan that failed because of identity doubts counts as past once the application is decided
 * again.
 */
export async function currentLoan(viewer: Viewer): Promise<Loan> {
  const { deps, customerId } = viewer;
  const [loan] = await loansOf(viewer);
  if (!loan) return noLoan;
  const isPast = loan.state === 'identityRefill' && (await latestApplication(deps.db, customerId))?.state !== 'identityRefill';
  return isPast ? noLoan : view(viewer, loan);
}

export const getLoan = async (viewer: Viewer, loanId: string): Promise<Loan> => view(viewer, await ownLoan(viewer, loanId));

export async function listLoans(viewer: Viewer): Promise<{ open: Loan[]; closed: Loan[] }> {
  const views: { open: Loan[]; closed: Loan[] } = { open: [], closed: [] };
  for (const loan of await loansOf(viewer)) views[loan.open ? 'open' : 'closed'].push(await view(viewer, loan));
  return views;
}

const view = async (viewer: Viewer, loan: LoanRecord): Promise<Loan> =>
  loanView({ ...viewer, db: viewer.deps.db }, loan, { resumeRoute: await resumeRouteOf(viewer, loan) });

/** The step that asks for corrections; only while the loan waits for them. */
async function resumeRouteOf({ deps, customerId }: Viewer, { state }: LoanRecord): Promise<string | undefined> {
  if (!state.endsWith('Refill')) return undefined;
  const application = await latestApplication(deps.db, customerId);
  if (!application?.state.endsWith('Refill')) return undefined;
  const { rules, record } = await progressOf(deps, await flowCustomerOf(deps, customerId), application.flow);
  const { step, path } = rules.position(record);
  return step?.route ?? path.at(-1)?.route;
}
