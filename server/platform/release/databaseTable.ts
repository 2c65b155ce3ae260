import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Part } from '../../../engine/compiler/types.ts';
import { json } from '../db/json.ts';
import { ownBytes } from '../ownBytes.ts';
import { mainApplication } from '../project.ts';
import { compressPart } from './compress.ts';
import type { ActiveReleaseRow, ReleaseTables } from './table.ts';
import type { ActivationKind, OpenRollout, RecordedPolicy, ReleaseTable, StoredPart } from './types.ts';

const partsPerInsert = 50;

interface DatabaseReleaseOptions {
  /** The application whose active release it tracks; the main one by default. Applications share stored releases and parts. */
  application?: string | undefined;
  /** Compresses a new part; by default at the best ratio, since it is served for years. */
  compress?: (part: Part) => Promise<StoredPart>;
}

/** The release table in the database, shared by all nodes and the command line. */
export function databaseReleases<Tables extends ReleaseTables>(
  anyDb: Kysely<Tables>,
  { application = mainApplication, compress = compressPart }: DatabaseReleaseOptions = {},
): ReleaseTable {
  // Kysely is invariant in its tables. These functions use only the three of ReleaseTables.
  const db = anyDb as unknown as Kysely<ReleaseTables>;
  /** History of active releases, newest first. */
  const moves = () => db.selectFrom('active_releases').where('application', '=', application).select('hash').orderBy('id', 'desc');
  return {
    activeHash: async () => (await moves().limit(1).executeTakeFirst())?.hash,
    openRollout: () => openRollout(db, application),
    activeKind: async () => (await moves().select('kind').limit(1).executeTakeFirst())?.kind,
    async previousHash() {
      const [active] = await moves().limit(1).execute();
      const before = active && (await moves().where('hash', '!=', active.hash).limit(1).executeTakeFirst());
      return before?.hash;
    },
    async load(hash) {
      const row = await db.selectFrom('releases').select(['manifest', 'part_names', 'sources']).where('hash', '=', hash).executeTakeFirst();
      return row && { manifest: row.manifest, parts: row.part_names, sources: row.sources };
    },
    async part(name) {
      const row = await db.selectFrom('release_parts').selectAll().where('name', '=', name).executeTakeFirst();
      return row && { ...row, brotli: ownBytes(row.brotli), gzip: ownBytes(row.gzip) };
    },
    async save(release, by) {
      const stored = await db.selectFrom('releases').select('hash').where('hash', '=', release.hash).executeTakeFirst();
      if (stored) return;
      const parts = await compressNew(db, [...release.parts.values()], compress);
      await db.transaction().execute(async (tx) => {
        await insertParts(tx, parts);
        await tx
          .insertInto('releases')
          .values({
            hash: release.hash,
            manifest: json(release.manifest),
            part_names: json([...release.parts.keys()]),
            sources: json([...release.sources]),
            created_by: by,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
    async policySince(hash) {
      const last = db
        .selectFrom('active_releases')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('application', '=', application)
        .where('hash', '=', hash);
      // A release that was only rolled out can have answers from the time of its rollout.
      const rolled = db
        .selectFrom('rollouts')
        .select((eb) => eb.fn.max('basis').as('id'))
        .where('hash', '=', hash);
      const rows = await moves()
        .select('carry_over')
        .where('carry_over', 'is not', null)
        .where((eb) => eb('id', '>', eb.fn.coalesce(last, rolled, eb.lit(0))))
        .execute();
      const said = new Set(rows.map((row) => row.carry_over));
      return said.has('restart') ? 'restart' : said.has('pin') ? 'pin' : undefined;
    },
    async activate(hash, by, kind, policy) {
      const known = await db.selectFrom('releases').select('hash').where('hash', '=', hash).executeTakeFirst();
      if (!known) throw new Error(`release ${hash}: not stored here. \`hakbang publish\` stores one.`);
      const moved = await moveActive(db, { application, hash, kind, by, policy });
      if (!moved) throw new Error('Another release became active at the same moment.');
    },
  };
}

async function openRollout(db: Kysely<ReleaseTables>, application: string): Promise<OpenRollout | undefined> {
  const row = await db
    .selectFrom('rollouts')
    .selectAll()
    .where('application', '=', application)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, hash, base_hash: base, salt, state, stages, stage, round, carry_over: policy } = row;
  return { id, hash, base, salt, round, isRunning: state === 'running', percent: stages[stage]?.percent ?? 0, ...(policy && { policy }) };
}

export interface Move {
  application: string;
  hash: string;
  kind: ActivationKind;
  by: string;
  at?: Date;
  policy?: RecordedPolicy | undefined;
  /** Moves only if this release is still active. Its `hash` is undefined if none is expected to be. */
  from?: { hash: string | undefined };
  authority?: Selectable<ActiveReleaseRow>['authority'] | undefined;
  change?: string | undefined;
  reason?: string | undefined;
}

/**
 * Makes a stored release the active one.
 *
 * @returns false if another release became active first
 */
export async function moveActive<Tables extends ReleaseTables>(
  db: Kysely<Tables>,
  { application, hash, kind, by, at, policy, from, authority, change, reason }: Move,
): Promise<boolean> {
  // A single statement reads the last row and inserts its successor. A concurrent insert with the same predecessor
  // loses against the unique index active_releases_one_next.
  const { rows } = await sql`
    insert into active_releases (application, hash, kind, moved_by, moved_at, carry_over, authority, change_id, reason, previous)
    select ${application}, ${hash}, ${kind}, ${by}, coalesce(${at ?? null}::timestamptz, now()), ${policy ?? null}, ${authority ?? null}, ${change ?? null},
      ${reason ?? null}, coalesce(last.id, 0)
    from (select 1) one
      left join lateral (select id, hash from active_releases where application = ${application} order by id desc limit 1) last on true
    where ${from === undefined} or last.hash is not distinct from ${from?.hash ?? null}
    on conflict (application, previous) do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Compresses new parts only. Most parts already exist in the previous release. */
async function compressNew(db: Kysely<ReleaseTables>, parts: Part[], compress: (part: Part) => Promise<StoredPart>) {
  const known = new Set((await db.selectFrom('release_parts').select('name').execute()).map(({ name }) => name));
  return Promise.all(parts.filter(({ name }) => !known.has(name)).map((part) => compress(part)));
}

async function insertParts(tx: Transaction<ReleaseTables>, parts: Awaited<ReturnType<typeof compressNew>>) {
  for (let from = 0; from < parts.length; from += partsPerInsert) {
    await tx
      .insertInto('release_parts')
      .values(parts.slice(from, from + partsPerInsert))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
