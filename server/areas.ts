import type { Area } from './platform/area.ts';
import { healthArea } from './platform/health/area.ts';
import { httpArea } from './platform/http/area.ts';
import { jobsArea } from './platform/jobs/area.ts';
import { auditArea } from './platform/audit/area.ts';
import { sessionsArea } from './platform/sessions/area.ts';
import { authArea } from './platform/auth/area.ts';
import { customerArea } from './platform/customer/area.ts';
import { flowsArea } from './platform/flows/area.ts';
import { filesArea } from './platform/files/area.ts';
import { messagesArea } from './platform/messages/area.ts';
import { notificationsArea } from './platform/notifications/area.ts';
import { socialArea } from './platform/social/area.ts';
import { feedbackArea } from './platform/feedback/area.ts';
import { supportArea } from './platform/support/area.ts';
import { documentsArea } from './platform/documents/area.ts';
import { lookupsArea } from './platform/lookups/area.ts';
import { staffArea } from './platform/staff/area.ts';
import { webhooksArea } from './platform/webhooks/area.ts';
import { openapiArea } from './platform/openapi/area.ts';
import { devArea } from './platform/dev/area.ts';
import { applicationArea } from './product/application/area.ts';
import { submittedNumbersArea } from './product/submittedNumbers/area.ts';
import { payoutAccountArea } from './product/payoutAccount/area.ts';
import { resumePayout, waitingLoan } from './product/loans/refill.ts';
import { withdrawalArea } from './product/withdrawal/area.ts';
import { loansArea } from './product/loans/area.ts';
import { ledgerArea } from './product/ledger/area.ts';
import { agreementsArea } from './product/agreements/area.ts';
import { repaymentsArea } from './product/repayments/area.ts';
import { couponsArea } from './product/coupons/area.ts';
import { advanceArea } from './product/advance/area.ts';
import { easyReloanArea } from './product/advance/easyReloan/area.ts';
import { appointmentsArea } from './product/advance/appointments/area.ts';
import { rewardsArea } from './product/rewards/area.ts';
import { remindersArea } from './product/reminders/area.ts';
import { retentionArea } from './product/retention/area.ts';
import { deskArea } from './product/desk/area.ts';
import { demoArea } from './product/demo/area.ts';
import { webArea } from './platform/web/area.ts';

/** Every part of the server. The platform does not know the product's areas. The pages come last, because they match every remaining path. */
export const areas: readonly Area[] = [
  healthArea,
  httpArea,
  jobsArea,
  auditArea,
  sessionsArea,
  authArea,
  customerArea,
  flowsArea,
  filesArea,
  messagesArea,
  notificationsArea,
  socialArea,
  feedbackArea,
  supportArea,
  documentsArea,
  lookupsArea,
  staffArea,
  webhooksArea,
  openapiArea,
  devArea,
  applicationArea({ find: waitingLoan, resume: resumePayout }),
  submittedNumbersArea,
  payoutAccountArea,
  loansArea,
  withdrawalArea,
  ledgerArea,
  agreementsArea,
  repaymentsArea,
  couponsArea,
  easyReloanArea,
  advanceArea,
  appointmentsArea,
  rewardsArea,
  remindersArea,
  retentionArea,
  deskArea,
  demoArea,
  webArea,
];
