import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { settle } from '../../../engine/form/applicability.ts';
import { checkForm } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { submittedAnswers } from '../../../engine/form/submitted.ts';
import { unknownNames } from '../../../engine/form/unknownNames.ts';
import type { WorkNote } from '../../contract/staff/work.ts';
import { brokenExpression } from '../alarms/brokenExpression.ts';
import { vaultOf } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { todayOf } from '../time.ts';
import { auditWork, ownItem } from './claim.ts';
import { staffRelease } from './kind.ts';
import { personWith } from './plan.ts';
import { kindsFor } from './queues.ts';

const noteForm = 'note';
const placeOf = (id: string): string => `work|${id}`;
/** Maximum number of notes on one item. */
const mostNotes = 500;

/** Validates a note with the form of the release that staff use, the same check as in the browser. */
async function validNote(deps: Deps, given: FormAnswers): Promise<FormAnswers> {
  const release = staffRelease(deps);
  if (!release || !Object.hasOwn(release.manifest.forms, noteForm)) return fail('notFound');
  const form = await release.form(noteForm);
  const { constants, features } = release.manifest.settings;
  const surroundings = { answers: {}, session: {}, today: todayOf(deps), constants, features };
  const report = brokenExpression(deps);
  const context = contextOf(surroundings, noteForm, submittedAnswers(form.module, given, true));
  const problems = [...unknownNames(form.definition.schema, given), ...checkForm(form.module, context, { report })];
  if (problems.length > 0) fail('invalidAnswers', { problems });
  return settle(form.module, context, { report });
}

/** Names of the people whom a text mentions. */
const namesIn = (answers: FormAnswers): string[] => [
  ...new Set(
    Object.values(answers).flatMap((value) =>
      typeof value === 'string'
        ? [...value.matchAll(/(?<![\w@])@([a-z][a-z0-9._-]{1,39})/g)].map(([, name = '']) => name.replace(/[._-]+$/, ''))
        : [],
    ),
  ),
];

/**
 * Adds a note, encrypted with the data key of the customer whom it concerns. Refuses with `unknownPerson` if it mentions somebody who
 * cannot see the item.
 */
export async function noteWork(deps: Deps, staff: StaffSession, { id, answers: given }: { id: string; answers: FormAnswers }) {
  const item = await ownItem(deps.db, deps, staff, id);
  const answers = await validNote(deps, given);
  const people = await Promise.all(namesIn(answers).map((name) => personWith(deps, name, item.kind)));
  if (item.customer_id === null) return fail('noCustomer', { detail: 'This work concerns no customer, so it cannot have notes.' });
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, item.customer_id);
  const noteId = uuidV7(deps.clock, deps.random);
  const at = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    // Waits for concurrent notes, so that the limit holds.
    await tx.selectFrom('work_items').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    const { count } = await tx
      .selectFrom('work_notes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count >= mostNotes) fail('notesFull');
    await tx
      .insertInto('work_notes')
      .values({ id: noteId, item_id: id, staff_id: staff.id, at, sealed: vault.seal(placeOf(noteId), answers) })
      .execute();
    for (const person of people) {
      if (!person || person.id === staff.id) continue;
      await tx
        .insertInto('work_mentions')
        .values({ item_id: id, staff_id: person.id, note_id: noteId, at })
        .onConflict((conflict) => conflict.columns(['staff_id', 'item_id']).doUpdateSet({ note_id: noteId, at }))
        .execute();
    }
    await auditWork(tx, deps, staff, 'noted', id, { note: noteId, mentions: people.flatMap((person) => person?.id ?? []) });
    return { id: noteId };
  });
}

/** Notes of one customer or of none, newest first. */
const notes = ({ db }: Deps) =>
  db
    .selectFrom('work_notes')
    .innerJoin('work_items', 'work_items.id', 'work_notes.item_id')
    .innerJoin('staff', 'staff.id', 'work_notes.staff_id')
    .select(['work_notes.id', 'work_notes.at', 'sealed', 'customer_id', 'staff.name'])
    .orderBy('work_notes.id', 'desc')
    .limit(mostNotes);

async function opened(deps: Deps, rows: Awaited<ReturnType<ReturnType<typeof notes>['execute']>>): Promise<WorkNote[]> {
  const [customerId] = rows.map((row) => row.customer_id);
  if (!customerId) return [];
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  return rows.map((row) => ({
    id: row.id,
    by: row.name,
    at: row.at.toISOString(),
    answers: vault.open(placeOf(row.id), row.sealed) as FormAnswers,
  }));
}

/** The notes of an item, newest first. The caller has checked that it may be seen. */
export const notesOf = async (deps: Deps, id: string): Promise<WorkNote[]> =>
  opened(deps, await notes(deps).where('item_id', '=', id).execute());

/** The notes on all work about a customer that the caller's role sees, newest first. */
export const notesAbout = async (deps: Deps, staff: StaffSession, customerId: string): Promise<WorkNote[]> =>
  opened(
    deps,
    await notes(deps)
      .where('customer_id', '=', customerId)
      .where('kind', 'in', ['', ...kindsFor(deps, staff)])
      .execute(),
  );
