import type { Area } from '../area.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { platformStaffOperations as staffOperations } from '../../contract/staff/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { sendFeedback } from './send.ts';
import { listFeedback, readFeedback } from './staff.ts';

function feedback(app: App): void {
  endpoint(app, operations['feedback.send'], ({ deps, input: { answers }, session: { customerId }, request }) => {
    const key = idempotencyKey(request) ?? fail('badRequest', { problems: [{ code: 'required', path: '/idempotency-key' }] });
    return sendFeedback(deps, customerId, answers, key);
  });
  staffEndpoint(app, staffOperations['staff.feedback'], ({ deps, input }) => listFeedback(deps, input));
  staffEndpoint(app, staffOperations['staff.readFeedback'], ({ deps, input, session }) => readFeedback(deps, session, input.id));
}

export const feedbackArea: Area = {
  name: 'feedback',
  routes: [feedback],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('feedback').where('customer_id', '=', customerId).execute()),
};
