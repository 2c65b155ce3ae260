import type { Db } from '../../db/database.ts';

/** Releases that something lives by: what was begun under them, and loans that are not over (design §4). */
export async function pinnedReleases(db: Db): Promise<string[]> {
  const begun = db.selectFrom('flow_states').select('release');
  const lent = db
    .selectFrom('loans')
    .select('release')
    .where((eb) => eb.or([eb('open', '=', true), eb('state', '=', 'disclosed')]));
  return (await begun.union(lent).execute()).map(({ release }) => release);
}
