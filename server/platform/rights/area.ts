import type { Proposed } from '../../contract/staff/approvals.ts';
import { enrolmentOperations } from '../../contract/staff/enrolment.ts';
import { rightsOperations as operations } from '../../contract/staff/rights.ts';
import { propose, runAlone } from '../approvals/approvals.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { ProblemError } from '../problem.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { invite, newLink } from '../staff/enrolmentLinks.ts';
import { getPerson } from '../staff/people.ts';
import { approvableRights } from './approvable.ts';

function rights(app: App): void {
  // The account has no access until somebody else, or the rules, agree.
  staffEndpoint(app, operations['staff.addPerson'], async ({ deps, request, input: { reason, ...person }, session }) => {
    const added = await invite(deps, request, person, session.actor);
    const { state } = await propose(deps, session, { operation: 'staff.enablePerson', input: { id: added.person.id, reason } });
    return { ...added, person: { ...added.person, disabled: state === 'pending' }, state };
  });
  staffEndpoint(app, enrolmentOperations['staff.newEnrolmentLink'], async ({ deps, request, input: { id, page, reason }, session }) => {
    await getPerson(deps, id);
    const link = await newLink(deps, request, { id, page }, session.actor);
    const { state } = await propose(deps, session, { operation: 'staff.enablePerson', input: { id, reason } }).catch(meanwhile);
    return { ...link, state };
  });
  staffEndpoint(app, operations['staff.enablePerson'], ({ deps, input, session }) => runAlone(deps, session, 'staff.enablePerson', input));
  staffEndpoint(app, operations['staff.changeRole'], ({ deps, input, session }) => runAlone(deps, session, 'staff.changeRole', input));
}

/** A concurrent proposal or approval by somebody else stands. */
function meanwhile(error: unknown): Pick<Proposed, 'state'> {
  const code = error instanceof ProblemError ? error.code : undefined;
  if (code === 'proposedAlready') return { state: 'pending' };
  if (code === 'sameRights') return { state: 'done' };
  throw error;
}

/** Staff and their roles. Granting rights waits for a second person if the rules ask for one (flows/approvals.json). */
export const rightsArea: Area = { name: 'rights', routes: [rights], approvable: approvableRights };
