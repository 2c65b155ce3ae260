import type { Module } from '../http/types.ts';
import { account } from './account/routes.ts';
import { agreements } from './agreements/routes.ts';
import { flowHooks } from './application/answers.ts';
import { applicationDev } from './application/devRoutes.ts';
import { application } from './application/routes.ts';
import { appointments } from './appointments/routes.ts';
import { auth } from './auth/routes.ts';
import { coupons } from './coupons/routes.ts';
import { customer } from './customer/routes.ts';
import { demoPeople } from './demo/routes.ts';
import { clockDev } from './dev/clock/routes.ts';
import { dev } from './dev/routes.ts';
import { sandboxDev } from './dev/sandboxRoutes.ts';
import { documents } from './documents/routes.ts';
import { easyReloan } from './easyReloan/routes.ts';
import { feedback } from './feedback/routes.ts';
import { files } from './files/routes.ts';
import { flowRoutes } from './flows/routes.ts';
import { health } from './health/routes.ts';
import { loans } from './loans/routes.ts';
import { messages } from './messages/routes.ts';
import { openApi } from './openapi/routes.ts';
import { devEvents } from './web/devEvents.ts';
import { repayments } from './repayments/routes.ts';
import { rewards } from './rewards/routes.ts';
import { social } from './social/routes.ts';
import { socialDev } from './dev/socialRoutes.ts';
import { staff } from './staff/routes.ts';
import { web } from './web/routes.ts';
import { support } from './support/routes.ts';
import { webhooks } from './webhooks/routes.ts';

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
