import type { Db } from '../../platform/db/database.ts';

/** Releases still in use: by drafts, by open loans and by their applications (design §4). */
export async function pinnedReleases(db: Db): Promise<string[]> {
  const begun = db.selectFrom('flow_states').select('release');
  const lent = db
    .selectFrom('loans')
    .select('release')
    .where((eb) => eb.or([eb('open', '=', true), eb('state', '=', 'disclosed')]));
  const applied = db
    .selectFrom('applications')
    .innerJoin('loans', 'loans.application_id', 'applications.id')
    .select('applications.release')
    .where('loans.open', '=', true);
  return (await begun.union(lent).union(applied).execute()).map(({ release }) => release);
}
