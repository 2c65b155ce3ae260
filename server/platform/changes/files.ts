import type { Selectable } from 'kysely';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import type { ChangedFile } from '../../contract/staff/studio.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { addSeconds } from '../time.ts';
import { changeRow, textHash } from './changes.ts';
import { withEdits } from './compiling/edits.ts';
import type { FileEdit } from './compiling/messages.ts';
import { mayEdit } from './folders.ts';
import { sourcesOf } from './releases.ts';
import type { ChangeRow } from './table.ts';

const editsOf = (db: Db | Tx, id: string): Promise<FileEdit[]> =>
  db.selectFrom('change_files').select(['path', 'text']).where('change_id', '=', id).execute();

/** A change with the files of its base and its current files. */
export interface ChangeSources {
  application: string;
  baseHash: string;
  revision: number;
  before: readonly SourceFile[];
  edits: readonly FileEdit[];
  /** All current files, sorted by path. Assembled when they are first read, because many callers need only the edits. */
  readonly after: readonly SourceFile[];
}

/** Reads a change with all its files in one snapshot. */
export async function changeSources(deps: Pick<Deps, 'db'>, id: string): Promise<ChangeSources> {
  const { change, edited } = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({ change: await changeRow(tx, id), edited: await editsOf(tx, id) }));
  const before = filesOfBase(await sourcesOf(deps, change.base_hash));
  let after: readonly SourceFile[] | undefined;
  return {
    application: change.application,
    baseHash: change.base_hash,
    revision: change.revision,
    before,
    edits: edited,
    get after() {
      return (after ??= withEdits(before, edited).toSorted(byPath));
    },
  };
}

const listed = new WeakMap<ReadonlyMap<string, string>, readonly SourceFile[]>();

/** The files of a stored release, cached because a release is immutable. */
function filesOfBase(base: ReadonlyMap<string, string>): readonly SourceFile[] {
  const files = listed.get(base) ?? filesOf(base);
  listed.set(base, files);
  return files;
}

export const filesOf = (texts: ReadonlyMap<string, string>): SourceFile[] =>
  [...texts].map(([path, text]) => ({ path, text })).toSorted(byPath);

const byPath = (one: SourceFile, other: SourceFile): number => (one.path < other.path ? -1 : 1);

/** Every file of the configuration in the change, sorted by path. Includes removed ones. */
export async function listFiles(deps: Deps, id: string): Promise<{ files: ChangedFile[] }> {
  const change = await changeRow(deps.db, id);
  const [base, edited] = await Promise.all([
    sourcesOf(deps, change.base_hash),
    deps.db
      .selectFrom('change_files')
      .innerJoin('staff', 'staff.id', 'change_files.saved_by')
      .select(['path', 'saved_at', 'staff.name'])
      .select((eb) => eb('text', 'is', null).as('isRemoved'))
      .where('change_id', '=', id)
      .execute(),
  ]);
  const files = new Map<string, ChangedFile>([...base.keys()].map((path) => [path, { path, state: 'same' }]));
  for (const { path, saved_at, name, isRemoved } of edited) {
    const state = isRemoved ? 'removed' : base.has(path) ? 'edited' : 'added';
    files.set(path, { path, state, savedBy: name, savedAt: saved_at.toISOString() });
  }
  return { files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** The text of every existing file in a change, and whether the caller may edit it. */
export async function listTexts(deps: Deps, { role }: StaffSession, id: string) {
  const { state } = await changeRow(deps.db, id);
  const { after } = await changeSources(deps, id);
  const files = after.map(({ path, text }) => ({
    path,
    text,
    hash: textHash(text),
    mayEdit: isEditable(state) && mayEdit(deps, role, path),
  }));
  return { files, absent: textHash(null) };
}

const isEditable = (state: Selectable<ChangeRow>['state']): boolean => state === 'open' || state === 'sent';

/** The current text of a file, and its text in the base. */
export async function textsOf(db: Db, { id, base_hash }: { id: string; base_hash: string }, path: string) {
  const base = (await sourcesOf({ db }, base_hash)).get(path) ?? null;
  const edited = await db.selectFrom('change_files').select('text').where('change_id', '=', id).where('path', '=', path).executeTakeFirst();
  return { before: base, text: edited ? edited.text : base };
}

/** Duration of a lease on an open file. Others see the holder, and opening the file again renews it. */
const leaseSeconds = 90;

/** Opens a file: its text, who else has it open, and whether the caller may edit it. */
export async function openFile(deps: Deps, staff: StaffSession, { id, path }: { id: string; path: string }) {
  const change = await changeRow(deps.db, id);
  const { before, text } = await textsOf(deps.db, change, path);
  const now = deps.clock.now();
  const may = isEditable(change.state) && mayEdit(deps, staff.role, path);
  // A path where nothing exists could be any text, and each lease is a row.
  if (may && (before !== null || text !== null))
    await holdLease(deps, { change_id: id, path, staff_id: staff.id, until: addSeconds(now, leaseSeconds) });
  const others = await deps.db
    .selectFrom('change_leases')
    .innerJoin('staff', 'staff.id', 'change_leases.staff_id')
    .select('staff.name')
    .where('change_id', '=', id)
    .where('path', '=', path)
    .where('until', '>', now)
    .where('staff.id', '!=', staff.id)
    .orderBy('staff.name')
    .execute();
  return { text, before, hash: textHash(text), mayEdit: may, editors: others.map(({ name }) => name) };
}

async function holdLease({ db }: Deps, lease: { change_id: string; path: string; staff_id: string; until: Date }): Promise<void> {
  await db
    .insertInto('change_leases')
    .values(lease)
    .onConflict((conflict) => conflict.columns(['change_id', 'path', 'staff_id']).doUpdateSet({ until: lease.until }))
    .execute();
}
