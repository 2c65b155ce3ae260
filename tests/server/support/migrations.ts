import { areas } from '../../../server/areas.ts';
import { migrationsOf } from '../../../server/platform/db/migrate.ts';

/** All migrations of the cash loan. */
export const migrations = migrationsOf(areas);
