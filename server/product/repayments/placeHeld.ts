import type { JobHandler } from '../../platform/jobs/types.ts';
import { ProblemError } from '../../platform/problem.ts';
import { audit } from '../../platform/audit/audit.ts';
import { allocateHeld, heldRepayments } from './held.ts';

const actor = 'upgrade';

/**
 * Allocates money to its loan that an older version held in suspense because of its amount, with the day it came in. A migration enqueues
 * it once. Money that prevents a replay stays in suspense for staff, with an alarm.
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
          // If staff placed it at the same moment, they find nothing held.
          deps.alarms.raise({ kind: 'heldNotPlaced', subject: `repayment:${id}` }, error.message);
        });
    }
  },
};
