import type { Answers } from '../../../engine/config/definitions.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FlowCustomer } from '../../platform/flows/flowCustomer.ts';
import { resume } from '../../platform/flows/resume.ts';
import { openSnapshot } from './snapshot.ts';
import { latestApplication, type Application } from './view.ts';

/** The answers of an application. Under another release, the draft holds them with migrated names. */
export async function earlierAnswers(deps: Deps, customer: FlowCustomer, application: Application): Promise<Answers> {
  const { record } = await resume(deps, customer, application.flow);
  return record.release === application.release ? openSnapshot(customer.vault, application) : record.answers;
}

/** The initial answers of a flow: those of an accepted application from the other flow. */
export async function submittedAnswersOf(deps: Deps, customer: FlowCustomer, flow: string): Promise<Answers | undefined> {
  const application = await latestApplication(deps.db, customer.customerId);
  return application?.flow === flow && application.state === 'accepted' ? earlierAnswers(deps, customer, application) : undefined;
}
