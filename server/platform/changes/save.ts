import { sql } from 'kysely';
import type { Conflict, Side } from '../../contract/staff/studio.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { openChange, textHash } from './changes.ts';
import { textsOf } from './files.ts';
import { voiding } from './voided.ts';
import { assertMayEdit } from './folders.ts';
import { mergeTexts } from './merge.ts';
import { sourcesOf } from './releases.ts';

/** Maximum number of files that one change edits, and of those that it adds, including reverted ones. */
const mostFiles = 500;
/** Number of earlier texts to keep of each file, as merge ancestors. */
const keptSaves = 200;

interface Save {
  id: string;
  path: string;
  /** Hash of the text that the editor started from. */
  basedOn: string;
  /** Null removes the file. */
  text: string | null;
  /** Resolves the conflicts with the stored text that has the hash `onto`. */
  settle?: { onto: string; keep: readonly Side[] };
}

interface Saved {
  state: 'saved' | 'merged' | 'conflict';
  text: string | null;
  hash: string;
  conflicts: Conflict[];
}

/**
 * Saves a file of a change. If the stored text is no longer the one that the editor started from, merges both edits with their common
 * ancestor. If they conflict, stores nothing and returns the conflicts with the stored text.
 */
export async function saveFile(deps: Deps, staff: StaffSession, { id, path, basedOn, text: mine, settle }: Save): Promise<Saved> {
  assertMayEdit(deps, staff.role, path);
  return deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    const { before, text: theirs } = await textsOf(tx, change, path);
    const isCurrent = textHash(theirs) === basedOn;
    const { text, conflicts } = isCurrent
      ? { text: mine, conflicts: [] }
      : mergeTexts(
          path,
          { base: await ancestor(tx, { id, path, basedOn, before }), mine, theirs },
          // If somebody has saved since the conflicts were shown, show the new ones instead.
          settle?.onto === textHash(theirs) ? settle.keep : undefined,
        );
    if (conflicts.length > 0) return { state: 'conflict', text: theirs, hash: textHash(theirs), conflicts };
    if (text !== theirs)
      await voiding(tx, deps, { id, actor: staff.actor }, () =>
        storeFile(tx, deps, staff, { id, base: change.base_hash, path, text, theirs, before }),
      );
    return { state: text === mine ? 'saved' : 'merged', text, hash: textHash(text), conflicts: [] };
  });
}

/** Restores a file to its text in the base. */
export async function revertFile(deps: Deps, staff: StaffSession, { id, path }: { id: string; path: string }): Promise<{ state: string }> {
  assertMayEdit(deps, staff.role, path);
  return deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    const { before, text } = await textsOf(tx, change, path);
    if (before !== text)
      await voiding(tx, deps, { id, actor: staff.actor }, () =>
        storeFile(tx, deps, staff, { id, base: change.base_hash, path, text: before, theirs: text, before }),
      );
    return { state: 'reverted' };
  });
}

/** The text that a save is based on. Refuses with `versionLost` if it is unknown, because then nobody can tell what the editor changed. */
async function ancestor(tx: Tx, { id, path, basedOn, before }: { id: string; path: string; basedOn: string; before: string | null }) {
  if (textHash(before) === basedOn) return before;
  const saved = await tx
    .selectFrom('change_saves')
    .select('text')
    .where('change_id', '=', id)
    .where('path', '=', path)
    .where('hash', '=', basedOn)
    .executeTakeFirst();
  return saved ? saved.text : fail('versionLost');
}

interface Stored {
  id: string;
  /** Hash of the release that the change is based on. */
  base: string;
  path: string;
  text: string | null;
  /** The text stored so far. */
  theirs: string | null;
  before: string | null;
}

async function storeFile(tx: Tx, deps: Deps, staff: StaffSession, { id, base, path, text, theirs, before }: Stored): Promise<void> {
  const saved_at = deps.clock.now();
  const row = { change_id: id, path, text, hash: textHash(text), saved_by: staff.id, saved_at };
  const former = { ...row, text: theirs, hash: textHash(theirs) };
  await tx
    .insertInto('change_saves')
    .values(former.hash === row.hash ? [row] : [former, row])
    .onConflict((conflict) => conflict.columns(['change_id', 'path', 'hash']).doUpdateSet({ saved_at }))
    .execute();
  await dropOldSaves(tx, id, [path]);
  if (text === before) await tx.deleteFrom('change_files').where('change_id', '=', id).where('path', '=', path).execute();
  else {
    await tx
      .insertInto('change_files')
      .values(row)
      .onConflict((conflict) => conflict.columns(['change_id', 'path']).doUpdateSet({ text, hash: row.hash, saved_by: staff.id, saved_at }))
      .execute();
    await assertRoom(tx, id, before === null ? [...(await sourcesOf({ db: tx }, base)).keys()] : undefined);
  }
  await tx
    .updateTable('changes')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_at: saved_at, state: 'open' }))
    .where('id', '=', id)
    .execute();
  const author = await tx
    .insertInto('change_authors')
    .values({ change_id: id, staff_id: staff.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('staff_id')
    .executeTakeFirst();
  // Auditing each save would flood the log. The change itself keeps its saves, and the approval names the content.
  if (author) await audit(tx, deps, { actor: staff.actor, action: 'change.joined', subject: `change:${id}`, detail: { path } });
}

/**
 * Refuses with `filesFull` if the change edits too many files. Give the paths of the base if the change adds a file: an added file keeps
 * its saves after it is reverted, so it still counts.
 */
async function assertRoom(tx: Tx, id: string, base: readonly string[] | undefined): Promise<void> {
  const added = sql`select path from change_saves where change_id = ${id} except select unnest(${base}::text[])`;
  const { rows } = await sql<{ count: number }>`
    select greatest(
      (select count(*) from change_files where change_id = ${id}),
      ${base ? sql`(select count(*) from (${added}) as added)` : sql`0`}
    )::int as count`.execute(tx);
  if ((rows[0]?.count ?? 0) > mostFiles) fail('filesFull', { params: { most: mostFiles } });
}

/** Keeps only the newest saves of each file. */
export async function dropOldSaves(tx: Tx, id: string, paths: readonly string[]): Promise<void> {
  await sql`
    delete from change_saves using (
      select path, hash, row_number() over (partition by path order by saved_at desc) as place
      from change_saves where change_id = ${id} and path = any(${[...paths]}::text[])
    ) newest
    where change_id = ${id} and change_saves.path = newest.path and change_saves.hash = newest.hash and place > ${keptSaves}`.execute(tx);
}
