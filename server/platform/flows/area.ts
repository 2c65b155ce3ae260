import type { Area } from '../area.ts';
import { alike } from '../spokenTexts.ts';
import { vaultOf } from '../crypto/vault.ts';
import type { Invariant } from '../invariants.ts';
import { noteStanding, readRecord, submittedRecord } from './record.ts';
import type { FastifyRequest } from 'fastify';
import type { MigrationStep } from '../../../engine/config/carryOver.ts';
import { pendingMigrations, type Pending } from '../../../engine/migrate/index.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import { fail } from '../problem.ts';
import { partAddress } from '../release/address.ts';
import type { App } from '../http/types.ts';
import { countOpened } from './counts.ts';
import { flowCustomerIn } from './flowCustomer.ts';
import { guests, resumeLinks, standingSteps } from './migration.ts';
import { snapshotFor } from './guests.ts';
import { resume, progressOf } from './resume.ts';
import { revealAnswer } from './reveal.ts';
import { saveStep } from './saveStep.ts';
import { snapshotOf } from './snapshot.ts';

/** The generic flow API. A new field, form or step needs no change here. */
function flowRoutes(app: App): void {
  const { flowHooks: hooks } = app.deps.product;
  endpoint(app, operations['flows.get'], async ({ input, session, deps }) => {
    if (session.guest) return snapshotFor(session, await progressOf(deps, await flowCustomerIn(deps, session), input.flow));
    const progress = await resume(deps, await flowCustomerIn(deps, session), input.flow);
    const { rules, record } = progress;
    const sent = await hooks.sent(deps, progress);
    await noteStanding(deps, progress, sent !== undefined);
    if (!sent) await countOpened(deps, progress);
    return sent ? { ...snapshotOf(rules, submittedRecord(rules, record, sent)), closed: true } : snapshotOf(rules, record);
  });
  endpoint(app, operations['flows.carryOver'], async ({ input, session, deps }) => {
    const { rules } = await progressOf(deps, await flowCustomerIn(deps, session), input.flow);
    const { hash, manifest } = rules.release;
    const older = await deps.releases.get(input.from);
    const { migrations, steps } = older ? pendingMigrations(older.hash, older.manifest.carryOver, manifest.carryOver) : noMigrations;
    const module = manifest.carryOverExpressions;
    const expressions = module !== undefined && migrations.length > 0 ? { expressions: partAddress(module) } : {};
    return { release: hash, steps: steps.some(isChoosing) ? [] : [...steps], migrations: [...migrations], ...expressions };
  });
  endpoint(app, operations['flows.reveal'], ({ input, session, deps }) => revealAnswer(deps, session, input));
  endpoint(app, operations['flows.saveStep'], async ({ input, session, request, deps }) => {
    const { flow, step, answers, kept = [], skip = false } = input;
    const key = idempotencyKey(request);
    return saveStep(deps, hooks, {
      flow,
      step,
      answers,
      kept,
      ...(skip && { skip }),
      session,
      revision: revisionOf(request),
      ...(key === undefined ? {} : { key }),
    });
  });
}

const noMigrations: Pending = { migrations: [], steps: [] };

const isChoosing = (step: MigrationStep): boolean => Object.values(step).some(({ when }) => when !== undefined);

/** Reads the revision from If-Match (RFC 9110 §13.1.1). Without it, a save could overwrite a concurrent one. */
function revisionOf(request: FastifyRequest): number {
  const match = /^"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '');
  if (!match)
    fail('badRequest', { problems: [{ code: 'required', path: '/if-match' }], detail: 'If-Match must contain the revision, e.g. "3".' });
  return Number(match[1]);
}

/** The last acknowledged draft is readable. */
const draftsAreReadable: Invariant = async ({ db, settings }) => {
  const found: string[] = [];
  for (const { customer_id: customer, flow } of await db.selectFrom('flow_states').select(['customer_id', 'flow']).execute()) {
    try {
      await readRecord(db, await vaultOf(settings.keyring).of(db, customer), customer, flow);
    } catch {
      found.push(`customer ${customer}: the draft of ${flow} cannot be decrypted`);
    }
  }
  return found;
};

export const flowsArea: Area = {
  name: 'flows',
  refusals: ['alreadySent', 'codeTooOld', 'invalidAnswers', 'outOfOrder'],
  migrations: [resumeLinks, guests, standingSteps],
  texts: alike('sms', ['guestDone', 'guestDeclined'], []),
  needs: { corrections: ['corrections'] },
  routes: [flowRoutes],
  invariants: { draftsAreReadable },
  erase: async ({ tx, customerId }) => {
    for (const table of ['invitations', 'resume_links', 'flow_states'] as const)
      await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  },
};
