import { operations } from '../../contract/operations.ts';
import { command } from '../../platform/sessions/command.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import type { App } from '../../platform/http/types.ts';
import { flowCustomerIn } from '../../platform/flows/flowCustomer.ts';
import { resume } from '../../platform/flows/resume.ts';
import { submitApplication, type WaitingPayouts } from './submit.ts';
import { latestApplication, viewOf } from './view.ts';

const defaultFlow = 'onboarding';

export const application =
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
  };
