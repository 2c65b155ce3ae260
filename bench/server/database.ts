import pg from 'pg';

/** Names the server's database from the environment; for PostgreSQL, also how durable a commit is. */
export async function databaseInWords(): Promise<string> {
  const url = process.env['DATABASE_URL'];
  if (!url) return 'embedded database';
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ words: string }>(
    `select format('PostgreSQL %s, fsync %s, synchronous_commit %s', current_setting('server_version'), current_setting('fsync'),
       current_setting('synchronous_commit')) as words`,
  );
  await client.end();
  return rows[0]?.words ?? 'PostgreSQL';
}
