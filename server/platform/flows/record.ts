import { sql } from 'kysely';
import type { Answers, FormAnswers } from '../../../engine/config/definitions.ts';
import type { CorrectionRequest, FlowNotice, FlowState } from '../../../engine/flow/types.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { submission } from '../../../engine/flow/submission.ts';
import type { CustomerVault } from '../crypto/vault.ts';
import { json } from '../db/json.ts';
import type { Db, Tx } from '../db/database.ts';
import type { LoadedForm } from '../release/types.ts';
import { claimFrom, type Answered } from '../http/idempotency.ts';
import type { Deps } from '../deps.ts';
import { countSubmitted } from './counts.ts';
import type { FlowProgress } from './resume.ts';
import type { FlowRules } from './rules.ts';

/** A customer's decrypted state in a flow. */
export interface FlowRecord extends FlowState {
  customerId: string;
  flow: string;
  release: string;
  /** 0 before the first save. */
  revision: number;
  /** When it last changed. Absent before the first save. */
  savedAt?: Date;
  /** As stored (`FlowStateRow.step`). Absent before the first save. */
  standing?: string | null;
  corrections: readonly CorrectionRequest[];
  notices: readonly FlowNotice[];
  /** Encrypted answers as stored. A save encrypts only what it changed. */
  sealed: Readonly<Record<string, string>>;
}

const placeOf = (flow: string, form: string) => `${flow}|${form}`;

export const emptyRecord = (customerId: string, flow: string, release: string): FlowRecord => ({
  customerId,
  flow,
  release,
  revision: 0,
  answers: {},
  sealed: {},
  confirmed: {},
  corrections: [],
  notices: [],
  facts: {},
});

/** Reads a customer's state in a flow. Returns undefined before the first save. */
export async function readRecord(db: Db | Tx, vault: CustomerVault, customerId: string, flow: string): Promise<FlowRecord | undefined> {
  const row = await db
    .selectFrom('flow_states')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .executeTakeFirst();
  if (!row) return undefined;
  const answers: Answers = { ...row.answers };
  for (const [form, sealed] of Object.entries(row.sealed)) {
    answers[form] = { ...answers[form], ...(vault.open(placeOf(flow, form), sealed) as FormAnswers) };
  }
  const { release, revision, sealed, confirmed, corrections, notices, facts, updated_at: savedAt, step: standing } = row;
  return { customerId, flow, release, revision, savedAt, standing, answers, sealed, confirmed, corrections, notices, facts };
}

/** The step that a record is at, without the item of a list. */
const standingOf = ({ position }: Pick<FlowRules, 'position'>, record: FlowRecord): string => withoutItem(position(record).step?.id ?? '');

/**
 * Corrects a draft's stored step if a reader computes another one: either its row predates stored steps, or the day or its customer has
 * changed since. A cleared flow has no step until it is saved.
 */
export async function noteStanding(
  { db }: Pick<Deps, 'db'>,
  { record, rules }: Pick<FlowProgress, 'record' | 'rules'>,
  isSent: boolean,
): Promise<void> {
  const { customerId, flow, revision, standing, confirmed, answers } = record;
  const isCleared = !standing && Object.keys(confirmed).length === 0 && Object.keys(answers).length === 0;
  if (revision === 0 || isCleared) return;
  const step = isSent ? '' : standingOf(rules, record);
  if (step === standing) return;
  await db
    .updateTable('flow_states')
    .set({ step })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .execute();
}

/** Splits a form's answers by whether the form marks them as sensitive. */
function split(form: LoadedForm, answers: FormAnswers): { clear: FormAnswers; sensitive: FormAnswers } {
  const [clear, sensitive]: [FormAnswers, FormAnswers] = [{}, {}];
  for (const [field, value] of Object.entries(answers)) (form.module.fields[field]?.sensitive ? sensitive : clear)[field] = value;
  return { clear, sensitive };
}

/** Returns the answers that may be stored unencrypted. An answer that no form knows counts as sensitive. */
export function clearAnswers(forms: ReadonlyMap<string, LoadedForm>, answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([id, form]) => {
      const loaded = forms.get(withoutItem(id));
      const shown = Object.entries(loaded ? split(loaded, form).clear : {}).filter(([field]) => loaded?.module.fields[field]);
      return [id, Object.fromEntries(shown)];
    }),
  );
}

/** Replaces the answers of one key and encrypts the sensitive ones. */
function withForm(record: FlowRecord, vault: CustomerVault, form: LoadedForm, id: string, answers: FormAnswers): FlowRecord {
  const { sensitive } = split(form, answers);
  const { [id]: _replaced, ...others } = record.sealed;
  const isSealed = Object.keys(sensitive).length > 0;
  return {
    ...record,
    answers: { ...record.answers, [id]: answers },
    sealed: isSealed ? { ...others, [id]: vault.seal(placeOf(record.flow, id), sensitive) } : others,
  };
}

