import { sql, type Kysely } from 'kysely';

/**
 * Existing loans keep the rules under which they were booked (`server/lending/rules.ts`). Under other rules, a replay of their postings
 * would no longer match their journals. The hash of the disclosure does not cover this mark.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update loans set terms = terms || '{"rules": "original"}'::jsonb where state <> 'disclosed'`.execute(db);
}
