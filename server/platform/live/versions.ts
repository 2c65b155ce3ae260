import { sql } from 'kysely';
import type { StaffRole } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import { hasStaffSession } from '../staff/sessions.ts';

interface Now {
  /** How often each counted topic has changed. */
  versions: ReadonlyMap<string, number>;
  /** Role of each session that has not ended, by session id. */
  roles: ReadonlyMap<string, StaffRole>;
}

/**
 * Everything that a node's streams need to know, in one statement.
 *
 * @param sessions hexadecimal hashes of their tokens
 */
export async function readNow({ db, clock }: Pick<Deps, 'db' | 'clock'>, sessions: readonly string[]): Promise<Now> {
  const { rows } = await sql<{ topic: string | null; version: number | null; session: string | null; role: StaffRole | null }>`
    select topic, sum(version)::float8 as version, null as session, null as role from topic_versions group by topic
    union all
    select null, null, encode(token_hash, 'hex'), staff.role from staff_sessions join staff on staff.id = staff_sessions.staff_id
    where token_hash in (select decode(session, 'hex') from unnest(${sessions}::text[]) as session) and ${hasStaffSession(clock.now())}
  `.execute(db);
  return {
    versions: new Map(rows.flatMap(({ topic, version }) => (topic === null || version === null ? [] : [[topic, version] as const]))),
    roles: new Map(rows.flatMap(({ session, role }) => (session === null || role === null ? [] : [[session, role] as const]))),
  };
}

/** Merges the counts of database processes that are gone. No version decreases. */
export const sumUpVersions: JobHandler = {
  kind: 'live.versions',
  everySeconds: 3600,
  run: async ({ db }) => {
    await sql`with gone as (
        delete from topic_versions where (topic, backend) in (
          select topic, backend from topic_versions where backend <> 0 and changed_at < now() - interval '1 day' for update skip locked
        ) returning topic, version
      )
      insert into topic_versions (topic, backend, version, changed_at) select topic, 0, sum(version), now() from gone group by topic
      on conflict (topic, backend) do update set version = topic_versions.version + excluded.version`.execute(db);
  },
};