/** Replaces the answers of a record. Encrypts those that changed, because their key is part of the encryption. */
export function withAnswers(record: FlowRecord, vault: CustomerVault, form: FlowRules['form'], answers: Answers): FlowRecord {
  const kept = Object.entries(record.sealed).filter(([key]) => answers[key] === record.answers[key]);
  const changed = Object.entries(answers).filter(([key, given]) => given !== record.answers[key]);
  return changed.reduce((next, [key, given]) => withForm(next, vault, form(key), key, given), {
    ...record,
    answers,
    sealed: Object.fromEntries(kept),
  });
}

/** Re-encrypts the record by the forms of another release. */
export function resealed(record: FlowRecord, vault: CustomerVault, forms: ReadonlyMap<string, LoadedForm>): FlowRecord {
  return Object.entries(record.answers).reduce((sealed, [id, answers]) => {
    const form = forms.get(withoutItem(id));
    return form ? withForm(sealed, vault, form, id, answers) : sealed;
  }, record);
}

/**
 * Returns the record with the submitted answers and every step confirmed. `resealed` encrypts them before storage. Submissions of
 * older versions also contain answers of steps off the path.
 */
export function submittedRecord(
  { position, confirmation }: Pick<FlowRules, 'position' | 'confirmation'>,
  record: FlowRecord,
  answers: Answers,
): FlowRecord {
  const { path } = position({ ...record, answers, corrections: [] });
  const sent = { ...record, answers: submission({ path }, answers), corrections: [] };
  const confirmed = path.flatMap(({ id }) => {
    const said = confirmation(id, sent);
    return said === undefined ? [] : [[id, said]];
  });
  return { ...sent, confirmed: Object.fromEntries(confirmed) };
}

/**
 * Closes a submitted draft. No correction stays open, links to it end, and a concurrent save based on an older read fails.
 *
 * @returns whether the draft was unchanged since it was submitted
 */
export async function closeRecord(tx: Tx, deps: Deps, progress: FlowProgress): Promise<boolean> {
  const { customerId, flow, revision } = progress.record;
  const updated = await tx
    .updateTable('flow_states')
    .set({ corrections: json([]), step: '', revision: revision + 1, updated_at: deps.clock.now() })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst();
  if (!updated) return false;
  await tx.deleteFrom('resume_links').where('customer_id', '=', customerId).where('flow', '=', flow).execute();
  // Answered invitations stay, so that their links can say that the answers were sent.
  await tx.deleteFrom('invitations').where('customer_id', '=', customerId).where('flow', '=', flow).where('done_at', 'is', null).execute();
  countSubmitted(deps, progress);
  return true;
}

/** The rules for writing a record: those of its own release. */
type Writing = Pick<FlowRules, 'forms' | 'position'>;

/** Moves a record to another release, unless a concurrent save changed it. */
export async function writeRelease(tx: Tx, record: FlowRecord, rules: Writing, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('flow_states')
    .set({
      release: record.release,
      answers: json(clearAnswers(rules.forms, record.answers)),
      sealed: json(record.sealed),
      step: standingOf(rules, record),
      updated_at: now,
    })
    .where('customer_id', '=', record.customerId)
    .where('flow', '=', record.flow)
    .where('revision', '=', record.revision)
    .returning('revision')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Stores a record if the stored revision is one lower, together with the answer of the idempotent request. One statement does both, so a
 * simple save needs no transaction. A key that was used before throws the error that `isUsedKey` recognises, and nothing is stored.
 *
 * @returns whether the record was stored
 */
export async function writeRecord(db: Db | Tx, record: FlowRecord, rules: Writing, now: Date, answered?: Answered): Promise<boolean> {
  const values = {
    release: record.release,
    revision: record.revision,
    answers: json(clearAnswers(rules.forms, record.answers)),
    sealed: json(record.sealed),
    confirmed: json(record.confirmed),
    corrections: json(record.corrections),
    facts: json(record.facts),
    notices: json(record.notices),
    step: standingOf(rules, record),
    updated_at: now,
  };
  const saved =
    record.revision === 1
      ? db
          .insertInto('flow_states')
          .values({ ...values, customer_id: record.customerId, flow: record.flow, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
      : db
          .updateTable('flow_states')
          .set(values)
          .where('customer_id', '=', record.customerId)
          .where('flow', '=', record.flow)
          .where('revision', '=', record.revision - 1)
          .returning('revision');
  if (!answered) return (await saved.executeTakeFirst()) !== undefined;
  const { rows } = await sql`with saved as (${saved}), claimed as (${claimFrom('saved', answered, now)}) select 1 from saved`.execute(db);
  return rows.length > 0;
}

/**
 * Clears a finished flow, so that it can start again. The revision increases, so that a browser with the old answers gets a conflict.
 *
 * @returns whether the flow was still as in `record`
 */
export async function resetRecord(tx: Tx, { customerId, flow, revision }: FlowRecord, now: Date): Promise<boolean> {
  const nothing = json({});
  const updated = await tx
    .updateTable('flow_states')
    .set({
      revision: revision + 1,
      answers: nothing,
      sealed: nothing,
      confirmed: nothing,
      facts: nothing,
      corrections: json([]),
      notices: json([]),
      step: '',
      updated_at: now,
    })
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst();
  return updated !== undefined;
}
