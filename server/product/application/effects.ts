import { grantCouponsOnAcceptance } from '../coupons/grant.ts';
import { grantLimit } from '../limits/limits.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { LifeCycleEffect } from '../../platform/lifeCycles/machines.ts';
import type { Application } from './view.ts';

type ApplicationEffect = LifeCycleEffect<Application>;

const grantLimitOfDecision: ApplicationEffect = {
  name: 'grantLimit',
  description: 'Grants the limit of the decision and replaces the previously decided one.',
  events: ['accepted'],
  always: true,
  async run({ tx, deps, subject, event, actor, eventId }) {
    const { limitCents } = event;
    if (typeof limitCents !== 'number') throw new Error(`application ${subject.id}: accepted without a limit`);
    await grantLimit(tx, deps, {
      customerId: subject.customer_id,
      kind: 'application',
      key: `application:${subject.id}:${eventId}`,
      amountCents: limitCents,
      reason: 'accepted',
      actor,
    });
  },
};

const grantCoupons: ApplicationEffect = {
  name: 'grantAcceptanceCoupons',
  description: 'Grants the coupons that flows/lending/coupons.json promises for an acceptance, after the limit is granted.',
  events: ['accepted'],
  run: ({ tx, deps, subject, eventId }) => grantCouponsOnAcceptance(tx, deps, subject.customer_id, `application:${subject.id}:${eventId}`),
};

const tellDecision: ApplicationEffect = {
  name: 'tellDecision',
  description: 'Notifies the borrower of the decision by SMS: server.sms.application.<event>, or loanNotSent.',
  async run({ tx, deps, subject, event, eventId }) {
    const { resubmissionDay } = event;
    const values = typeof resubmissionDay === 'string' ? { day: resubmissionDay } : {};
    // One message covers both the decision and the signed loan that will not be sent.
    const isLoanDropped = event.name === 'identityProblem' && typeof event['loan'] === 'string';
    await notify(tx, deps, subject.customer_id, `application.${isLoanDropped ? 'loanNotSent' : event.name}`, values, {
      key: `application:${subject.id}:${eventId}`,
    });
  },
};

/** Effects of an application's transitions, by their names in flows/lifecycles/application.lifecycle.json. */
export const applicationEffects: readonly ApplicationEffect[] = [grantLimitOfDecision, grantCoupons, tellDecision];
