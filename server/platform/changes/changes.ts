import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { changeStates, ProductChange } from '../../contract/staff/studio.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { storedCauses } from './causes.ts';
import { hasSeenTour } from './tour.ts';
import { isMoment } from '../page.ts';
import { fail } from '../problem.ts';
import { mainApplication } from '../project.ts';
import { uuidV7 } from '../random.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { voiding } from './voided.ts';
import { activeHash, releasesOf } from './releases.ts';
import type { ChangeRow } from './table.ts';

/** Maximum number of changes that are open or sent at a time. */
const mostOpen = 200;
const pageSize = 50;

/** Hash of a file's text. A save names the text that it is based on by this hash. */
export const textHash = (text: string | null): string =>
  createHash('sha256')
    .update(text === null ? '\0' : `=${text}`)
    .digest('hex')
    .slice(0, 32);

/** Locks a change whose files may be edited, so that its saves happen one after another. Refuses with `changeClosed` otherwise. */
export const openChange = async (tx: Tx, id: string): Promise<Selectable<ChangeRow>> => assertOpen(await lockChange(tx, id));

const lockChange = async (tx: Tx, id: string): Promise<Selectable<ChangeRow>> =>
  (await tx.selectFrom('changes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? fail('notFound');

function assertOpen(change: Selectable<ChangeRow>): Selectable<ChangeRow> {
  if (change.state !== 'open' && change.state !== 'sent') fail('changeClosed');
  return change;
}

/** Locks a change under review. A change whose release is being rolled out counts as well. */
export async function reviewedChange(tx: Tx, id: string): Promise<Selectable<ChangeRow>> {
  const change = await lockChange(tx, id);
  return change.state === 'rolling' ? change : assertOpen(change);
}

export const changeRow = async (db: Db | Tx, id: string): Promise<Selectable<ChangeRow>> =>
  (await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');

const views = (db: Db | Tx) =>
  db
    .selectFrom('changes')
    .innerJoin('staff', 'staff.id', 'changes.created_by')
    .selectAll('changes')
    .select('staff.name as author')
    .select((eb) => [
      eb
        .selectFrom('change_files')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('change_id', '=', 'changes.id')
        .as('files'),
      eb
        .selectFrom('change_authors')
        .innerJoin('staff as writer', 'writer.id', 'change_authors.staff_id')
        .select(sql<string[]>`coalesce(array_agg(writer.name order by writer.name), '{}')`.as('names'))
        .whereRef('change_id', '=', 'changes.id')
        .as('authors'),
      eb
        .selectFrom('change_authors')
        .select(sql<string[]>`coalesce(array_agg(staff_id), '{}')`.as('ids'))
        .whereRef('change_id', '=', 'changes.id')
        .as('author_ids'),
    ]);

type ViewRow = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>;

const isAuthor = (row: ViewRow, reader: string): boolean => row.created_by === reader || (row.author_ids ?? []).includes(reader);

/** Whether the reader should learn that the change was not published: its authors and the person who scheduled it should. */
const concerns = (row: ViewRow, reader: string): boolean =>
  (row.state === 'open' || row.state === 'sent') && (row.failed_for === reader || isAuthor(row, reader));

function viewOf(deps: Deps, { id: reader }: StaffSession, row: ViewRow): ProductChange {
  return {
    id: row.id,
    title: row.title,
    application: row.application,
    state: row.state,
    author: row.author,
    authors: row.authors ?? [],
    isMine: isAuthor(row, reader),
    baseHash: row.base_hash,
    isStale: row.state !== 'published' && row.base_hash !== releasesOf(deps, row.application).active().hash,
    revision: row.revision,
    files: Number(row.files),
    ...(row.failed_at !== null && concerns(row, reader) && { notPublished: storedCauses(row.failed_causes, row.failed_why) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function changeOf(deps: Deps, staff: StaffSession, id: string): Promise<ProductChange> {
  return viewOf(deps, staff, (await views(deps.db).where('changes.id', '=', id).executeTakeFirst()) ?? fail('notFound'));
}

interface Listing {
  state?: (typeof changeStates)[number] | '';
  whose?: 'mine' | '';
  /** Cursor: `<updated>|<id>` of the last row of the previous page. Empty for the first page. */
  before?: string;
}

/** The application of the change that this person began last. */
const lastApplication = async (db: Deps['db'], staff: StaffSession): Promise<string | undefined> =>
  (
    await db
      .selectFrom('changes')
      .select('application')
      .where('created_by', '=', staff.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.application;

/** Lists changes, the most recently edited first. */
export async function listChanges(deps: Deps, staff: StaffSession, { state, whose, before }: Listing) {
  const [time = '', id = ''] = before?.split('|') ?? [];
  if (before && !isMoment(time)) fail('badRequest', { problems: [{ code: 'format', path: '/before' }] });
  const rows = await views(deps.db)
    .$if(Boolean(state), (query) => query.where('changes.state', '=', state as ChangeRow['state']))
    .$if(!state, (query) => query.where('changes.state', '!=', 'abandoned'))
    .$if(whose === 'mine', (query) =>
      query.where((eb) =>
        eb.or([
          eb('changes.created_by', '=', staff.id),
          eb.exists(
            eb.selectFrom('change_authors').select('staff_id').whereRef('change_id', '=', 'changes.id').where('staff_id', '=', staff.id),
          ),
        ]),
      ),
    )
    .$if(Boolean(before), (query) =>
      query.where((eb) => eb(eb.refTuple('changes.updated_at', 'changes.id'), '<', eb.tuple(new Date(time), id))),
    )
    .orderBy('changes.updated_at', 'desc')
    .orderBy('changes.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const [application, seenTour] = await Promise.all([lastApplication(deps.db, staff), hasSeenTour(deps, staff)]);
  return {
    changes: shown.map((row) => viewOf(deps, staff, row)),
    seenTour,
    ...(application !== undefined && { lastApplication: application }),
    ...(rows.length > pageSize && last && { next: `${last.updated_at.toISOString()}|${last.id}` }),
  };
}

/** Whether somebody has written in a change. */
export const isAuthorOf = async (db: Db | Tx, change: string, staff: string): Promise<boolean> =>
  (await db
    .selectFrom('change_authors')
    .select('staff_id')
    .where('change_id', '=', change)
    .where('staff_id', '=', staff)
    .executeTakeFirst()) !== undefined;

interface NewChange {
  title: string;
  application?: string;
  /** Id of a change to copy. */
  from?: string;
}

/** Begins a change over the active release, or copies one with its base and files. Refuses with `changesFull` if too many are open. */
export async function beginChange(deps: Deps, staff: StaffSession, { title, application: named, from }: NewChange): Promise<ProductChange> {
  const source = from === undefined ? undefined : await changeRow(deps.db, from);
  const application = source?.application ?? named ?? mainApplication;
  const base = source?.base_hash ?? (await activeHash(deps, application));
  const id = uuidV7(deps.clock, deps.random);
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await insertChange(tx, { id, application, title, base, author: staff.id, now });
    if (source) await copyFiles(tx, { from: source.id, to: id, by: staff.id, now });
    await audit(tx, deps, {
      actor: staff.actor,
      action: 'change.begun',
      subject: `change:${id}`,
      detail: { title, application, ...(from && { from }) },
    });
  });
  return changeOf(deps, staff, id);
}

/** Part of the statement that opens a change. */
const hasRoom = sql<boolean>`(select count(*) from changes where state in ('open', 'sent')) < ${mostOpen}`;
const tooMany = () => fail('changesFull', { params: { most: mostOpen } });

interface Begun {
  id: string;
  application: string;
  title: string;
  base: string;
  author: string;
  now: Date;
}

export async function insertChange(tx: Tx, { id, application, title, base, author, now }: Begun): Promise<void> {
  const { rows } = await sql`
    insert into changes (id, application, title, base_hash, state, created_by, created_at, updated_at)
    select ${id}, ${application}, ${title.trim()}, ${base}, 'open', ${author}, ${now}, ${now}
    where ${hasRoom} returning id`.execute(tx);
  if (rows.length === 0) tooMany();
  await tx.insertInto('change_authors').values({ change_id: id, staff_id: author }).execute();
}

/**
 * Copies the files with their authors, because the author of a file must not approve it in another change either, and with standing
 * objections, because a copy must not escape them.
 */
async function copyFiles(tx: Tx, { from, to, by, now }: { from: string; to: string; by: string; now: Date }): Promise<void> {
  for (const table of ['change_files', 'change_saves'] as const)
    await sql`
      insert into ${sql.table(table)} (change_id, path, hash, text, saved_by, saved_at)
      select ${to}, path, hash, text, ${by}, ${now} from change_files where change_id = ${from}`.execute(tx);
  await sql`
    insert into change_authors (change_id, staff_id) select ${to}, staff_id from change_authors where change_id = ${from}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into change_reviews (change_id, staff_id, decision, release_hash, verdict_hash, carry_over, note, decided_at)
    select ${to}, staff_id, decision, release_hash, verdict_hash, carry_over, note, decided_at
    from change_reviews where change_id = ${from} and decision = 'objected'`.execute(tx);
}

/**
 * Changes the title. Refuses with `notAuthor` for everybody else, and with `sentAlready` during the review, because reviewers and the
 * history know the change by its title.
 */
export async function renameChange(deps: Deps, staff: StaffSession, { id, title }: { id: string; title: string }): Promise<ProductChange> {
  await deps.db.transaction().execute(async (tx) => {
    const change = await openChange(tx, id);
    if (!(await isAuthorOf(tx, id, staff.id))) fail('notAuthor');
    if (change.state === 'sent') fail('sentAlready');
    const now = { title: title.trim() };
    await tx
      .updateTable('changes')
      .set({ ...now, updated_at: deps.clock.now() })
      .where('id', '=', id)
      .execute();
    const detail = { from: change.title, to: now.title };
    await audit(tx, deps, { actor: staff.actor, action: 'change.renamed', subject: `change:${id}`, detail });
  });
  return changeOf(deps, staff, id);
}

/**
 * Abandons a change, or reopens it. Its files stay. Refuses with `changeMoved` if the change is published, with `changesFull` if too many
 * are open.
 */
export async function moveChange(deps: Deps, staff: StaffSession, id: string, state: 'open' | 'abandoned'): Promise<ProductChange> {
  await deps.db.transaction().execute(async (tx) => {
    const allowed: ChangeRow['state'][] = state === 'abandoned' ? ['open', 'sent'] : ['abandoned'];
    const moved = await voiding(tx, deps, { id, actor: staff.actor }, () =>
      tx
        .updateTable('changes')
        .set({ state, updated_at: deps.clock.now() })
        .where('id', '=', id)
        .where('state', 'in', allowed)
        .$if(state === 'open', (query) => query.where(hasRoom))
        .returning('id')
        .executeTakeFirst(),
    );
    if (!moved) {
      const { state: present } = await changeRow(tx, id);
      if (allowed.includes(present)) tooMany();
      fail('changeMoved');
    }
    await audit(tx, deps, { actor: staff.actor, action: `change.${state === 'open' ? 'restored' : 'abandoned'}`, subject: `change:${id}` });
  });
  return changeOf(deps, staff, id);
}
