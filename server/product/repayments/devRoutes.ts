import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/types.ts';
import { fail } from '../../platform/problem.ts';
import { sandboxOf } from '../../ports/sandbox/sandboxOf.ts';
import { findRepayment } from './find.ts';
import { applyRepaymentEvent } from './transitions.ts';

/**
 * Holds the money of a repayment in suspense, as an older version did with amounts that it could not allocate. The sandbox providers no
 * longer produce such money.
 */
async function hold(deps: Deps, id: string): Promise<{ heldCents: number }> {
  const row = (await findRepayment(deps.db, id)) ?? fail('notFound');
  sandboxOf(deps.ports.collection)?.settle(row.reference);
  const set = { paid_cents: row.amount_cents, paid_at: deps.clock.now(), mismatch: true, reason: 'held' };
  await deps.db.transaction().execute((tx) => applyRepaymentEvent(tx, deps, row, { name: 'mismatched', set }, 'collection'));
  return { heldCents: row.amount_cents };
}

/** `POST /dev/repayments/<id>/hold` of a repayment under way. Never in production. */
export function repaymentsDev(app: App): void {
  if (app.deps.settings.mode === 'production') return;
  app.post<{ Params: { id: string } }>('/dev/repayments/:id/hold', ({ params: { id } }) => hold(app.deps, id));
}
