import { sql, type Kysely } from 'kysely';

/** Settings name their time zone and currency. Releases that were stored before get those that the code assumed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update releases
    set manifest = jsonb_set(manifest, '{settings}', '{"timeZone": "Asia/Manila", "currency": "PHP"}'::jsonb || (manifest -> 'settings'))
    where jsonb_typeof(manifest -> 'settings') = 'object'`.execute(db);
}
