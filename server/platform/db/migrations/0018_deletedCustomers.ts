import { sql, type Kysely } from 'kysely';

/**
 * No table accepts a row for a deleted customer, whoever writes it. The trigger waits for a concurrent deletion: either the row was there
 * first and the deletion removes it, or the row is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function refuse_deleted_customer() returns trigger language plpgsql as $$
        declare gone timestamptz;
        begin
          select deleted_at into gone from customers where id = new.customer_id for key share;
          if gone is not null then
            raise exception 'customer % was deleted', new.customer_id using errcode = 'HK001';
          end if;
          return new;
        end $$`,
    )
    .execute(db);
  await refuseDeletedCustomers(db, tables);
}

/** Guards tables with a `customer_id`. */
export async function refuseDeletedCustomers(db: Kysely<unknown>, guarded: readonly string[]): Promise<void> {
  for (const table of guarded) {
    await sql
      .raw(`create trigger ${table}_of_living before insert on ${table} for each row execute function refuse_deleted_customer()`)
      .execute(db);
  }
}

const tables = [
  'activity_reads',
  'blind_indexes',
  'consents',
  'customer_devices',
  'data_keys',
  'feedback',
  'files',
  'flow_states',
  'idempotency_keys',
  'messages',
  'promotions',
  'sessions',
  'social_attempts',
  'social_links',
  'upload_quotas',
];
