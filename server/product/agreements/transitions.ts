import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fail } from '../../platform/problem.ts';
import { stepOf } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { AgreementRow } from './table.ts';

const lifeCycleId = 'agreement';

export type Agreement = Selectable<AgreementRow>;

/** Where the life cycle leads an agreement that is signed as it is written down. */
export async function signedState(release: LoadedRelease): Promise<AgreementRow['state']> {
  const { initial } = (await release.lifeCycle(lifeCycleId)).lifeCycle;
  return (await stepOf(release, lifeCycleId, initial, { name: 'signed' })).to as AgreementRow['state'];
}

/** The one place where an agreement changes its state, as the life cycle says. */
export async function applyAgreementEvent(
  tx: Tx,
  release: LoadedRelease,
  agreement: Pick<Agreement, 'id' | 'state'>,
  name: 'superseded',
): Promise<void> {
  const { to } = await stepOf(release, lifeCycleId, agreement.state, { name });
  const updated = await tx
    .updateTable('agreements')
    .set({ state: to as AgreementRow['state'] })
    .where('id', '=', agreement.id)
    .where('state', '=', agreement.state)
    .returning('id')
    .executeTakeFirst();
  if (!updated) fail('conflict');
}
