import { sql } from 'kysely';
import type { Conflict, Side } from '../../contract/staff/studio.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { fail } from '../problem.ts';
import { changeRow, openChange, textHash } from './changes.ts';
import { voiding } from './voided.ts';
import { assertMayEdit } from './folders.ts';
import { mergeTexts } from './merge.ts';
import { activeHash, sourcesOf } from './releases.ts';
import { dropOldSaves } from './save.ts';

/**
 * Moves a change onto the active release by merging each edited file with that release's version.
 *
 * @param settle resolves the conflicts with the active release that has the hash `onto`; while one remains, nothing changes
 */
export async function rebaseChange(
  deps: Deps,
  staff: StaffSession,
  { id, settle }: { id: string; settle?: { onto: string; keep: readonly Side[] } },
): Promise<{ state: 'current' | 'rebased' | 'conflict'; onto: string; conflicts: Conflict[] }> {
  const { application, base_hash } = await changeRow(deps.db, id);
  const target = await activeHash(deps, application);
  const [base, theirs] = await Promise.all([sourcesOf(deps, base_hash), sourcesOf(deps, target)]);
  return deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    if (target === change.base_hash) return { state: 'current', onto: target, conflicts: [] };
    if (change.base_hash !== base_hash) fail('editedJustNow');
    const edited = await tx.selectFrom('change_files').select(['path', 'text']).where('change_id', '=', id).orderBy('path').execute();
    const keep = settle?.onto === target ? [...settle.keep] : undefined;
    const merged = edited.map(({ path, text: mine }) => {
      const sides = { base: base.get(path) ?? null, mine, theirs: theirs.get(path) ?? null };
      const open = mergeTexts(path, sides);
      return { path, ...(keep ? mergeTexts(path, sides, keep.splice(0, open.conflicts.length)) : open) };
    });
    const conflicts = merged.flatMap((each) => each.conflicts);
    if (conflicts.length > 0) return { state: 'conflict', onto: target, conflicts };
    await voiding(tx, deps, { id, actor: staff.actor }, async () => {
      const saved_at = deps.clock.now();
      await keepBase(tx, { id, base, theirs, by: staff.id, at: saved_at });
      for (const { path, text } of merged) {
        assertMayEdit(deps, staff.role, path);
        const row = { change_id: id, path, text, hash: textHash(text), saved_by: staff.id, saved_at };
        if (text === (theirs.get(path) ?? null))
          await tx.deleteFrom('change_files').where('change_id', '=', id).where('path', '=', path).execute();
        else await tx.updateTable('change_files').set(row).where('change_id', '=', id).where('path', '=', path).execute();
        await tx
          .insertInto('change_saves')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      await tx
        .updateTable('changes')
        .set((eb) => ({ base_hash: target, revision: eb('revision', '+', 1), updated_at: saved_at, state: 'open' }))
        .where('id', '=', id)
        .execute();
      await tx
        .insertInto('change_authors')
        .values({ change_id: id, staff_id: staff.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await audit(tx, deps, {
        actor: staff.actor,
        action: 'change.rebased',
        subject: `change:${id}`,
        detail: { from: change.base_hash, to: target },
      });
    });
    return { state: 'rebased', onto: target, conflicts: [] };
  });
}

interface Left {
  id: string;
  base: ReadonlyMap<string, string>;
  theirs: ReadonlyMap<string, string>;
  by: string;
  at: Date;
}

/** Keeps the old base texts as merge ancestors, for people who opened a file before the rebase and save it afterwards. */
async function keepBase(tx: Tx, { id, base, theirs, by, at }: Left): Promise<void> {
  const paths = [...new Set([...base.keys(), ...theirs.keys()])].filter((path) => base.get(path) !== theirs.get(path));
  const texts = paths.map((path) => base.get(path) ?? null);
  await sql`
    insert into change_saves (change_id, path, hash, text, saved_by, saved_at)
    select ${id}, path, hash, text, ${by}, ${at}::timestamptz
    from unnest(${paths}::text[], ${texts.map(textHash)}::text[], ${texts}::text[]) as left_behind (path, hash, text)
    on conflict (change_id, path, hash) do update set saved_at = excluded.saved_at`.execute(tx);
  await dropOldSaves(tx, id, paths);
}
