import type { JobHandler } from '../../platform/jobs/types.ts';
import { ProblemError } from '../../platform/problem.ts';
import { audit } from '../../platform/audit/audit.ts';
import { allocateHeld, heldRepayments } from './held.ts';

const actor = 'upgrade';

/**
 * Gives money to its loan that an older version left in suspense because of its amount, from the day on which it came. A migration
 * asks for it, once. What was booked on the loan since then stays as it is: if that included charges, a person looks at them.
 */
export const placeHeld: JobHandler = {
  kind: 'repayments.placeHeld',
  async run(deps) {
    for (const { id, loan_id: loanId, paid_at: paidAt } of await heldRepayments(deps.db)) {
      await deps.db
        .transaction()
        .execute(async (tx) => {
          const later = await tx
            .selectFrom('loan_postings')
            .select('id')
            .where('loan_id', '=', loanId)
            .where('created_at', '>', paidAt ?? new Date(0))
            .executeTakeFirst();
          const amountCents = await allocateHeld(tx, deps, id, actor);
          const detail = { amountCents, reason: 'upgrade' };
          await audit(tx, deps, { actor, action: 'held.allocated', subject: `repayment:${id}`, detail });
          if (later)
            deps.alarms.raise(
              { kind: 'heldPlacedLate', subject: `repayment:${id}` },
              'a loan was booked on while money for it lay in suspense',
            );
        })
        .catch((error: unknown) => {
          // A person placed it at the same moment.
          if (!(error instanceof ProblemError)) throw error;
        });
    }
  },
};
