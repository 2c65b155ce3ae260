import { sql } from 'kysely';
import type { DeletionPreview } from '../../contract/staff/support.ts';
import { needsSecond } from '../../platform/approvals/approvals.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { rehearse } from '../../platform/notifications/rehearse.ts';
import { fail, ProblemError } from '../../platform/problem.ts';
import { formWords } from '../../platform/release/formWords.ts';
import { numberOf } from '../application/number.ts';
import { eraseAccount, prepareDeletion, refuseUndeletable, requestView } from './deletion.ts';
import { askedBy } from './deletionAction.ts';
import { retentionOf } from './kind.ts';

type Effects = Pick<DeletionPreview, 'goes' | 'stays' | 'keptUntil' | 'keptAnswers'>;

const nothing: Effects = { goes: [], stays: [], keptAnswers: [] };

/**
 * Previews what a deletion would erase and what would stay. It lets the areas erase and rolls everything back, so the preview cannot differ
 * from the deletion. If the deletion is not possible now, the result says why.
 */
export async function previewDeletion(deps: Deps, id: string): Promise<DeletionPreview> {
  const row = (await deps.db.selectFrom('deletion_requests').selectAll().where('id', '=', id).executeTakeFirst()) ?? fail('notFound');
  const asked = askedBy(row.requested_by);
  const known = {
    request: requestView(row),
    number: numberOf(id, 'D'),
    askedBy: asked,
    needsSecond: needsSecond(deps, 'staff.completeDeletion', { askedBy: asked }),
  };
  try {
    return { ...known, ...(await effectsOf(deps, id)) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...known, ...nothing, blocked: row.state === 'requested' ? error.code : row.state };
  }
}

async function effectsOf(deps: Deps, id: string): Promise<Effects> {
  const prepared = await prepareDeletion(deps, id);
  const { customerId, until } = prepared;
  const found: Pick<Effects, 'goes' | 'stays'> = { goes: [], stays: [] };
  await rehearse(deps, async (tx, noting) => {
    await refuseUndeletable(tx, customerId);
    const before = await changesSoFar(tx);
    await eraseAccount(tx, noting, prepared);
    found.goes = difference(before, await changesSoFar(tx));
    found.stays = await rowsAbout(tx, customerId);
  });
  const release = deps.releases.active();
  const words = await formWords(release, release.manifest.settings.languages.default);
  const kept = until === undefined ? [] : retentionOf(deps).keepForms;
  return {
    ...found,
    keptAnswers: kept.map((form) => words.t(`forms.${form}.title`)),
    ...(until === undefined ? {} : { keptUntil: until }),
  };
}

interface Changes {
  deleted: number;
  emptied: number;
}

/** A table that counts changes for open screens (live/). It contains no personal data. */
const versions = 'topic_versions';

/** Numbers of rows that this transaction has deleted and updated, by table, as counted by the database. */
async function changesSoFar(tx: Tx): Promise<Map<string, Changes>> {
  const { rows } = await sql<{ name: string; deleted: string; emptied: string }>`
    select relname as name, n_tup_del as deleted, n_tup_upd as emptied from pg_stat_xact_user_tables
    where schemaname = current_schema() and relname <> ${versions} and n_tup_del + n_tup_upd > 0`.execute(tx);
  return new Map(rows.map(({ name, deleted, emptied }) => [name, { deleted: Number(deleted), emptied: Number(emptied) }]));
}

const difference = (before: ReadonlyMap<string, Changes>, after: ReadonlyMap<string, Changes>): Effects['goes'] =>
  [...after]
    .map(([id, { deleted, emptied }]) => ({
      id,
      deleted: deleted - (before.get(id)?.deleted ?? 0),
      emptied: emptied - (before.get(id)?.emptied ?? 0),
    }))
    .filter(({ deleted, emptied }) => deleted + emptied > 0)
    .toSorted((a, b) => a.id.localeCompare(b.id));

/** Number of rows about a customer in each table. */
async function rowsAbout(tx: Tx, customerId: string): Promise<Effects['stays']> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'customer_id' and table_type = 'BASE TABLE' order by table_name`.execute(tx);
  const found: Effects['stays'] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where customer_id = ${customerId}`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push({ id: name, rows: count });
  }
  return found;
}
