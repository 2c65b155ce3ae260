import type { Selectable, Updateable } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { fail } from '../../http/problem.ts';
import { stepOf } from '../lifeCycles.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { AgreementRow } from './table.ts';

const lifeCycleId = 'agreement';

export type Agreement = Selectable<AgreementRow>;

export const initialState = async (release: LoadedRelease): Promise<AgreementRow['state']> =>
  (await release.lifeCycle(lifeCycleId)).lifeCycle.initial as AgreementRow['state'];

/** The one place where an agreement changes its state, as the life cycle says. */
export async function applyAgreementEvent(
  tx: Tx,
  release: LoadedRelease,
  agreement: Pick<Agreement, 'id' | 'state'>,
  name: 'signed' | 'superseded',
  set: Pick<Updateable<AgreementRow>, 'signature_id' | 'signed_at'> = {},
): Promise<void> {
  const { to } = await stepOf(release, lifeCycleId, agreement.state, { name });
  const updated = await tx
    .updateTable('agreements')
    .set({ ...set, state: to as AgreementRow['state'] })
    .where('id', '=', agreement.id)
    .where('state', '=', agreement.state)
    .returning('id')
    .executeTakeFirst();
  if (!updated) fail('conflict');
}
