import { sql, type Kysely } from 'kysely';

/** Counts uploads before they are read. Photos of the day before the upgrade count as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table upload_quotas (
        customer_id text primary key references customers (id),
        slots jsonb not null
      );
      insert into upload_quotas (customer_id, slots)
      select customer_id, jsonb_object_agg(id, (extract(epoch from created_at) * 1000)::bigint + 86400000)
      from files where created_at > now() - interval '1 day' group by customer_id`,
    )
    .execute(db);
}
