import { sql, type Kysely } from 'kysely';

/** Settings now name their time zone and currency. Stored releases get the values that the code used to assume. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update releases
    set manifest = jsonb_set(manifest, '{settings}', '{"timeZone": "Asia/Manila", "currency": "PHP"}'::jsonb || (manifest -> 'settings'))
    where jsonb_typeof(manifest -> 'settings') = 'object'`.execute(db);
}
