import { staffOperations } from '../../contract/staff/operations.ts';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import type { StaffDecision } from '../application/staff.ts';
import { decideApplication, listApplications, openApplication, reveal, sendBack } from './applications.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { loansOf } from './loans.ts';

interface DecisionInput {
  decision: 'accepted' | 'rejected';
  limitCents?: number;
  reason?: string;
  retryAfterDays?: number;
}

export function staffApplications(app: App): void {
  staffEndpoint(app, staffOperations['staff.applications'], ({ deps, input }) => listApplications(deps, input));
  staffEndpoint(app, staffOperations['staff.application'], async ({ deps, input }) => {
    const { customerId, ...opened } = await openApplication(deps, input.id);
    return { ...opened, loans: await loansOf(deps, customerId) };
  });
  staffEndpoint(app, staffOperations['staff.reveal'], ({ deps, input, session }) => reveal(deps, session, input));
  staffEndpoint(app, staffOperations['staff.decide'], ({ deps, input, session }) =>
    decideApplication(deps, session, input.id, decisionOf(input)),
  );
  staffEndpoint(app, staffOperations['staff.sendBack'], ({ deps, input, session }) => sendBack(deps, session, input.id, input.corrections));
}

const missing = (name: string): never => fail('badRequest', { problems: [{ code: 'required', path: `/${name}` }] });

function decisionOf({ decision, limitCents, reason, retryAfterDays }: DecisionInput): StaffDecision {
  if (decision === 'accepted') return { decision, limitCents: limitCents ?? missing('limitCents') };
  return { decision, reason: reason ?? missing('reason'), retryAfterDays: retryAfterDays ?? missing('retryAfterDays') };
}
