import { sql, type RawBuilder } from 'kysely';

/** A value for a jsonb column. Drivers disagree on arrays (pg sends them as PostgreSQL arrays), text works for both. */
export const json = (value: unknown): RawBuilder<string> => sql<string>`${JSON.stringify(value)}::text::jsonb`;
