import { sql, type Kysely } from 'kysely';

/** Devices that a customer has logged in from. A login on any other device triggers a notification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table customer_devices (
    customer_id text not null references customers,
    device_hash bytea not null,
    first_used_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (customer_id, device_hash)
  )`,
  `create index customer_devices_age on customer_devices (last_used_at)`,
];
