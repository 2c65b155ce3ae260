import type { Area } from './area.ts';
import { healthArea } from './health/area.ts';
import { httpArea } from './http/area.ts';
import { jobsArea } from './jobs/area.ts';
import { auditArea } from './audit/area.ts';
import { sessionsArea } from './sessions/area.ts';
import { authArea } from './auth/area.ts';
import { customerArea } from './customer/area.ts';
import { stepCountsArea } from './stepCounts/area.ts';
import { flowsArea } from './flows/area.ts';
import { invitationsArea } from './invitations/area.ts';
import { resumeLinksArea } from './resumeLinks/area.ts';
import { filesArea } from './files/area.ts';
import { messagesArea } from './messages/area.ts';
import { notificationsArea } from './notifications/area.ts';
import { socialArea } from './social/area.ts';
import { feedbackArea } from './feedback/area.ts';
import { supportArea } from './support/area.ts';
import { documentsArea } from './documents/area.ts';
import { lookupsArea } from './lookups/area.ts';
import { rightsArea } from './rights/area.ts';
import { staffArea } from './staff/area.ts';
import { workArea } from './work/area.ts';
import { templatesArea } from './templates/area.ts';
import { approvalsArea } from './approvals/area.ts';
import { changesArea } from './changes/area.ts';
import { publishingArea } from './publishing/area.ts';
import { commentsArea } from './comments/area.ts';
import { previewArea } from './preview/area.ts';
import { factorResetArea } from './factorReset/area.ts';
import { oidcArea } from './oidc/area.ts';
import { liveArea } from './live/area.ts';
import { housekeepingArea } from './housekeeping/area.ts';
import { webhooksArea } from './webhooks/area.ts';
import { openapiArea } from './openapi/area.ts';
import { devArea } from './dev/area.ts';
import { webArea } from './web/area.ts';

const platformAreas: readonly Area[] = [
  healthArea,
  httpArea,
  jobsArea,
  auditArea,
  sessionsArea,
  authArea,
  customerArea,
  stepCountsArea,
  flowsArea,
  resumeLinksArea,
  invitationsArea,
  filesArea,
  messagesArea,
  notificationsArea,
  socialArea,
  feedbackArea,
  supportArea,
  documentsArea,
  lookupsArea,
  staffArea,
  workArea,
  templatesArea,
  approvalsArea,
  factorResetArea,
  oidcArea,
  rightsArea,
  changesArea,
  publishingArea,
  commentsArea,
  previewArea,
  liveArea,
  webhooksArea,
  housekeepingArea,
  openapiArea,
  devArea,
];

/** All areas of a server with these areas of a product. The pages come last, because they match every remaining path. */
export const withPlatform = (product: readonly Area[]): readonly Area[] => [...platformAreas, ...product, webArea];
