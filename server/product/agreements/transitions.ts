import type { Selectable } from 'kysely';
import { initialState, stepOf } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { AgreementRow } from './table.ts';

const lifeCycleId = 'agreement';

export type Agreement = Selectable<AgreementRow>;

/** The state of an agreement that is stored when it is signed. */
export async function signedState(release: LoadedRelease): Promise<AgreementRow['state']> {
  const initial = await initialState(release, lifeCycleId);
  return (await stepOf(release, lifeCycleId, initial.state, { name: 'signed' })).state as AgreementRow['state'];
}
