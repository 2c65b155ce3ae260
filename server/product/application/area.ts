import { alike } from '../../platform/spokenTexts.ts';
import { sql } from 'kysely';
import type { Area } from '../../platform/area.ts';
import { townLookup } from './places.ts';
import { flowHooks } from './answers.ts';
import { faceMatches } from './faceMatches.ts';
import { applicationDev } from './devRoutes.ts';
import { applicationEffects } from './effects.ts';
import { operations } from '../../contract/operations.ts';
import { command } from '../../platform/sessions/command.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import { flowCustomerIn } from '../../platform/flows/flowCustomer.ts';
import { resume } from '../../platform/flows/resume.ts';
import { underwritingOutcomes, underwritingTable } from './outcome.ts';
import { submitApplication, type WaitingPayouts } from './submit.ts';
import { detailsConfirmed } from './migration.ts';
import { renewalFlow, renewDetails } from './renewal.ts';
import { latestApplication, viewOf } from './view.ts';

const defaultFlow = 'onboarding';

const application =
  (payouts: WaitingPayouts) =>
  (app: App): void => {
    command(app, operations['application.submit'], async ({ input, session, deps, once }) =>
      submitApplication(deps, payouts, await flowCustomerIn(deps, session), input.flow ?? defaultFlow, once),
    );
    endpoint(app, operations['application.current'], async ({ session, deps }) => {
      const latest = await latestApplication(deps.db, session.customerId);
      const progress = await resume(deps, await flowCustomerIn(deps, session), latest?.flow ?? defaultFlow);
      return viewOf(deps, progress, latest);
    });
    command(app, operations['application.renew'], async ({ input, session, deps, once }) => {
      if (input.flow !== undefined && input.flow !== renewalFlow) fail('badRequest', { problems: [{ code: 'const', path: '/flow' }] });
      return renewDetails(deps, await flowCustomerIn(deps, session), once);
    });
  };

export const applicationArea = (payouts: WaitingPayouts): Area => ({
  name: 'application',
  refusals: ['detailsToConfirm', 'faceFailed', 'notQualified'],
  migrations: [detailsConfirmed, faceMatches],
  texts: alike('sms.application', ['accepted', 'rejected', 'identityProblem', 'bankProblem', 'loanNotSent'], ['day']),
  routes: [application(payouts), applicationDev],
  devPages: [{ path: '/dev/applications', title: 'Applications: decide, send back' }],
  checks: flowHooks.checks,
  lookups: { towns: townLookup },
  effects: { application: applicationEffects },
  events: {
    application: ['accepted', 'rejected', 'referred', 'identityProblem', 'bankProblem', 'resubmitted', 'accountRefilled', 'renewed'],
  },
  needs: { decisionTable: [underwritingTable] },
  outcomes: { [underwritingTable]: underwritingOutcomes },
  // Events keep the snapshot from before a resubmission, which contains all forms.
  erase: async ({ tx, customerId }) => {
    await tx.deleteFrom('face_matches').where('customer_id', '=', customerId).execute();
    await tx
      .updateTable('application_events')
      .set({ detail: sql`detail - 'snapshotBefore'` })
      .where('application_id', 'in', tx.selectFrom('applications').select('id').where('customer_id', '=', customerId))
      .execute();
  },
});
