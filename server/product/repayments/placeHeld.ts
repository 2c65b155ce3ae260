import type { JobHandler } from '../../platform/jobs/types.ts';
import { ProblemError } from '../../platform/problem.ts';
import { audit } from '../../platform/audit/audit.ts';
import { allocateHeld, heldRepayments } from './held.ts';

const actor = 'upgrade';

/**
 * Takes money that an older version held in suspense because of its amount, and allocates it to its loan on the day it arrived. A migration
 * enqueues this job once. If the money prevents a replay, it stays in suspense for staff and raises an alarm.
 */
export const placeHeld: JobHandler = {
  kind: 'repayments.placeHeld',
  async run(deps) {
    for (const { id } of await heldRepayments(deps.db)) {
      await deps.db
        .transaction()
        .execute(async (tx) => {
          const amountCents = await allocateHeld(tx, deps, id, actor);
          const detail = { amountCents, reason: 'upgrade' };
          await audit(tx, deps, { actor, action: 'held.allocated', subject: `repayment:${id}`, detail });
        })
        .catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
          // If staff place the money at the same moment, nothing is held any more.
          deps.alarms.raise({ kind: 'heldNotPlaced', subject: `repayment:${id}` }, error.message);
        });
    }
  },
};
