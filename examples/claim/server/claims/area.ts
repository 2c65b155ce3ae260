import { alike, type App, type Area, command, endpoint, flowCustomerIn, type LifeCycleEffect, notify, resume } from 'hakbang/server';
import { claimOperations } from '../contract.ts';
import { claimsDev, devPath } from './devPage.ts';
import { claimTables } from './migration.ts';
import { claimsDesk } from './staff.ts';
import { submitClaim } from './submit.ts';
import { type Claim, claimOf, flowId, viewOf } from './view.ts';

function claims(app: App): void {
  command(app, claimOperations['claims.submit'], async ({ session, deps, once }) =>
    submitClaim(deps, await flowCustomerIn(deps, session), once),
  );
  endpoint(app, claimOperations['claims.current'], async ({ session, deps }) =>
    viewOf(await resume(deps, await flowCustomerIn(deps, session), flowId), await claimOf(deps.db, session.customerId)),
  );
}

const tellClaim: LifeCycleEffect<Claim> = {
  name: 'tellClaim',
  description: 'Notifies the customer of the decision by SMS: server.sms.claim.<event>.',
  run: ({ tx, deps, subject, event, eventId }) =>
    notify(tx, deps, subject.customer_id, `claim.${event.name}`, {}, { key: `claim:${subject.id}:${eventId}` }),
};

export const claimsArea: Area = {
  name: 'claims',
  migrations: [claimTables],
  routes: [claims, claimsDesk, claimsDev],
  devPages: [{ path: devPath, title: 'Claims: decide, send back' }],
  effects: { claim: [tellClaim] },
  events: { claim: ['approved', 'declined', 'referred', 'sentBack', 'resubmitted'] },
  needs: { decisionTable: ['claims'] },
  texts: alike('sms.claim', ['approved', 'declined', 'sentBack'], []),
};
