import type { Deps } from '../../platform/deps.ts';
import type { NumberKind } from '../submittedNumbers/table.ts';

/**
 * Raises an alarm when a changed account also belongs to another borrower. An application with such an account goes to manual review
 * instead.
 */
export function alarmIfShared(deps: Pick<Deps, 'alarms'>, accountId: string, shared: readonly NumberKind[]): void {
  if (shared.includes('account'))
    deps.alarms.raise({ kind: 'accountShared', subject: `account:${accountId}` }, 'a payout account also belongs to another borrower');
}
