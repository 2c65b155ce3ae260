import type { Module } from './platform/http/types.ts';
import { account } from './product/account/routes.ts';
import { agreements } from './product/agreements/routes.ts';
import { flowHooks } from './product/application/answers.ts';
import { applicationDev } from './product/application/devRoutes.ts';
import { application } from './product/application/routes.ts';
import { appointments } from './product/advance/appointments/routes.ts';
import { auth } from './platform/auth/routes.ts';
import { coupons } from './product/coupons/routes.ts';
import { customer } from './platform/customer/routes.ts';
import { demoPeople } from './product/demo/routes.ts';
import { clockDev } from './platform/dev/clock/routes.ts';
import { dev } from './platform/dev/routes.ts';
import { sandboxDev } from './platform/dev/sandboxRoutes.ts';
import { documents } from './platform/documents/routes.ts';
import { easyReloan } from './product/advance/easyReloan/routes.ts';
import { feedback } from './platform/feedback/routes.ts';
import { files } from './platform/files/routes.ts';
import { flowRoutes } from './platform/flows/routes.ts';
import { health } from './platform/health/routes.ts';
import { loans } from './product/loans/routes.ts';
import { messages } from './platform/messages/routes.ts';
import { openApi } from './platform/openapi/routes.ts';
import { devEvents } from './platform/web/devEvents.ts';
import { repayments } from './product/repayments/routes.ts';
import { rewards } from './product/rewards/routes.ts';
import { social } from './platform/social/routes.ts';
import { socialDev } from './platform/dev/socialRoutes.ts';
import { staff } from './platform/staff/routes.ts';
import { web } from './platform/web/routes.ts';
import { support } from './platform/support/routes.ts';
import { webhooks } from './platform/webhooks/routes.ts';

/** Every part of the application, in the order in which they register. */
export const modules: readonly Module[] = [
  health,
  auth,
  customer,
  (app) => flowRoutes(app, flowHooks),
  files,
  application,
  loans,
  agreements,
  account,
  repayments,
  coupons,
  easyReloan,
  appointments,
  rewards,
  social,
  feedback,
  support,
  documents,
  messages,
  staff,
  webhooks,
  openApi,
  dev,
  demoPeople,
  clockDev,
  sandboxDev,
  socialDev,
  applicationDev,
  devEvents,
  web,
];
