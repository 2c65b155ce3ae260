import { appointmentRun, appointmentTick } from '../../product/advance/appointments/job.ts';
import { noteHead } from '../audit/noteHead.ts';
import { easyReloanRun } from '../../product/advance/easyReloan/job.ts';
import { easyReloanTick } from '../../product/advance/easyReloan/tick.ts';
import { couponExpiry } from '../../product/coupons/expireJob.ts';
import { sweep } from '../../product/retention/sweep.ts';
import { sendSms } from '../notifications/notify.ts';
import { remindTick, sendReminder } from '../../product/reminders/job.ts';
import { destroyExpiredAccounts } from '../../product/retention/deletion.ts';
import { webhookEventHandler } from '../webhooks/receive.ts';
import { payoutHandler } from '../../product/loans/payout/job.ts';
import { payoutSweep } from '../../product/loans/payout/sweep.ts';
import { collectHandler } from '../../product/repayments/collect/job.ts';
import { collectionReconcile } from '../../product/repayments/collect/reconcile.ts';
import { placeHeld } from '../../product/repayments/placeHeld.ts';
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
