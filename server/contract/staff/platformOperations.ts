import { alarmOperations } from './alarms.ts';
import { approvalOperations } from './approvals.ts';
import { liveOperations } from './live.ts';
import { commentOperations } from './comments.ts';
import { enrolmentOperations } from './enrolment.ts';
import { factorOperations } from './factors.ts';
import { feedbackOperations } from './feedback.ts';
import { identityOperations } from './identities.ts';
import { peopleOperations } from './people.ts';
import { rightsOperations } from './rights.ts';
import { sessionOperations } from './sessions.ts';
import { previewOperations } from './preview.ts';
import { publishingOperations } from './publishing.ts';
import { studioOperations } from './studio.ts';
import { studioGraphOperations } from './studioGraph.ts';
import { studioDecisionOperations } from './studioDecisions.ts';
import { studioWordOperations } from './studioWords.ts';
import { stepFigureOperations } from './stepFigures.ts';
import { templateOperations } from './templates.ts';
import { workOperations } from './work.ts';

/** Staff operations of every product: people, alarms, approvals, feedback, work queues, changes of the product. */
export const platformStaffOperations = {
  ...peopleOperations,
  ...factorOperations,
  ...enrolmentOperations,
  ...identityOperations,
  ...rightsOperations,
  ...sessionOperations,
  ...alarmOperations,
  ...approvalOperations,
  ...feedbackOperations,
  ...workOperations,
  ...templateOperations,
  ...liveOperations,
  ...stepFigureOperations,
  ...commentOperations,
  ...studioOperations,
  ...studioDecisionOperations,
  ...publishingOperations,
  ...studioGraphOperations,
  ...studioWordOperations,
  ...previewOperations,
};
