import type { JobHandler } from '../../platform/jobs/types.ts';
import { answerBy } from '../loans/cancellation.ts';
import { listCancellationRequests } from './cancellationRequest.ts';
import { daySeconds } from '../../platform/time.ts';

const everySeconds = 600;

/** Alerts staff to cancellation requests that were not answered in the promised time. */
export const lateAnswers: JobHandler = {
  kind: 'repayments.lateAnswers',
  everySeconds,
  run: async (deps) => {
    const now = deps.clock.now();
    for (const { id, loanId, orderNumber, requestedAt } of await listCancellationRequests(deps)) {
      if (now <= answerBy(deps, new Date(requestedAt))) continue;
      const detail = { request: id, orderNumber, requestedAt };
      const alarm = { kind: 'cancellationWaits', subject: `loan:${loanId}`, detail, quietSeconds: daySeconds };
      deps.alarms.raise(alarm, 'a request to cancel was not answered in the promised time');
    }
  },
};
