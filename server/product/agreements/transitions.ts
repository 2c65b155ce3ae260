import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import { initialState, stepOf } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { AgreementRow } from './table.ts';

const lifeCycleId = 'agreement';

export type Agreement = Selectable<AgreementRow>;

/** Where the life cycle leads an agreement that is signed as it is written down. */
export async function signedState(release: LoadedRelease): Promise<AgreementRow['state']> {
  const initial = await initialState(release, lifeCycleId);
  return (await stepOf(release, lifeCycleId, initial.state, { name: 'signed' })).state as AgreementRow['state'];
}

/** Applies an event to an agreement (see `applyEvent`). */
export async function applyAgreementEvent(
  tx: Tx,
  deps: Deps,
  release: LoadedRelease,
  { id, state }: Pick<Agreement, 'id' | 'state'>,
  name: 'superseded',
): Promise<void> {
  await applyEvent(tx, deps, { release, lifeCycleId, table: 'agreements', key: { id }, from: state, event: { name }, actor: 'borrower' });
}
