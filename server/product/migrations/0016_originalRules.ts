import { sql, type Kysely } from 'kysely';

/**
 * Loans that were agreed to before keep the rules they were booked by (`server/lending/rules.ts`): replayed under others, their
 * postings would no longer come to what their journals say. The hash of what was disclosed does not cover this mark.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update loans set terms = terms || '{"rules": "original"}'::jsonb where state <> 'disclosed'`.execute(db);
}
