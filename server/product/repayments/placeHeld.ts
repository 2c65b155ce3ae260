import type { JobHandler } from '../../platform/jobs/types.ts';
import { ProblemError } from '../../platform/problem.ts';
import { audit } from '../../platform/audit/audit.ts';
import { allocateHeld, heldRepayments } from './held.ts';

const actor = 'upgrade';

/**
 * Gives money to its loan that an older version left in suspense because of its amount, from the day on which it came. A migration
 * asks for it, once. What cannot be reckoned anew stays in suspense for a person, with an alarm.
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
          // Where a person placed it at the same moment, nothing is held when they look.
          deps.alarms.raise({ kind: 'heldNotPlaced', subject: `repayment:${id}` }, error.message);
        });
    }
  },
};
