import { sql } from 'kysely';
import type { Comment } from '../../contract/staff/comments.ts';
import { audit } from '../audit/audit.ts';
import { changeRow, openChange } from '../changes/changes.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import type { StaffSession } from '../staff/sessions.ts';

/** Maximum number of comments and replies on a change. */
const mostComments = 500;

/** The comments on a change with their replies, open ones first. */
export async function commentsOf({ db }: Deps, id: string): Promise<{ comments: Comment[]; open: number }> {
  await changeRow(db, id);
  const rows = await db
    .selectFrom('change_comments')
    .innerJoin('staff as writer', 'writer.id', 'written_by')
    .leftJoin('staff as resolver', 'resolver.id', 'resolved_by')
    .selectAll('change_comments')
    .select(['writer.name as who', 'resolver.name as resolver'])
    .where('change_id', '=', id)
    .orderBy('number')
    .limit(mostComments)
    .execute();
  const said = ({ id: comment, text, who, written_at }: (typeof rows)[number]) => ({
    id: comment,
    text,
    who,
    at: written_at.toISOString(),
  });
  const comments = rows
    .filter(({ answers }) => answers === null)
    .map((row) => ({
      ...said(row),
      ...(row.file !== null && { file: row.file }),
      ...(row.pointer !== null && { pointer: row.pointer }),
      replies: rows.filter(({ answers }) => answers === row.id).map(said),
      isResolved: row.resolved_at !== null,
      ...(row.resolver !== null && { resolvedBy: row.resolver }),
    }))
    .toSorted((one, other) => Number(one.isResolved) - Number(other.isResolved));
  return { comments, open: comments.filter(({ isResolved }) => !isResolved).length };
}

interface NewComment {
  id: string;
  text: string;
  file?: string;
  pointer?: string;
  answers?: string;
}

/** Stores a comment on a change or on a place in it, or a reply to a comment. Leaves the change and its approvals as they are. */
export async function writeComment(
  deps: Deps,
  staff: StaffSession,
  { id, text, file, pointer, answers }: NewComment,
): Promise<{ id: string }> {
  if (answers !== undefined && (file !== undefined || pointer !== undefined))
    fail('badRequest', { problems: [{ code: 'not', path: '/file' }] });
  if (pointer !== undefined && file === undefined) fail('badRequest', { problems: [{ code: 'required', path: '/file' }] });
  const comment = uuidV7(deps.clock, deps.random);
  await deps.db.transaction().execute(async (tx) => {
    // Locks the change, so that concurrent comments are counted one after another.
    await openChange(tx, id);
    if (answers !== undefined) {
      const asked = await tx
        .selectFrom('change_comments')
        .select('id')
        .where('id', '=', answers)
        .where('change_id', '=', id)
        .where('answers', 'is', null)
        .executeTakeFirst();
      if (!asked) fail('notFound');
    }
    const { rows } = await sql`
      insert into change_comments (id, change_id, answers, file, pointer, text, written_by, written_at)
      select ${comment}, ${id}, ${answers ?? null}, ${file ?? null}, ${pointer ?? null}, ${text.trim()}, ${staff.id}, ${deps.clock.now()}
      where (select count(*) from change_comments where change_id = ${id}) < ${mostComments} returning id`.execute(tx);
    if (rows.length === 0) fail('commentsFull', { params: { most: mostComments } });
    const detail = { comment, ...(answers !== undefined && { answers }), ...(file !== undefined && { file }), ...(pointer && { pointer }) };
    await audit(tx, deps, { actor: staff.actor, action: 'change.commented', subject: `change:${id}`, detail });
  });
  return { id: comment };
}

interface Resolution {
  id: string;
  comment: string;
  isResolved: boolean;
}

/** Resolves a comment or reopens it. Of two concurrent requests, the second is refused. */
export async function resolveComment(deps: Deps, staff: StaffSession, { id, comment, isResolved }: Resolution): Promise<{ state: string }> {
  await deps.db.transaction().execute(async (tx) => {
    await openChange(tx, id);
    const known = await tx
      .selectFrom('change_comments')
      .select('id')
      .where('id', '=', comment)
      .where('change_id', '=', id)
      .where('answers', 'is', null)
      .executeTakeFirst();
    if (!known) fail('notFound');
    const moved = await tx
      .updateTable('change_comments')
      .set(isResolved ? { resolved_by: staff.id, resolved_at: deps.clock.now() } : { resolved_by: null, resolved_at: null })
      .where('id', '=', comment)
      .where('resolved_at', isResolved ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!moved) fail('commentMoved');
    const action = isResolved ? 'change.commentResolved' : 'change.commentReopened';
    await audit(tx, deps, { actor: staff.actor, action, subject: `change:${id}`, detail: { comment } });
  });
  return { state: isResolved ? 'resolved' : 'open' };
}
