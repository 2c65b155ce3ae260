import type { Deps } from '../../platform/deps.ts';
import type { NumberKind } from '../submittedNumbers/table.ts';

/** An application with another borrower's account waits for a person; an account that comes later raises an alarm. */
export function alarmOfShared(deps: Pick<Deps, 'alarms'>, accountId: string, shared: readonly NumberKind[]): void {
  if (shared.includes('account'))
    deps.alarms.raise(
      { kind: 'accountShared', subject: `account:${accountId}` },
      'an account that another borrower submitted takes payouts',
    );
}
