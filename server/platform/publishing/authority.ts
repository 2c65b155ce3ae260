import type { Deps } from '../deps.ts';
import type { Authority } from './publish.ts';

const production = 'production';

/** Marks the database as production, so that a shell with other settings is not exempt either. */
export async function markProduction({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  if (settings.mode !== 'production') return;
  await db
    .insertInto('installation')
    .values({ name: production, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The requirement for publishing from the command line: an approval in production, and none elsewhere or for the first release. */
export async function authorityOf(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { isFirst, breakGlass }: { isFirst: boolean; breakGlass?: string | undefined },
): Promise<Authority> {
  if (breakGlass !== undefined) return { is: 'breakGlass', reason: breakGlass };
  const isProduction =
    settings.mode === 'production' ||
    (await db.selectFrom('installation').select('name').where('name', '=', production).executeTakeFirst()) !== undefined;
  return isFirst || !isProduction ? { is: 'exempt' } : { is: 'change' };
}
