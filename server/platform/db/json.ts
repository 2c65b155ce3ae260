import { sql, type RawBuilder } from 'kysely';

/** Encodes a value for a jsonb column. pg would send an array as a PostgreSQL array; text works with every driver. */
export const json = (value: unknown): RawBuilder<string> => sql<string>`${JSON.stringify(value)}::text::jsonb`;
