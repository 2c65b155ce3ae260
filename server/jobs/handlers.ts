import { appointmentRun, appointmentTick } from '../modules/appointments/job.ts';
import { noteHead } from '../modules/audit/noteHead.ts';
import { easyReloanRun } from '../modules/easyReloan/job.ts';
import { easyReloanTick } from '../modules/easyReloan/tick.ts';
import { couponExpiry } from '../modules/housekeeping/expireCoupons.ts';
import { sweep } from '../modules/housekeeping/sweep.ts';
import { sendSms } from '../modules/notifications/notify.ts';
import { remindTick, sendReminder } from '../modules/notifications/reminders.ts';
import { destroyExpiredAccounts } from '../modules/staff/deletion.ts';
import { webhookEventHandler } from '../modules/webhooks/receive.ts';
import { payoutHandler } from '../modules/loans/payout/job.ts';
import { payoutSweep } from '../modules/loans/payout/sweep.ts';
import { collectHandler } from '../modules/repayments/collect/job.ts';
import { collectionReconcile } from '../modules/repayments/collect/reconcile.ts';
import { placeHeld } from '../modules/repayments/placeHeld.ts';
import type { JobHandler } from './types.ts';

/** Everything that is done outside a request; modules give their handlers, this list shows them all. */
export const jobHandlers: readonly JobHandler[] = [
  appointmentRun,
  appointmentTick,
  collectHandler,
  collectionReconcile,
  couponExpiry,
  destroyExpiredAccounts,
  easyReloanRun,
  easyReloanTick,
  noteHead,
  payoutHandler,
  payoutSweep,
  placeHeld,
  remindTick,
  sendReminder,
  sendSms,
  sweep,
  webhookEventHandler,
];
